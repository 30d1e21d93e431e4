from collections.abc import Mapping
from subprocess import Popen

from pyspark import SparkConf

class Gateway:
    proc: Popen[bytes] | None
    def shutdown(self) -> None: ...

def launch_gateway(
    conf: SparkConf | None = None, popen_kwargs: Mapping[str, object] | None = None
) -> Gateway: ...
