#!/usr/bin/env bash
# Runs the named test files, or all of them; each in a process of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
exec node --test --test-concurrency=2 "${@:-src/**/*.test.ts}"
