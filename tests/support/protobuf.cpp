#include "support/protobuf.hpp"

#include <google/protobuf/descriptor.h>
// The wrappers that define what the generated headers need.
#include <bit>
#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include "base/text.hpp"
#include "decode/layout.hpp"
#include "decode/runs.hpp"

namespace assay::testing {
namespace {

using decode::FieldPlan;
using decode::Storage;
using decode::Text;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Makes the linker keep both files of generated classes.
const google::protobuf::DescriptorPool& pool() {
  static const auto* const pool = [] {
    onnx::ModelProto::descriptor();
    onnx::SequenceProto::descriptor();
    google::protobuf::SetLogHandler(nullptr);
    return google::protobuf::DescriptorPool::generated_pool();
  }();
  return *pool;
}

class Comparison {
 public:
  Comparison(schema::MessageId id, const void* record, const Message& parsed)
      : plan_(decode::plan_of(id)),
        record_(record),
        parsed_(parsed),
        reflection_(*parsed.GetReflection()) {}

  std::string run() {
    for (const schema::Field& field : plan_.schema->fields) {
      const FieldDescriptor* known =
          parsed_.GetDescriptor()->FindFieldByNumber(static_cast<int>(field.number));
      if (known == nullptr) {
        continue;
      }
      field_ = known;
      const std::string where = compare(plan_.fields[field.number], field.number);
      if (!where.empty()) {
        return cat(field.name, where);
      }
    }
    return {};
  }

 private:
  // What differs in the field at hand: what to write behind its name.
  std::string compare(const FieldPlan& plan, std::uint32_t number) {
    if (plan.storage >= Storage::varints) {
      return compare_repeated(plan);
    }
    const auto& source = *static_cast<const decode::Source*>(record_);
    const bool there = reflection_.HasField(parsed_, field_);
    const bool here = plan.storage == Storage::text
                          ? decode::member_of<Text>(record_, plan).data() != nullptr
                      : plan.storage == Storage::message
                          ? decode::member_of<const void*>(record_, plan) != nullptr
                          : (source.present >> number & 1u) != 0;
    if (there != here) {
      return there ? ": only libprotobuf sees it" : ": libprotobuf does not see it";
    }
    if (!there) {
      return {};
    }
    switch (plan.storage) {
      case Storage::int64:
        return same(decode::member_of<std::int64_t>(record_, plan),
                    reflection_.GetInt64(parsed_, field_));
      case Storage::int32:
        return same(decode::member_of<std::int32_t>(record_, plan),
                    reflection_.GetInt32(parsed_, field_));
      case Storage::enumeration:
        return same(decode::member_of<std::int32_t>(record_, plan),
                    reflection_.GetEnumValue(parsed_, field_));
      case Storage::float32:
        return same(bits(decode::member_of<float>(record_, plan)),
                    bits(reflection_.GetFloat(parsed_, field_)));
      case Storage::text:
        return same(decode::member_of<Text>(record_, plan), reflection_.GetString(parsed_, field_));
      case Storage::message:
        return inside("", plan, decode::member_of<const void*>(record_, plan),
                      reflection_.GetMessage(parsed_, field_));
      default:
        return ": a storage that is not compared";
    }
  }

  std::string compare_repeated(const FieldPlan& plan) {
    const int count = reflection_.FieldSize(parsed_, field_);
    if (plan.storage == Storage::texts) {
      const auto& texts = decode::member_of<decode::Slice<Text>>(record_, plan);
      std::string where = same(std::int64_t{texts.size}, std::int64_t{count});
      for (int i = 0; i < count && where.empty(); ++i) {
        where = same(texts[static_cast<std::uint64_t>(i)],
                     reflection_.GetRepeatedString(parsed_, field_, i));
      }
      return where;
    }
    if (plan.storage == Storage::messages) {
      const auto& records = decode::member_of<decode::Slice<std::byte>>(record_, plan);
      const std::uint64_t size = decode::plan_of(plan.message).record_size;
      std::string where = same(std::int64_t{records.size}, std::int64_t{count});
      for (int i = 0; i < count && where.empty(); ++i) {
        where = inside(cat("[", i, "]"), plan, records.data + static_cast<std::uint64_t>(i) * size,
                       reflection_.GetRepeatedMessage(parsed_, field_, i));
      }
      return where;
    }
    return compare_numbers(plan.storage, decode::member_of<decode::Scalars>(record_, plan), count);
  }

  std::string compare_numbers(Storage storage, const decode::Scalars& scalars, int count) {
    std::string where =
        same(static_cast<std::int64_t>(scalars.count()), static_cast<std::int64_t>(count));
    if (!where.empty()) {
      return where;
    }
    int index = 0;
    const auto same_number = [&](std::uint64_t ours, std::uint64_t theirs) {
      where = same(ours, theirs);
      ++index;
      return where.empty();
    };
    switch (storage) {
      case Storage::fixed32s:
        decode::for_each_fixed(scalars, 4, [&](const std::byte* value) {
          return same_number(wire::load_fixed32(value),
                             bits(reflection_.GetRepeatedFloat(parsed_, field_, index)));
        });
        break;
      case Storage::fixed64s:
        decode::for_each_fixed(scalars, 8, [&](const std::byte* value) {
          return same_number(wire::load_fixed64(value),
                             bits(reflection_.GetRepeatedDouble(parsed_, field_, index)));
        });
        break;
      default:
        decode::for_each_varint(scalars, storage == Storage::int32s,
                                [&](std::uint64_t value, const std::byte*, std::uint64_t) {
                                  return same_number(value, repeated_integer(index));
                                });
        break;
    }
    if (where.empty() && index != count) {
      return cat(": ", index, " values are walked of ", count);
    }
    return where;
  }

  std::uint64_t repeated_integer(int index) const {
    switch (field_->cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return static_cast<std::uint64_t>(
            std::int64_t{reflection_.GetRepeatedInt32(parsed_, field_, index)});
      case FieldDescriptor::CPPTYPE_INT64:
        return static_cast<std::uint64_t>(reflection_.GetRepeatedInt64(parsed_, field_, index));
      default:
        return reflection_.GetRepeatedUInt64(parsed_, field_, index);
    }
  }

  static std::string inside(std::string index, const FieldPlan& plan, const void* record,
                            const Message& parsed) {
    const std::string where = Comparison(plan.message, record, parsed).run();
    return where.empty() ? where : cat(index, ".", where);
  }
  template <class T, class U>
  static std::string same(const T& ours, const U& theirs) {
    return ours == theirs ? std::string() : cat(": ", ours, " here, ", theirs, " there");
  }
  static std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
  static std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

  const decode::MessagePlan& plan_;
  const void* record_;
  const Message& parsed_;
  const Reflection& reflection_;
  const FieldDescriptor* field_ = nullptr;
};

}  // namespace

const google::protobuf::Descriptor* descriptor_of(schema::MessageId id) {
  return pool().FindMessageTypeByName(cat("onnx.", schema::message(id).name));
}

std::unique_ptr<Message> parse(schema::MessageId id, Bytes bytes) {
  auto* factory = google::protobuf::MessageFactory::generated_factory();
  std::unique_ptr<Message> made(factory->GetPrototype(descriptor_of(id))->New());
  if (!made->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return nullptr;
  }
  return made;
}

std::string difference(schema::MessageId id, const void* record, const Message& parsed) {
  return Comparison(id, record, parsed).run();
}

}  // namespace assay::testing
