/** The embedded store: the record in SQLite, the indexes in memory. */
import type { Sqlite, Transaction } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { Count } from '../../completions/ranking.ts';
import { halvingsAt, withHalfLife } from '../../dictionaries/decay.ts';
import type { Dictionaries } from '../../dictionaries/dictionaries.ts';
import type { Dictionary } from '../../dictionaries/dictionary.ts';
import type { Limits, Outcome, TermStore } from '../autocomplete-store.ts';
import type { IndexRow } from './database.ts';
import { Held, rowsOf } from './rows.ts';

/** The change in memory of a unit of work, made once it is durable: a rollback must not show. */
type Change = (dictionary: Dictionary) => void;

/**
 * The one store on a database.
 *
 * @param dictionaries what the database holds
 */
export function sqliteStore(db: Sqlite, dictionaries: Dictionaries, limits: Limits): TermStore {
  const rows = rowsOf(db);
  const held = new Held();
  for (const { id, size, blockedSize } of dictionaries.all()) held.add(id, size + blockedSize);

  function make(name: string): IndexRow | undefined {
    return rows.indexes()!.n < limits.maxIndexes ? rows.make(name) : undefined;
  }

  /** Does `unit` to the index, made if need be, or nothing at all. */
  async function change(
    name: string,
    unit: (index: IndexRow, tx: Transaction) => Change | 'full',
  ): Promise<Outcome> {
    const done = await db.write((tx) => {
      const present = rows.index(name);
      const index = present ?? make(name);
      if (index === undefined) return 'too-many-indexes';
      const applied = unit(index, tx);
      if (applied !== 'full') return { id: index.id, applied };
      if (present === undefined) rows.unmake(index.id);
      return 'full';
    });
    if (typeof done === 'string') return done;
    done.applied(dictionaries.open(name, done.id)!);
    return 'done';
  }

  /** Does `unit` to the index if there is one; yields whether there was something to do. */
  async function takeAway(
    name: string,
    unit: (index: IndexRow, tx: Transaction) => boolean,
    applied: Change,
  ): Promise<boolean> {
    const id = await db.write((tx) => {
      const index = rows.index(name);
      return index !== undefined && unit(index, tx) ? index.id : undefined;
    });
    const dictionary = id === undefined ? undefined : dictionaries.byId(id);
    if (dictionary !== undefined) applied(dictionary);
    return id !== undefined;
  }

  function hasRoom(id: number, terms: ReadonlyMap<string, unknown>): boolean {
    if (held.total + terms.size <= limits.maxTerms) return true;
    const added = [...terms.keys()].filter((term) => rows.find(id, term) === undefined);
    return added.length === 0 || held.total + added.length <= limits.maxTerms;
  }

  return {
    ...lifecycleOf(db),

    train: (name, increments, now) =>
      change(name, (index, tx) => {
        if (!hasRoom(index.id, increments)) return 'full';
        const halvings = halvingsAt(index, now);
        let added = 0;
        const counts = Array.from(increments, ([term, increment]): [string, Count] => {
          const { count, isNew } = rows.increase(index, term, increment, halvings);
          if (isNew) added++;
          return [term, count];
        });
        held.add(index.id, added, tx);
        return (dictionary) => {
          for (const [term, count] of counts) dictionary.set(term, count);
        };
      }),

    setFreq: (name, term, freq, now) =>
      change(name, (index, tx) => {
        if (!hasRoom(index.id, new Map([[term, freq]]))) return 'full';
        const count = { freq, halvings: halvingsAt(index, now) };
        if (rows.find(index.id, term) === undefined) held.add(index.id, 1, tx);
        rows.put(index.id, term, count);
        return (dictionary) => dictionary.set(term, count);
      }),

    forget: (name, term) =>
      takeAway(
        name,
        ({ id }, tx) => {
          const removed = rows.remove(id, term);
          held.add(id, -removed, tx);
          return removed > 0;
        },
        (dictionary) => dictionary.set(term, { freq: 0, halvings: 0 }),
      ),

    block: (name, term) =>
      change(name, ({ id }, tx) => {
        const added = rows.block(id, term);
        if (held.total + added > limits.maxTerms) {
          rows.unblock(id, term);
          return 'full';
        }
        held.add(id, added, tx);
        return (dictionary) => dictionary.setBlocked(term, true);
      }),

    unblock: (name, term) =>
      takeAway(
        name,
        ({ id }, tx) => {
          const removed = rows.unblock(id, term);
          held.add(id, -removed, tx);
          return removed > 0;
        },
        (dictionary) => dictionary.setBlocked(term, false),
      ),

    setHalfLife: (name, hours, now) =>
      change(name, (index) => {
        const decay = withHalfLife(index, hours, now);
        rows.setDecay(decay.halfLifeHours, decay.since, decay.halvings, index.id);
        return (dictionary) => (dictionary.decay = decay);
      }),

    drop: (name) =>
      takeAway(
        name,
        ({ id }, tx) => {
          held.add(id, -held.of(id), tx);
          return rows.drop(id) > 0;
        },
        ({ id }) => dictionaries.drop(id),
      ),

    async sweep() {
      for (let left = rows.leftBehind(); left; left = rows.leftBehind()) {
        const { id } = left;
        await db.write(() => rows.deleteSome(id));
      }
    },

    find: (name) => dictionaries.get(name),
    list: () => dictionaries.all(),
  };
}
