#!/usr/bin/env python3
"""Writes the ConvInteger suites; with --check, says which differ from what stands there.

  generate_op_suites.py [--check] [DIR]      DIR is conformance/suites by default
"""

import op_corners
import op_values
from suite_files import main

SUITES = [op_values.basics, op_values.attributes, op_values.auto_pad, op_values.groups,
          op_corners.zero_points, op_corners.ranks, op_corners.extremes, op_corners.large,
          op_corners.errors]

if __name__ == "__main__":
    main(SUITES)
