#include "serve/certificate.h"

#include <openssl/ec.h>

#include <random>

namespace warplens::serve {
namespace {

constexpr long seconds_valid = 7 * 24 * 3600;

}  // namespace

base::Result<OwnCertificate> make_certificate() {
  OwnCertificate made;
  made.key.reset(EVP_EC_gen("P-256"));
  made.certificate.reset(X509_new());
  X509* const certificate = made.certificate.get();
  if (made.key == nullptr || certificate == nullptr) return base::error("OpenSSL makes no key for the certificate");
  std::random_device random;
  X509_NAME* const name = X509_get_subject_name(certificate);
  const auto* const text = reinterpret_cast<const unsigned char*>("warplens serve");
  const bool signed_itself = X509_set_version(certificate, X509_VERSION_3) == 1 &&
                             ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), random()) == 1 &&
                             X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) != nullptr &&
                             X509_gmtime_adj(X509_getm_notAfter(certificate), seconds_valid) != nullptr &&
                             X509_set_pubkey(certificate, made.key.get()) == 1 &&
                             X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1 &&
                             X509_set_issuer_name(certificate, name) == 1 &&
                             X509_sign(certificate, made.key.get(), EVP_sha256()) > 0;
  if (!signed_itself) return base::error("OpenSSL makes no certificate");
  return made;
}

}  // namespace warplens::serve
