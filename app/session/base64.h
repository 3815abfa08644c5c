#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warplens {

/// Convert bytes to text, four letters for three bytes (RFC 4648, section 4), and back; nothing if the text is not Base64.
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace warplens
