// Checks one of the reader's inputs once, in process: what the instruction counts are taken of.
//
//   check_once NAME SCALE
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "assay/check.hpp"

#include "reader_inputs.hpp"

int main(int argc, char** argv) {
  if (argc == 3) {
    for (const assay::bench::Input& input : assay::bench::reader_inputs()) {
      if (input.name == std::string_view(argv[1])) {
        const std::string bytes = input.make(std::atof(argv[2]));
        return assay::check(assay::bytes_of(bytes), input.kind).accepted() ? 0 : 1;
      }
    }
  }
  std::fprintf(stderr, "usage: check_once NAME SCALE, NAME one of those that write_input lists\n");
  return 2;
}
