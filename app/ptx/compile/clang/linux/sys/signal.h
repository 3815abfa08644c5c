#pragma once

// The name that other systems have for it.

#include <signal.h>
