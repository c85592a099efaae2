#!/usr/bin/env bash
# `npm run quick -- chat [--watch]` runs the plain tests of one service, without servers.
set -euo pipefail
cd "$(dirname "$0")/.."
service=${1:?the name of a service}
shift
PATH="$PWD/node_modules/.bin:$PATH"
exec node scripts/test.ts plain "src/services/$service" --without-servers --test-reporter=dot "$@"
