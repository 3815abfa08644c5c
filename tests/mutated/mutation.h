#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens {

/// The `number`th mutation of one of the `seeds`, of which there is at least one: some bytes, numbers or pieces of it are
/// changed, left out, repeated or taken from another seed. The same on every machine.
std::string mutated(const std::vector<std::string>& seeds, std::uint64_t number);

/// A PNG file whose pieces have the checksums of their content, which a mutation has changed: otherwise readers look no further.
std::string with_png_checksums(std::string file);

}  // namespace warplens
