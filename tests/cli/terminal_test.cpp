#include "cli/terminal.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <stdlib.h>
#include <string>
#include <system_error>
#include <unistd.h>

using namespace assay::cli;

namespace {

// A pseudo-terminal, and the environment put back at the end.
struct Terminal {
  Terminal() {
    BOOST_REQUIRE(master >= 0);
    BOOST_REQUIRE(::grantpt(master) == 0);
    BOOST_REQUIRE(::unlockpt(master) == 0);
    descriptor = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
    BOOST_REQUIRE(descriptor >= 0);
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
  }
  ~Terminal() {
    ::close(descriptor);
    ::close(master);
    ::unsetenv("NO_COLOR");
  }
  int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  int descriptor = -1;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(terminal)

BOOST_AUTO_TEST_CASE(colour_is_for_terminals_that_can_and_users_that_want_it) {
  const Terminal terminal;
  BOOST_TEST(wants_colour("auto", terminal.descriptor));
  BOOST_TEST(!wants_colour("never", terminal.descriptor));
  ::setenv("NO_COLOR", "1", 1);
  BOOST_TEST(!wants_colour("auto", terminal.descriptor));
  BOOST_TEST(wants_colour("always", terminal.descriptor));
  ::setenv("NO_COLOR", "", 1);
  BOOST_TEST(wants_colour("auto", terminal.descriptor));
  ::setenv("TERM", "dumb", 1);
  BOOST_TEST(!wants_colour("auto", terminal.descriptor));
  ::unsetenv("TERM");
  BOOST_TEST(!wants_colour("auto", terminal.descriptor));
}

BOOST_AUTO_TEST_CASE(colour_is_not_for_files) {
  const Terminal terminal;
  const int file = ::open("/dev/null", O_WRONLY);
  BOOST_TEST(!wants_colour("auto", file));
  BOOST_TEST(wants_colour("always", file));
  ::close(file);
}

BOOST_AUTO_TEST_CASE(a_failing_write_is_an_error) {
  const int full = ::open("/dev/full", O_WRONLY);
  BOOST_REQUIRE(full >= 0);
  BOOST_CHECK_THROW(write_all(full, "x"), std::system_error);
  write_all(full, "");
  ::close(full);
}

BOOST_AUTO_TEST_SUITE_END()
