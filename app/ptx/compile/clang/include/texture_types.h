#pragma once

// Empty: the prelude, included before every source, has everything.
