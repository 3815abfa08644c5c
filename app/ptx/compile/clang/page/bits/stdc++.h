#pragma once

#include "linux/bits/stdc++.h"
