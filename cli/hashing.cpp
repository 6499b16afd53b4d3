// The functions of OpenSSL 1.1: linked statically they are these two hashes, where those of 3.0
// bring a registry of all algorithms into the command.
#define OPENSSL_API_COMPAT 10100
#include "cli/hashing.hpp"

#include <openssl/sha.h>

namespace assay::cli {
namespace {

class OpenSslSha1 : public Sha1Hasher {
 public:
  OpenSslSha1() { SHA1_Init(&state_); }
  void update(Bytes bytes) override { SHA1_Update(&state_, bytes.data(), bytes.size()); }
  Sha1 finish() override {
    Sha1 hash;
    SHA1_Final(reinterpret_cast<unsigned char*>(hash.data()), &state_);
    SHA1_Init(&state_);
    return hash;
  }

 private:
  SHA_CTX state_;
};

class OpenSslSha256 : public Sha256Hasher {
 public:
  OpenSslSha256() { SHA256_Init(&state_); }
  void update(Bytes bytes) override { SHA256_Update(&state_, bytes.data(), bytes.size()); }
  Sha256 finish() override {
    Sha256 hash;
    SHA256_Final(reinterpret_cast<unsigned char*>(hash.data()), &state_);
    SHA256_Init(&state_);
    return hash;
  }

 private:
  SHA256_CTX state_;
};

}  // namespace

std::unique_ptr<Sha1Hasher> make_sha1() {
  return std::make_unique<OpenSslSha1>();
}

std::unique_ptr<Sha256Hasher> make_sha256() {
  return std::make_unique<OpenSslSha256>();
}

}  // namespace assay::cli
