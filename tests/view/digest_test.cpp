// The digest: its format to the byte, and the same bytes for the same content.
#include "assay/digest.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

#include "assay/model.hpp"
#include "assay/values.hpp"

#include "support/models.hpp"
#include "view/tensor_bytes.hpp"

namespace assay {
namespace {

using testing::entry;
using testing::Form;
using testing::int64_tensor;
using testing::kForms;
using testing::Message;
using testing::opset;

// No SHA-256: a hash by which a test can see what was hashed. Its first byte is 0xaa, its last ones
// are the number and the sum of the bytes.
class Counter : public Sha256Hasher {
 public:
  void update(Bytes bytes) override {
    for (const std::byte byte : bytes) {
      seen_ += static_cast<char>(byte);
    }
  }
  Sha256 finish() override {
    Sha256 hash{std::byte{0xaa}};
    std::uint32_t sum = 0;
    for (const char byte : seen_) {
      sum = (sum * 31 + static_cast<std::uint8_t>(byte)) % 65521;
    }
    hash[29] = static_cast<std::byte>(seen_.size());
    hash[30] = static_cast<std::byte>(sum >> 8);
    hash[31] = static_cast<std::byte>(sum & 0xff);
    all.push_back(std::exchange(seen_, {}));
    return hash;
  }
  std::vector<std::string> all;

 private:
  std::string seen_;
};

std::string digest_of(const File& file, Counter& counter) {
  std::string out;
  write_digest(file, counter, [&](std::string_view piece) { out += piece; });
  return out;
}
std::string digest_of(const File& file) {
  Counter counter;
  return digest_of(file, counter);
}
std::string digest_of(const Message& model, const Policy& policy = Policy()) {
  const Result<Model> read = Model::read(model.view(), policy);
  BOOST_TEST_REQUIRE(read.has_value());
  return digest_of(*read);
}

BOOST_AUTO_TEST_SUITE(digest)

BOOST_AUTO_TEST_CASE(a_tensor_is_its_type_its_dims_and_the_hash_of_its_values) {
  const std::string file = testing::tensor_bytes({2, 1}, ElementType::uint16,
                                                 std::string("\x4a\x04\x01\x02\x03\x04", 6));
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  Counter counter;
  BOOST_TEST(digest_of(*read, counter) ==
             R"({"assay-digest":1,"kind":"tensor","value":{"dims":[2,1],"data_type":4,"sha256":")"
             "aa00000000000000000000000000000000000000000000000000000000047c42\"}}");
  BOOST_TEST(counter.all == std::vector<std::string>({"\x01\x02\x03\x04"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_storage_of_the_same_values_has_the_same_digest) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.type == ElementType::string) {
      continue;
    }
    for (const std::uint64_t elements : {0u, 1u, 3u, 600u, 601u}) {
      const std::string raw = testing::sample_values(info, elements);
      std::string first;
      for (const Form form : kForms) {
        const std::string file =
            testing::tensor_bytes({static_cast<std::int64_t>(elements)}, info.type,
                                  testing::value_fields(info, elements, raw, form));
        const Result<TensorFile> read = read_tensor(bytes_of(file));
        BOOST_TEST_REQUIRE(read.has_value());
        Counter counter;
        const std::string digest = digest_of(*read, counter);
        BOOST_TEST((counter.all == std::vector<std::string>{raw}));
        first = first.empty() ? digest : first;
        BOOST_TEST(digest == first);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_scalar_differs_from_a_tensor_of_one_element) {
  const std::string scalar =
      testing::tensor_bytes({}, ElementType::uint8, std::string("\x4a\x01\x05", 3));
  const std::string one =
      testing::tensor_bytes({1}, ElementType::uint8, std::string("\x4a\x01\x05", 3));
  const Result<TensorFile> a = read_tensor(bytes_of(scalar));
  const Result<TensorFile> b = read_tensor(bytes_of(one));
  BOOST_TEST_REQUIRE((a.has_value() && b.has_value()));
  BOOST_TEST(digest_of(*a) != digest_of(*b));
}

BOOST_AUTO_TEST_CASE(strings_are_hashed_with_their_lengths) {
  const auto hashed = [](std::initializer_list<std::string_view> texts) {
    Message message = testing::tensor(ElementType::string, {2});
    for (const std::string_view text : texts) {
      message.set("string_data", text);
    }
    const Result<TensorFile> read = read_tensor(message.view());
    BOOST_TEST_REQUIRE(read.has_value());
    Counter counter;
    (void)digest_of(*read, counter);
    return counter.all.at(0);
  };
  BOOST_TEST(hashed({"ab", "c"}) ==
             std::string("\x02\0\0\0\0\0\0\0ab\x01\0\0\0\0\0\0\0c", 8 + 2 + 8 + 1));
  BOOST_TEST(hashed({"ab", "c"}) != hashed({"a", "bc"}));
}

BOOST_AUTO_TEST_CASE(a_model_is_written_field_by_field) {
  const Message attributes =
      testing::identity(testing::attribute().set("name", "scale").set("type", 1).set("f", 1.0))
          .set("domain", "ai.onnx")
          .set("attribute",
               testing::attribute().set("name", "pads").set("type", 7).each("ints", {0, -1}))
          .set("attribute", testing::attribute()
                                .set("name", "mode")
                                .set("type", 3)
                                .set("s", "\"a\\\x01\xc3\xa9"));
  const Message model = testing::model_of_node(attributes);
  BOOST_TEST(
      digest_of(model) ==
      R"({"assay-digest":1,"kind":"model","value":{"ir_version":10,"graph":{"node":[{)"
      R"("input":["x"],"output":["y"],"op_type":"Identity","attribute":[)"
      R"({"name":"scale","f":"3f800000","type":1},{"name":"pads","ints":[0,-1],"type":7},)"
      R"({"name":"mode","s":"\"a\\\u0001)"
      "\xc3\xa9"
      R"(","type":3}]}],"name":"g","input":[{"name":"x","type":{"tensor_type":{"elem_type":1,)"
      R"("shape":{"dim":[{"dim_value":2}]}}}}],"output":[{"name":"y","type":{"tensor_type":{)"
      R"("elem_type":1,"shape":{"dim":[{"dim_value":2}]}}}}]},"opset_import":[{"version":18}]}})");
}

BOOST_AUTO_TEST_CASE(what_means_the_same_has_the_same_digest) {
  const auto with_opsets = [](std::initializer_list<Message> imports) {
    Message out =
        testing::model().set("ir_version", 10).set("graph", testing::graph_of(testing::identity()));
    for (const Message& import : imports) {
      out.set("opset_import", import);
    }
    return digest_of(out);
  };
  const std::string plain = with_opsets({opset("", 18), opset("x", 1)});
  BOOST_TEST(with_opsets({opset("ai.onnx", 18), opset("x", 1)}) == plain);
  BOOST_TEST(with_opsets({opset("x", 1), opset("", 18)}) == plain);
  BOOST_TEST(with_opsets({opset("", 18), opset("x", 1), opset("ai.onnx", 18)}) == plain);
  BOOST_TEST(with_opsets({opset("", 18), opset("x", 2)}) != plain);
  BOOST_TEST(with_opsets({opset("", 18)}) != plain);

  // Present with its default, or not there.
  const auto with_attribute = [](const Message& attribute) {
    return digest_of(testing::model_of_node(testing::identity(attribute)));
  };
  const Message zero = testing::attribute().set("name", "axis").set("type", 2);
  BOOST_TEST(with_attribute(zero) == with_attribute(Message(zero).set("i", 0)));
  BOOST_TEST(with_attribute(zero) != with_attribute(Message(zero).set("i", 1)));
  // Packed or not.
  const Message ints = testing::attribute().set("name", "axes").set("type", 7);
  BOOST_TEST(with_attribute(Message(ints).each("ints", {1, 2})) ==
             with_attribute(Message(ints).packed("ints", {1, 2})));
}

BOOST_AUTO_TEST_CASE(what_means_something_else_has_another_digest) {
  using schema::MessageId;
  const auto with_dim = [](const Message& dim) {
    return digest_of(testing::model_of(
        testing::graph_of(testing::identity(),
                          testing::tensor_type(ElementType::float32,
                                               Message(MessageId::tensor_shape).set("dim", dim)))));
  };
  // A member of a oneof says something by being there.
  const Message unknown(MessageId::dimension);
  BOOST_TEST(with_dim(unknown) != with_dim(Message(unknown).set("dim_value", 0)));
  BOOST_TEST(with_dim(unknown) != with_dim(Message(unknown).set("dim_param", "")));
  // A shape of rank 0 is another than no shape.
  const auto with_type = [](const Message& type) {
    return digest_of(testing::model_of_node(
        testing::identity(testing::attribute().set("name", "t").set("type", 13).set("tp", type))));
  };
  BOOST_TEST(with_type(testing::tensor_type(ElementType::float32, {})) !=
             with_type(testing::type().set("tensor_type",
                                           Message(MessageId::type_tensor).set("elem_type", 1))));
  // -0.0 is not 0.0.
  const Message f = testing::attribute().set("name", "f").set("type", 1);
  BOOST_TEST(digest_of(testing::model_of_node(testing::identity(Message(f).set("f", 0.0)))) !=
             digest_of(testing::model_of_node(testing::identity(Message(f).set("f", -0.0)))));
}

BOOST_AUTO_TEST_CASE(only_domains_of_operators_are_folded) {
  const std::string digest = digest_of(testing::sound_model().set("domain", "ai.onnx"));
  BOOST_TEST(digest.find(R"("domain":"ai.onnx")") != digest.npos);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_hexadecimal) {
  const Message model = testing::model_of_node(testing::identity(
      testing::attribute().set("name", "s").set("type", 3).set("s", "\xff\x00z")));
  BOOST_TEST(digest_of(model, Policy::compat()).find(R"("s":{"hex":"ff"})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_in_files_that_were_not_opened_have_no_hash) {
  Policy policy;
  BOOST_TEST(policy.set_severity(Rule::external_no_folder, Severity::off));
  const Message tensor = testing::tensor(ElementType::float32, {2})
                             .set("name", "w")
                             .set("external_data", entry("location", "w.bin"))
                             .set("data_location", 1);
  const Message model =
      testing::model_of(testing::graph_of(testing::identity()).set("initializer", tensor));
  BOOST_TEST(digest_of(model, policy)
                 .find(R"({"dims":[2],"data_type":1,"name":"w","external_data":[{"key":"location",)"
                       R"("value":"w.bin"}],"data_location":1})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_kind_has_a_digest) {
  const Message numbers =
      testing::sequence().set("elem_type", 1).set("tensor_values", int64_tensor({7}));
  constexpr std::string_view kTensor =
      R"({"dims":[1],"data_type":7,"sha256":"aa0000000000000000000000000000000000000000000000000000000008fcd1"})";
  const std::string sequence = R"({"elem_type":1,"tensor_values":[)" + std::string(kTensor) + "]}";
  const Result<SequenceFile> a = read_sequence(numbers.view());
  BOOST_TEST_REQUIRE(a.has_value());
  BOOST_TEST(digest_of(*a) == R"({"assay-digest":1,"kind":"sequence","value":)" + sequence + "}");
  const Message some = testing::optional().set("elem_type", 3).set("sequence_value", numbers);
  const Result<OptionalFile> b = read_optional(some.view());
  BOOST_TEST_REQUIRE(b.has_value());
  BOOST_TEST(digest_of(*b) ==
             R"({"assay-digest":1,"kind":"optional","value":{"elem_type":3,"sequence_value":)" +
                 sequence + "}}");
  const Message map =
      testing::map().set("key_type", ElementType::int64).set("keys", -1).set("values", numbers);
  const Result<MapFile> c = read_map(map.view());
  BOOST_TEST_REQUIRE(c.has_value());
  BOOST_TEST(digest_of(*c) ==
             R"({"assay-digest":1,"kind":"map","value":{"key_type":7,"keys":[-1],"values":)" +
                 sequence + "}}");
  const Message sparse = testing::sparse_floats({4}, {1, 3});
  const Result<SparseTensorFile> d = read_sparse_tensor(sparse.view());
  BOOST_TEST_REQUIRE(d.has_value());
  BOOST_TEST(digest_of(*d).starts_with(
      R"({"assay-digest":1,"kind":"sparse-tensor","value":{"values":{"dims":[2],"data_type":1,)"));
  BOOST_TEST(digest_of(*d).ends_with(R"("},"dims":[4]}})"));
}

BOOST_AUTO_TEST_CASE(a_long_digest_comes_in_pieces) {
  Message many = testing::graph_of(testing::identity());
  const std::string doc(200'000, '"');
  many.set("doc_string", std::string_view(doc));
  for (int i = 0; i < 3000; ++i) {
    many.set("initializer", int64_tensor({i}).set("name", "w" + std::to_string(i)));
  }
  const Message model = testing::model_of(many);
  const Result<Model> read = Model::read(model.view());
  BOOST_TEST_REQUIRE(read.has_value());
  Counter counter;
  std::size_t largest = 0;
  std::size_t pieces = 0;
  std::string whole;
  write_digest(*read, counter, [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    ++pieces;
    whole += piece;
  });
  BOOST_TEST(pieces > 5u);
  BOOST_TEST(largest < (128u << 10));
  BOOST_TEST(counter.all.size() == 3000u);
  BOOST_TEST(whole.find(R"(,{"dims":[1],"data_type":7,"name":"w2999","sha256":"aa)") != whole.npos);
  BOOST_TEST(whole.ends_with(R"("opset_import":[{"version":18}]}})"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
