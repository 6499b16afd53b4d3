// The entry point of every test program: Boost.Test's own, linked dynamically.
#define BOOST_TEST_MODULE assay
#include <boost/test/unit_test.hpp>

// Under the address sanitizer, too, memory that is not there is null and not the end: the arena
// counts on being told.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
