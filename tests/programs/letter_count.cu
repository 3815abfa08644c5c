// A text: how often each vowel comes, where words begin, and the text in capitals.
#include <cctype>
#include <cstdio>
#include <string>

__global__ void count(const char* text, int n, int* vowels, int* words, char* capitals) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const char c = text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i];
  const char names[] = "aeiou";
  for (int v = 0; v < 5; ++v)
    if (c == names[v]) atomicAdd(&vowels[v], 1);
  const bool letter = c >= 'a' && c <= 'z', before = i > 0 && text[i - 1] != ' ';
  if (letter && !before) atomicAdd(words, 1);
  capitals[i] = letter ? c - 32 : c;
}

int main() {
  const std::string text = "The quick brown fox jumps over the lazy dog";
  char *d_text, *d_capitals;
  int *d_counts, counts[6];
  cudaMalloc(&d_text, text.size());
  cudaMalloc(&d_capitals, text.size());
  cudaMalloc(&d_counts, sizeof counts);
  cudaMemset(d_counts, 0, sizeof counts);
  cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
  count<<<2, 32>>>(d_text, text.size(), d_counts, d_counts + 5, d_capitals);
  std::string capitals(text.size(), ' ');
  cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(&capitals[0], d_capitals, text.size(), cudaMemcpyDeviceToHost);
  std::printf("a %d, e %d, i %d, o %d, u %d; %d words\n%s\n", counts[0], counts[1], counts[2], counts[3], counts[4], counts[5],
              capitals.c_str());
  cudaFree(d_text);
  cudaFree(d_capitals);
  cudaFree(d_counts);
}
