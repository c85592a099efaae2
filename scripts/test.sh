#!/usr/bin/env bash
# Runs the named test files, or all of them; each in a process of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
# Hundreds of processes load the same files.
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/compile"
# Two more than two cores: tests wait for servers, and for processes that end.
exec node --test --test-concurrency=4 --test-timeout=120000 "${@:-src/**/*.test.ts}"
