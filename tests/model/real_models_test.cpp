// Real files are accepted, under both profiles: the models and the values of Debian's
// libonnx-testdata, without which this fails, and the models beside the checkout in
// ../shared/real-files (or where ASSAY_REAL_MODELS says), without which that test is skipped.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "assay/check.hpp"
#include "assay/external.hpp"

#include "support/findings.hpp"

using namespace assay;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

fs::path debian_folder() {
  return "/usr/share/libonnx-testdata/data";
}

fs::path public_folder() {
  const char* elsewhere = std::getenv("ASSAY_REAL_MODELS");
  return elsewhere != nullptr ? fs::path(elsewhere)
                              : fs::path(ASSAY_SOURCE_DIR).parent_path() / "shared/real-files";
}

// Lets a test run where that folder is there.
utf::precondition where(fs::path (*folder)()) {
  return utf::precondition([folder](utf::test_unit_id) {
    boost::test_tools::assertion_result there(fs::is_directory(folder()));
    there.message() << folder() << " is not there";
    return there;
  });
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> out;
  BOOST_REQUIRE_MESSAGE(fs::is_directory(folder),
                        folder << " is not there: install the package libonnx-testdata");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void check_all(const fs::path& folder, std::size_t at_least) {
  const std::vector<fs::path> models = files_in(folder, ".onnx");
  BOOST_TEST(models.size() >= at_least);
  for (const fs::path& file : models) {
    const std::string text = read(file);
    const ExternalFolder beside = ExternalFolder::for_model(file.string());
    for (const Profile profile : {Profile::strict, Profile::compat}) {
      const Report report = check(bytes_of(text), Kind::model, Policy(profile), &beside);
      BOOST_TEST(report.accepted(), file.string() << ":\n" << testing::brief(report));
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(real_models)

BOOST_AUTO_TEST_CASE(all_values_of_libonnx_testdata_are_accepted) {
  const std::vector<fs::path> files = files_in(debian_folder(), ".pb");
  BOOST_TEST(files.size() == 3205u);
  for (const fs::path& file : files) {
    const std::string text = read(file);
    for (const Profile profile : {Profile::strict, Profile::compat}) {
      const Report report = check_any(bytes_of(text), Policy(profile));
      BOOST_TEST(report.accepted(), file.string() << ":\n" << testing::brief(report));
      BOOST_TEST(report.warnings == 0u, file.string() << ":\n" << testing::brief(report));
    }
  }
}

BOOST_AUTO_TEST_CASE(all_models_of_libonnx_testdata_are_accepted) {
  check_all(debian_folder(), 1072);
}

BOOST_AUTO_TEST_CASE(all_models_collected_from_public_places_are_accepted, *where(public_folder)) {
  check_all(public_folder(), 339);
}

BOOST_AUTO_TEST_SUITE_END()
