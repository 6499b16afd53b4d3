#include "cli/find_files.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sys/stat.h>

#include "external/temporary_folder.hpp"

using namespace assay::cli;
using assay::testing::TemporaryFolder;

namespace {

// The files found beneath `folder`, by their names in it.
std::vector<std::string> names_in(const TemporaryFolder& folder, const FoundFiles& found) {
  std::vector<std::string> names;
  const std::string prefix = folder.path().string() + "/";
  for (const std::string& file : found.files) {
    BOOST_TEST(file.starts_with(prefix));
    names.push_back(file.substr(prefix.size()));
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(find_files_)

BOOST_AUTO_TEST_CASE(a_folder_stands_for_the_models_and_tensors_beneath_it) {
  const TemporaryFolder folder;
  for (const char* name : {"b.onnx", "a.pb", "c/d/e.pb", "c/f.onnx", "c.onnx", "read.me", "onnx",
                           "x.PB", "y.onnx.bak", ".pb", "c/.hidden/g.pb"}) {
    folder.write(name, "");
  }
  const FoundFiles found = find_files({folder.path().string()});
  const Names expected = {"a.pb", "b.onnx", "c.onnx", "c/.hidden/g.pb", "c/d/e.pb", "c/f.onnx"};
  BOOST_TEST(names_in(folder, found) == expected, boost::test_tools::per_element());
  BOOST_TEST(found.troubles.empty());
}

BOOST_AUTO_TEST_CASE(a_folder_with_the_name_of_a_model_is_still_a_folder) {
  const TemporaryFolder folder;
  folder.write("m.onnx/inner.onnx", "");
  const Names expected = {"m.onnx/inner.onnx"};
  BOOST_TEST(names_in(folder, find_files({folder.path().string()})) == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(links_to_files_are_followed_and_links_to_folders_are_not) {
  const TemporaryFolder folder;
  folder.write("real/m.onnx", "");
  folder.link("real/m.onnx", "link.onnx");
  folder.link("..", "real/up");
  folder.link("real", "again.onnx");
  const Names expected = {"link.onnx", "real/m.onnx"};
  const FoundFiles found = find_files({folder.path().string()});
  BOOST_TEST(names_in(folder, found) == expected, boost::test_tools::per_element());
  BOOST_TEST(found.troubles.empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_told_and_the_rest_is_found) {
  const TemporaryFolder folder;
  folder.write("good.pb", "");
  folder.link("nowhere", "dangling.pb");
  folder.link("nowhere", "not-asked-for.txt");
  folder.link("loop.onnx", "loop.onnx");
  BOOST_REQUIRE(::mkfifo((folder / "pipe.pb").c_str(), 0600) == 0);
  FoundFiles found = find_files({folder.path().string()});
  const Names expected = {"good.pb"};
  BOOST_TEST(names_in(folder, found) == expected, boost::test_tools::per_element());
  std::sort(found.troubles.begin(), found.troubles.end());
  const Names troubles = {folder / "dangling.pb: No such file or directory",
                          folder / "loop.onnx: Too many levels of symbolic links",
                          folder / "pipe.pb: not a regular file"};
  BOOST_TEST(found.troubles == troubles, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_keep_their_order_and_stand_for_themselves) {
  const TemporaryFolder folder;
  folder.write("z/2.pb", "");
  folder.write("z/1.pb", "");
  const FoundFiles found = find_files({"no-such-file", folder / "z", "-", "m.txt"});
  const Names expected = {"no-such-file", folder / "z/1.pb", folder / "z/2.pb", "-", "m.txt"};
  BOOST_TEST(found.files == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
