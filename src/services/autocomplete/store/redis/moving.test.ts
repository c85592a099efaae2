import assert from 'node:assert/strict';
import { it } from 'node:test';
import { join } from 'node:path';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { movableStores } from '../movable-stores.ts';
import { openDatabase } from '../sqlite/database.ts';

/** The rows of an export, in an order that does not depend on the store. */
async function rowsOf(env: Environment): Promise<string[]> {
  const [place] = movableStores(env, readCommon(env));
  const entries = await Array.fromAsync(place!.read());
  return entries.map((entry) => JSON.stringify(entry)).toSorted();
}

it(
  'Redis that was never used has the rows of a new embedded store',
  { skip: missing('redis') },
  async () => {
    const DATA_DIR = temporaryFolder();
    await openDatabase({ file: join(DATA_DIR, 'autocomplete.db') }).close();
    const fresh = await rowsOf({ DATA_DIR });
    assert.equal(fresh.length, 8);
    const AUTOCOMPLETE_PREFIX = unique('fresh');
    assert.deepEqual(await rowsOf({ STORE_ADDR: servers.redis, AUTOCOMPLETE_PREFIX }), fresh);
  },
);
