#!/usr/bin/env bash
# `npm run quick -- chat [--watch]` runs the tests of one service that start no process, without servers.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
service=${1:?the name of a service}
shift
files=$(node scripts/tests.ts plain "src/services/$service")
[ -n "$files" ] || { echo "quick: no tests of \"$service\"" >&2; exit 1; }
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/compile"
unset TEST_STORE_ADDR TEST_CLUSTER_ADDR TEST_DATABASE_URL
# One a line.
mapfile -t files <<<"$files"
exec node --test --test-concurrency=3 --test-timeout=60000 --test-reporter=dot "$@" "${files[@]}"
