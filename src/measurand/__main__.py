"""Run the command line: `python -m measurand`."""

import sys

from measurand.edges.cli import main

sys.exit(main())
