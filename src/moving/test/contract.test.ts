/** Each service, each way between the two kinds of stores: what it answers is the same afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { loadServices, serviceNames } from '../../services.ts';
import { answersOf, fill } from './fill.ts';
import { emptyStores, exportText, importText, rowsIn, type Kind } from './sides.ts';

const ways: readonly (readonly [from: Kind, to: Kind])[] = [
  ['embedded', 'shared'],
  ['shared', 'embedded'],
  ['embedded', 'embedded'],
  ['shared', 'shared'],
];

/** Only Redis keeps windows beyond the end of a process. */
const isKeptBy = (to: Kind) => (row: string) =>
  to === 'shared' || !row.startsWith('{"table":"window"');

/** By windows of the limiter. */
const isCounted = (answer: object) => /limited|check/.test((answer as { request: string }).request);

for (const [from, to] of ways) {
  const needsServers = from === 'shared' || to === 'shared';
  const skip = needsServers && (missing('redis') || missing('postgres'));
  describe(`moved from ${from} to ${to} stores`, { skip }, () => {
    for (const name of serviceNames) {
      it(`${name} answers as before`, async (t) => {
        const [service] = await loadServices([name]);
        const hasFiles = name === 'file-store';
        const [source, target] = [
          await emptyStores(t, from, hasFiles),
          await emptyStores(t, to, hasFiles),
        ];
        const filled = await fill(t, service!, source);
        const lines = await exportText(name, { ...filled.env, ...source });
        assert.ok(rowsIn(lines).length > 0 || name === 'rate-limiter');
        await importText(name, { ...filled.env, ...target }, lines);
        const again = await exportText(name, { ...filled.env, ...target });
        assert.deepEqual(rowsIn(again), rowsIn(lines).filter(isKeptBy(to)));
        const expected = await answersOf(t, service!, source, filled);
        const found = await answersOf(t, service!, target, filled);
        const counts = (answer: object) =>
          from === 'shared' && to === 'embedded' && isCounted(answer);
        assert.deepEqual(
          found.filter((answer) => !counts(answer)),
          expected.filter((answer) => !counts(answer)),
        );
        assert.ok(found.length > 0);
      });
    }
  });
}

const onRedis = [
  'flash-sale',
  'inventory',
  'promotion',
  'dispatch-a',
  'dispatch-b',
  'autocomplete',
  'key-value',
  'chat',
  'rate-limiter',
] as const;

describe('moved to a Redis Cluster', { skip: missing('cluster') || missing('postgres') }, () => {
  for (const name of onRedis) {
    it(`${name} has the same rows`, async (t) => {
      const [service] = await loadServices([name]);
      const source = await emptyStores(t, 'embedded');
      const filled = await fill(t, service!, source);
      const lines = await exportText(name, { ...filled.env, ...source });
      const prefixes = Object.keys(service!.variables.properties)
        .filter((variable) => variable.endsWith('_PREFIX'))
        .map((variable) => [variable, unique('moved')]);
      const shared = { ...(await emptyStores(t, 'shared', false)), STORE_ADDR: servers.cluster };
      const target = { ...filled.env, ...shared, ...(Object.fromEntries(prefixes) as object) };
      await importText(name, target, lines);
      assert.deepEqual(rowsIn(await exportText(name, target)), rowsIn(lines));
    });
  }
});
