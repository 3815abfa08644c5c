#pragma once

// All of it is in the prelude, which comes before every source.
