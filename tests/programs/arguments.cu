// What stands after the files is the program's own.
#include <cstdio>

int main(int count, char** words) {
  printf("arguments: %d\n", count - 1);
  for (int k = 1; k < count; ++k) printf("%s\n", words[k]);
}
