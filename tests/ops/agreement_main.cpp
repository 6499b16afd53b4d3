// conv_agreement [CASES [SEED]]: compares every implementation of ConvInteger that this machine
// runs with the reference, on random cases; a million by default. Says every hundred thousand cases
// how far it is. Exits with 1 at the first difference.
#include <cstdio>
#include <cstdlib>

#include "ops/random_conv.hpp"

int main(int argc, char** argv) {
  const unsigned long long cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const unsigned long long seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  if (cases == 0 || argc > 3) {
    std::fprintf(stderr, "usage: conv_agreement [CASES [SEED]]\n");
    return 2;
  }
  std::printf("kernels:");
  for (const assay::ConvKernel kernel : assay::testing::fast_conv_kernels()) {
    std::printf(" %s", std::string(assay::conv_kernel_name(kernel)).c_str());
  }
  std::printf("\n");
  assay::testing::Random random(seed);
  for (unsigned long long i = 0; i < cases; ++i) {
    const std::string difference =
        assay::testing::compare_kernels(assay::testing::random_conv(random));
    if (!difference.empty()) {
      std::printf("seed %llu, case %llu: %s\n", seed, i, difference.c_str());
      return 1;
    }
    if ((i + 1) % 100'000 == 0) {
      std::fprintf(stderr, "%llu of %llu\n", i + 1, cases);
    }
  }
  std::printf("%llu cases agree, seed %llu\n", cases, seed);
  return 0;
}
