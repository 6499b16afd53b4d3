// The digest of a message that libprotobuf has read, made by reflection from docs/digest.md alone.
#pragma once

#include <google/protobuf/message.h>
#include <string>
#include <string_view>

#include "assay/digest.hpp"

namespace assay::testing {

std::string reference_digest(std::string_view kind, const google::protobuf::Message& message);

// SHA-256 by libcrypto.
class Sha256Evp : public Sha256Hasher {
 public:
  Sha256Evp();
  ~Sha256Evp() override;
  Sha256Evp(const Sha256Evp&) = delete;
  Sha256Evp& operator=(const Sha256Evp&) = delete;
  void update(Bytes bytes) override;
  Sha256 finish() override;

 private:
  void* context_;
};

}  // namespace assay::testing
