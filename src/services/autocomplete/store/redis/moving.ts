/** Indexes, as rows of the embedded store, in Redis: see lua/lib.lua. */
import { redisMovable, type Command, type Writer } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { defaultIndex } from '../../dictionaries/dictionaries.ts';
import { preloaded } from '../autocomplete-store.ts';

const ofNamed = 'dictionary IN (SELECT id FROM dictionary WHERE name IS NOT NULL)';

/** The tables that are moved. Remains of dropped indexes are not. */
export const tables = [
  { name: 'dictionary', where: 'name IS NOT NULL' },
  { name: 'term', where: ofNamed },
  { name: 'blocked', where: ofNamed },
];

/** Where the last number of an index stands: none is used again. */
const sequences = 'sqlite_sequence';

export const redisTermsMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: [...tables.map(({ name }) => name), sequences],
    patterns: [`{${prefix}}:*`],
    read: (keys) => read(keys, `{${prefix}}`),
    writer: () => writer(`{${prefix}}`),
  });

async function* read(keys: Keys, tag: string): AsyncGenerator<Entry> {
  // Numbers of indexes are those of entries.
  const latest = await keys.latestEntry(`${tag}:changes`);
  if (latest === undefined) return yield* freshEntries();
  const row = { name: 'dictionary', seq: Number.parseInt(latest, 10) };
  yield { table: sequences, row };
  for await (const [name, text] of keys.fields(`${tag}:indexes`)) {
    const [id, half_life_hours, since, halvings] = text.split(' ').map(Number) as Numbers;
    const index = { id, name, half_life_hours, since, halvings };
    yield { table: 'dictionary', row: index };
    for await (const [term, count] of keys.fields(`${tag}:freq:${id}`)) {
      const [freq, passed = 0] = count.split(' ').map(Number) as [number, number?];
      yield { table: 'term', row: { dictionary: id, term, freq, halvings: passed } };
    }
    for await (const term of keys.members(`${tag}:blocked:${id}`)) {
      yield { table: 'blocked', row: { dictionary: id, term } };
    }
  }
}

/** The entries that the first start would make. A start makes none in a store that was imported. */
function* freshEntries(): Generator<Entry> {
  yield { table: sequences, row: { name: 'dictionary', seq: 1 } };
  const index = { id: 1, name: defaultIndex, half_life_hours: 0, since: 0, halvings: 0 };
  yield { table: 'dictionary', row: index };
  for (const term of preloaded) {
    yield { table: 'term', row: { dictionary: 1, term, freq: 1, halvings: 0 } };
  }
}

type Numbers = [id: number, hours: number, since: number, halvings: number];

function writer(tag: string): Writer {
  let last = 0;
  const ids = new Set<number>();

  const addIndex = ({ id, name, half_life_hours, since, halvings }: Row): Command[] => {
    ids.add(Number(id));
    const index = [id, half_life_hours, since, halvings].join(' ');
    return [['HSET', `${tag}:indexes`, String(name), index]];
  };
  const addTerm = ({ dictionary, term, freq, halvings }: Row): Command[] => {
    const count = halvings === 0 ? String(freq) : `${freq} ${halvings}`;
    return [['HSET', `${tag}:freq:${dictionary}`, String(term), count]];
  };

  return {
    write({ table, row }) {
      if (table === 'dictionary') return addIndex(row);
      if (table === 'term') return addTerm(row);
      if (table === 'blocked') {
        return [['SADD', `${tag}:blocked:${row['dictionary']}`, String(row['term'])]];
      }
      last = Number(row['seq']);
      return [];
    },
    async derive(keys) {
      let held = 0;
      for (const id of ids) {
        held += await keys.size('hash', `${tag}:freq:${id}`);
        held += await keys.size('set', `${tag}:blocked:${id}`);
      }
      // An entry tells that the pre-loaded terms are there, and where the numbers go on.
      const number = Math.max(1, last, ...ids);
      const entry = [`${number}-${Date.now() * 1_000}`, 'dropped', '', 'index', 0] as const;
      return [
        ['SET', `${tag}:held`, held],
        ['XADD', `${tag}:changes`, ...entry],
      ];
    },
  };
}
