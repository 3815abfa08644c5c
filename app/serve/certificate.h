#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>

#include "base/result.h"

namespace warplens::serve {

/// A key pair and a self-signed certificate. Browsers show a warning before they connect to a server with one.
struct OwnCertificate {
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key{nullptr, EVP_PKEY_free};
  std::unique_ptr<X509, decltype(&X509_free)> certificate{nullptr, X509_free};
};

/// A new one, valid for a week: elliptic curve P-256 (FIPS 186-4), SHA-256. Error: OpenSSL fails.
base::Result<OwnCertificate> make_certificate();

}  // namespace warplens::serve
