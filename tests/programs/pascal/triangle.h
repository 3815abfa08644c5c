#pragma once

// Rows of Pascal's triangle in the device's memory, each number between the two above it: every other element of a row is 0.

/// below[i] = above[i - 1] + above[i + 1], with 0 beyond the ends.
void next_row(const int* above, int* below, int width);

/// The sum of a row.
int total_of(const int* row, int width);
