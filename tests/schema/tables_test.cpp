// Our tables against the descriptors of onnx 1.12, and what stands in ours alone.
#include <boost/test/unit_test.hpp>
#include <google/protobuf/descriptor.h>
#include <set>
#include <string>

#include "base/text.hpp"
#include "schema/onnx.hpp"
#include "support/protobuf.hpp"

using namespace assay;
using namespace assay::schema;
using assay::testing::descriptor_of;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

namespace {

// What onnx brought after 1.12, with IR versions 9 to 14.
const std::set<std::string> kSince = {
    "FunctionProto.attribute_proto",
    "FunctionProto.value_info",
    "FunctionProto.overload",
    "FunctionProto.metadata_props",
    "GraphProto.metadata_props",
    "ModelProto.configuration",
    "NodeProto.overload",
    "NodeProto.metadata_props",
    "NodeProto.device_configurations",
    "TensorProto.metadata_props",
    "ValueInfoProto.metadata_props",
};
const std::set<std::string> kMessagesSince = {
    "DeviceConfigurationProto", "NodeDeviceConfigurationProto",
    "ShardingSpecProto",        "IntIntListEntryProto",
    "ShardedDimProto",          "SimpleShardedDimProto",
};

FieldType type_of(const FieldDescriptor& field) {
  switch (field.type()) {
    case FieldDescriptor::TYPE_INT64:
      return FieldType::int64;
    case FieldDescriptor::TYPE_INT32:
      return FieldType::int32;
    case FieldDescriptor::TYPE_UINT64:
      return FieldType::uint64;
    case FieldDescriptor::TYPE_ENUM:
      return FieldType::enumeration;
    case FieldDescriptor::TYPE_FLOAT:
      return FieldType::float32;
    case FieldDescriptor::TYPE_DOUBLE:
      return FieldType::float64;
    case FieldDescriptor::TYPE_STRING:
      return FieldType::string;
    case FieldDescriptor::TYPE_BYTES:
      return FieldType::bytes;
    case FieldDescriptor::TYPE_MESSAGE:
      return FieldType::message;
    default:
      BOOST_FAIL(field.full_name() << " has a type that ONNX does not use");
      return FieldType::bytes;
  }
}

void check_field(const Message& message, const FieldDescriptor& theirs) {
  BOOST_TEST_CONTEXT(theirs.full_name()) {
    const Field* ours = message.find(static_cast<std::uint32_t>(theirs.number()));
    BOOST_REQUIRE(ours != nullptr);
    BOOST_TEST(ours->name == theirs.name());
    BOOST_TEST((ours->type == type_of(theirs)));
    BOOST_TEST(ours->repeated() == theirs.is_repeated());
    BOOST_TEST(!theirs.is_required());
    BOOST_TEST(ours->packed == theirs.is_packed());
    BOOST_TEST((ours->oneof != 0) == (theirs.real_containing_oneof() != nullptr));
    if (theirs.message_type() != nullptr) {
      BOOST_REQUIRE(ours->message != MessageId::count);
      BOOST_TEST(theirs.message_type()->full_name() ==
                 cat("onnx.", schema::message(ours->message).name));
    }
    if (theirs.enum_type() != nullptr) {
      BOOST_TEST(theirs.enum_type()->value_count() == ours->enum_max + 1);
      for (int value = 0; value <= ours->enum_max; ++value) {
        BOOST_TEST(theirs.enum_type()->FindValueByNumber(value) != nullptr);
      }
    }
  }
}

// Every message of a file, those inside others included.
void collect(const Descriptor& message, std::set<std::string>& names) {
  names.insert(message.full_name());
  for (int i = 0; i < message.nested_type_count(); ++i) {
    collect(*message.nested_type(i), names);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tables)

BOOST_AUTO_TEST_CASE(hold_every_message_of_onnx_1_12) {
  std::set<std::string> theirs;
  for (const MessageId root : {MessageId::model, MessageId::sequence}) {
    const google::protobuf::FileDescriptor& file = *descriptor_of(root)->file();
    for (int i = 0; i < file.message_type_count(); ++i) {
      collect(*file.message_type(i), theirs);
    }
  }
  std::set<std::string> ours;
  for (const Message& message : messages()) {
    if (descriptor_of(message.id) != nullptr) {
      ours.insert(cat("onnx.", message.name));
    } else {
      BOOST_TEST(kMessagesSince.contains(std::string(message.name)),
                 message.name << " is not in onnx 1.12");
    }
  }
  BOOST_TEST(ours == theirs, boost::test_tools::per_element());
  BOOST_TEST(ours.size() + kMessagesSince.size() == kMessageCount);
}

BOOST_AUTO_TEST_CASE(hold_every_field_of_onnx_1_12_as_it_is_there) {
  std::size_t fields = 0;
  for (const Message& message : messages()) {
    const Descriptor* descriptor = descriptor_of(message.id);
    for (int i = 0; descriptor != nullptr && i < descriptor->field_count(); ++i) {
      check_field(message, *descriptor->field(i));
      ++fields;
    }
  }
  BOOST_TEST(fields == 125u);
}

BOOST_AUTO_TEST_CASE(reserve_what_onnx_1_12_reserves) {
  for (const Message& message : messages()) {
    const Descriptor* descriptor = descriptor_of(message.id);
    for (int i = 0; descriptor != nullptr && i < descriptor->reserved_range_count(); ++i) {
      const Descriptor::ReservedRange& range = *descriptor->reserved_range(i);
      for (int number = range.start; number < range.end; ++number) {
        BOOST_TEST(message.is_reserved(static_cast<std::uint32_t>(number)),
                   message.name << " " << number);
      }
    }
    for (std::uint32_t number = 0; number < kNumbers; ++number) {
      BOOST_TEST((!message.is_reserved(number) || message.find(number) == nullptr));
    }
  }
}

BOOST_AUTO_TEST_CASE(have_beyond_onnx_1_12_what_is_listed_here_and_nothing_else) {
  std::set<std::string> beyond;
  for (const Message& message : messages()) {
    const Descriptor* descriptor = descriptor_of(message.id);
    for (const Field& field : message.fields) {
      if (descriptor != nullptr &&
          descriptor->FindFieldByNumber(static_cast<int>(field.number)) == nullptr) {
        beyond.insert(cat(message.name, ".", field.name));
        BOOST_TEST(unsigned{field.since_ir} > 8u, field.name
                                                      << " came with an IR version that onnx "
                                                         "1.12 has");
      }
    }
  }
  BOOST_TEST(beyond == kSince, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(find_fields_by_number_and_by_name) {
  for (const Message& message : messages()) {
    for (const Field& field : message.fields) {
      BOOST_TEST((message.find(field.number) == &field));
      BOOST_TEST((message.find(field.name) == &field));
    }
    BOOST_TEST((message.find(std::uint32_t{0}) == nullptr));
    BOOST_TEST((message.find(kNumbers) == nullptr));
    BOOST_TEST((message.find(0xffffffffu) == nullptr));
    BOOST_TEST((message.find("no such field") == nullptr));
    BOOST_TEST(!message.is_reserved(kNumbers));
  }
}

BOOST_AUTO_TEST_SUITE_END()
