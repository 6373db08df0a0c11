#!/bin/sh
# Build the library and its tests, clean of warnings, and run them.
cd "$(dirname "$0")/.." || exit
cmake --preset tests && cmake --build --preset tests && ctest --preset tests
