#!/usr/bin/env bash
# Runs one benchmark, or each of them briefly, with private stores on the core of the load.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in wrk taskset; do
  command -v "$tool" >/dev/null || { echo "bench: $tool is not installed" >&2; exit 1; }
done
# The peers are not needed by anybody else.
[ -d bench/node_modules ] || npm ci --prefix bench
export STORES_CPU=1
exec scripts/with-stores.sh node bench/main.ts "$@"
