// Boost.Test's runner with its whole text: there is no library of it for WebAssembly.
#define BOOST_TEST_MODULE assay
#include <boost/test/included/unit_test.hpp>

// emscripten declares it and does not have it.
extern "C" int sigaltstack(const stack_t*, stack_t*) {
  return 0;
}
