#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens {

/// Mutation number `number` of one of the `seeds`, at least one: some of its bytes, numbers or pieces are changed, left out,
/// repeated or taken from another seed. The same on every machine.
std::string mutated(const std::vector<std::string>& seeds, std::uint64_t number);

/// Correct the checksums of a mutated PNG file's pieces: with wrong checksums readers would stop at once.
std::string with_png_checksums(std::string file);

}  // namespace warplens
