// The entry point of every test program: Boost.Test's own, linked dynamically.
#define BOOST_TEST_MODULE assay
#include <boost/test/unit_test.hpp>
