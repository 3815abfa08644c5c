#pragma once

// Nothing: device code has no version of WASI.
