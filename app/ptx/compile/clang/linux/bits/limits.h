#pragma once

// The size of a page of memory.

#define PAGESIZE 4096
