"""What writes Zstandard: Python itself from 3.14 on, a package before."""

import sys

if sys.version_info >= (3, 14):
    import zipfile as zip_files

    from compression import zstd
else:
    from backports import zstd
    from backports.zstd import zipfile as zip_files

__all__ = ["zip_files", "zstd"]
