#!/usr/bin/env python3
"""Writes the reader suites; with --check, says which differ from what stands there.

  generate_reader_suites.py [--check] [DIR]      DIR is conformance/suites by default
"""

import reader_external
import reader_model
import reader_parts
import reader_tensor
import reader_values
import reader_wire
from suite_files import main

SUITES = [reader_wire.wire, reader_tensor.tensor, reader_tensor.packing, reader_tensor.sparse,
          reader_values.values, reader_model.model, reader_model.graph_suite,
          reader_parts.attributes, reader_parts.types, reader_parts.functions, reader_external.external,
          reader_external.limits]

if __name__ == "__main__":
    main(SUITES)
