/** An export of an earlier version, whose rows lack a column that was added since, is imported. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry, Value } from '#kit/moving/movable-store.ts';
import { missing } from '#kit/testing/testing.ts';
import { loadServices, type ServiceName } from '../../services.ts';
import { fill } from './fill.ts';
import { emptyStores, exportText, importText, type Kind } from './sides.ts';
import { linesOf } from './synthetic.ts';

const added: readonly (readonly [ServiceName, table: string, column: string, fallback: Value])[] = [
  ['url-shortener', 'link', 'details', '{}'],
  ['video-catalog', 'video', 'details', '{}'],
  ['notification', 'topic', 'is_open', 0],
];

const entriesOf = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Entry);

for (const kind of ['embedded', 'shared'] satisfies Kind[]) {
  const skip = kind === 'shared' && (missing('redis') || missing('postgres'));
  describe(`into ${kind} stores`, { skip }, () => {
    for (const [name, table, column, fallback] of added) {
      it(`${name} takes rows of ${table} without ${column}`, async (t) => {
        const [service] = await loadServices([name]);
        const source = await emptyStores(t, 'embedded', false);
        const { env } = await fill(t, service!, source);
        const entries = entriesOf(await exportText(name, { ...env, ...source }));
        const older = entries.map((entry) => {
          const { [column]: _, ...row } = entry.row;
          return entry.table === table ? { table, row } : entry;
        });
        const target = { ...env, ...(await emptyStores(t, kind, false)) };
        await importText(name, target, linesOf(name, older).join(''));
        const rows = entriesOf(await exportText(name, target)).filter((one) => one.table === table);
        assert.equal(rows.length, entries.filter((one) => one.table === table).length);
        assert.ok(rows.length > 0);
        for (const { row } of rows) assert.equal(row[column], fallback);
      });
    }
  });
}
