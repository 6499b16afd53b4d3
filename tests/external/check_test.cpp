// Whole checks of tensors whose values are in another file.
#include "assay/check.hpp"

#include "assay/mapped_file.hpp"

#include "external/temporary_folder.hpp"
#include "support/findings.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

// A tensor whose values are in that file, of which the mark is the name.
Message external_tensor(ElementType type, std::initializer_list<std::int64_t> dims,
                        std::string_view location = "w.bin") {
  return tensor(type, dims)
      .set("data_location", 1)
      .set("external_data", entry("location", location).here());
}

Report report_on(const Message& message, const TemporaryFolder& temporary,
                 const Policy& policy = Policy()) {
  const ExternalFolder folder = ExternalFolder::at(temporary.path());
  return check(message.view(), kind_of(message), policy, &folder);
}

std::string found(const Message& message, const TemporaryFolder& temporary,
                  const Policy& policy = Policy()) {
  return brief(report_on(message, temporary, policy));
}

std::string fault_of_location(const Message& message, Rule rule, std::string_view path) {
  return brief(Severity::error, rule, path, message.mark());
}

// Checks with a guard and without one must say the same.
template <class Test>
void with_and_without_guard(Test test) {
  test();
  const MappingGuard guard;
  test();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check_with_folder)

BOOST_AUTO_TEST_CASE(a_fault_of_a_value_elsewhere_points_at_the_location_that_names_it) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", std::string("\1\0\2\1", 4));
  temporary.write("p.bin", "\x21\x43");
  temporary.write("i.bin", std::string("\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16));
  with_and_without_guard([&temporary] {
    const Message boolean = external_tensor(ElementType::boolean, {4});
    BOOST_TEST(found(boolean, temporary) ==
               fault_of_location(boolean, Rule::tensor_bool_value, "external_data"));
    const Message packed = external_tensor(ElementType::int4, {3}, "p.bin");
    BOOST_TEST(found(packed, temporary) ==
               fault_of_location(packed, Rule::tensor_padding_bits, "external_data"));
    const Message sparse = sparse_tensor()
                               .set("values", zero_tensor(ElementType::uint8, {2}))
                               .set("indices", external_tensor(ElementType::int64, {2}, "i.bin"))
                               .each("dims", {9});
    BOOST_TEST(found(sparse, temporary) ==
               fault_of_location(sparse, Rule::sparse_duplicate_index, "indices.external_data"));
    BOOST_TEST(found(external_tensor(ElementType::uint8, {4}), temporary) == "");
    BOOST_TEST(found(external_tensor(ElementType::int4, {4}, "p.bin"), temporary) == "");
  });
}

BOOST_AUTO_TEST_CASE(of_two_locations_none_is_opened_unless_the_policy_takes_the_last) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123");
  Message twice = external_tensor(ElementType::uint8, {4}, "absent");
  twice.set("external_data", entry("location", "w.bin"));
  const Report strict = report_on(twice, temporary);
  BOOST_REQUIRE_EQUAL(strict.findings.size(), 1);
  BOOST_TEST((strict.findings[0].rule == Rule::external_duplicate_key));
  const Report compat = report_on(twice, temporary, Policy::compat());
  BOOST_TEST(compat.accepted());
  BOOST_TEST(compat.warnings == 1u);
}

BOOST_AUTO_TEST_CASE(tensors_that_share_their_values_are_read_a_bounded_number_of_times) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "");
  std::filesystem::resize_file(temporary / "w.bin", 16u << 20);
  const MappingGuard guard;
  for (const std::size_t count : {std::size_t{12}, std::size_t{13}}) {
    for (const ElementType type : {ElementType::boolean, ElementType::uint8}) {
      Message list = sequence().set("elem_type", 1);
      for (std::size_t i = 0; i < count; ++i) {
        list.set("tensor_values", external_tensor(type, {16 << 20}));
      }
      const Report report = report_on(list, temporary);
      // Nobody reads UINT8 values: each is one.
      const bool bounded = count == 13 && type == ElementType::boolean;
      BOOST_TEST(report.accepted() != bounded);
      BOOST_TEST((!bounded || report.findings[0].rule == Rule::limit_external_reads));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_tensor_of_any_kind_of_file_may_have_its_values_elsewhere) {
  const TemporaryFolder temporary;
  const Message absent = external_tensor(ElementType::float32, {2}, "absent");
  const Message list = sequence().set("elem_type", 1).set("tensor_values", absent);
  const Message maybe = optional().set("elem_type", 1).set("tensor_value", absent);
  BOOST_TEST(found(absent, temporary) ==
             fault_of_location(absent, Rule::external_missing_file, "external_data[0].value"));
  BOOST_TEST(found(list, temporary) ==
             fault_of_location(list, Rule::external_missing_file,
                               "tensor_values[0].external_data[0].value"));
  BOOST_TEST(found(maybe, temporary) == fault_of_location(maybe, Rule::external_missing_file,
                                                          "tensor_value.external_data[0].value"));
}

BOOST_AUTO_TEST_SUITE_END()
