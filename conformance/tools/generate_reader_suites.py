#!/usr/bin/env python3
"""Writes the reader suites; with --check, says which differ from what stands there.

  generate_reader_suites.py [--check] [DIR]      DIR is conformance/suites by default
"""

import reader_tensor
import reader_wire
from suite_files import main

SUITES = [reader_wire.wire, reader_tensor.tensor, reader_tensor.packing, reader_tensor.sparse]

if __name__ == "__main__":
    main(SUITES)
