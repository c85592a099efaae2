/** The embedded store of codes, and their uses. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import {
  batchLifetimeMs,
  codeKey,
  codePortion,
  type Added,
  type Code,
  type CodePage,
  type CodePosition,
  type CodeStore,
} from '../codes.ts';
import type { Candidate, CodeVerdict } from '../usage.ts';

/** A code with its batch. */
interface CodeRow {
  readonly key: string;
  readonly batch: string;
  readonly spelling: string;
  readonly uses: number;
  readonly ended: number;
  readonly promo_id: string;
  readonly incarnation: string;
  readonly uses_per_code: number;
}

/** Codes of batches that are complete. */
const codes = `SELECT code.*, promo_id, incarnation, uses_per_code
  FROM code JOIN code_batch ON code_batch.id = batch AND pending_since IS NULL`;

/** A code that has a use left. */
interface Usable {
  readonly key: string;
  /** Its place among the verdicts. */
  readonly place: number;
}

/** Counts uses of codes; use within a unit of work. */
export function codeRows(db: Sqlite) {
  const find = db.get<CodeRow>(`${codes} WHERE key = ?`);
  const count = db.run('UPDATE code SET uses = uses + 1 WHERE key = ?');
  const giveBack = db.run(
    `UPDATE code SET uses = uses - 1 WHERE key = ? AND uses > 0
       AND batch IN (SELECT id FROM code_batch WHERE incarnation = ?)`,
  );

  const judgeCode = (key: string, incarnation: string): CodeVerdict => {
    const row = find(key);
    if (!row || row.ended === 1 || row.incarnation !== incarnation) return 'unknown code';
    return row.uses >= row.uses_per_code ? 'code used up' : 'not used';
  };

  return {
    /** Adds a verdict for each code of the candidate; yields the first that has a use left. */
    judge(
      { incarnation, codes = [] }: Candidate,
      verdicts: CodeVerdict[] = [],
    ): Usable | undefined {
      let usable: Usable | undefined;
      for (const key of codes) {
        const verdict = usable ? 'not used' : judgeCode(key, incarnation);
        if (verdict === 'not used') usable ??= { key, place: verdicts.length };
        verdicts.push(verdict);
      }
      return usable;
    },

    count({ key, place }: Usable, verdicts: CodeVerdict[]): void {
      count(key);
      verdicts[place] = 'counted';
    },

    giveBack: (key: string, incarnation: string): boolean => giveBack(key, incarnation) === 1,
  };
}

export function sqliteCodeStore(db: Sqlite): CodeStore {
  const find = db.get<CodeRow>(`${codes} WHERE key = ?`);
  const list = db.all<CodeRow>(
    `${codes} WHERE incarnation = ? AND (batch, key) > (?, ?) ORDER BY batch, key LIMIT ?`,
  );
  const begin = db.run('INSERT INTO code_batch VALUES (?, ?, ?, ?, ?)');
  const isPending = db.get<{ id: string }>(
    'SELECT id FROM code_batch WHERE id = ? AND pending_since IS NOT NULL',
  );
  const exists = db.get<{ key: string }>('SELECT key FROM code WHERE key = ?');
  const add = db.run('INSERT INTO code (key, batch, spelling) VALUES (?, ?, ?)');
  const finish = db.run('UPDATE code_batch SET pending_since = NULL WHERE id = ?');
  const abandoned = db.all<{ id: string }>('SELECT id FROM code_batch WHERE pending_since <= ?');
  const batchOf = db.get<{ id: string }>('SELECT id FROM code_batch WHERE incarnation = ?');
  const end = db.run('UPDATE code SET ended = 1 WHERE key = ?');
  const removeSome = db.run(
    'DELETE FROM code WHERE key IN (SELECT key FROM code WHERE batch = ? LIMIT ?)',
  );
  const removeBatch = db.run('DELETE FROM code_batch WHERE id = ?');

  const addAll = (batchId: string, spellings: readonly string[]): Added => {
    if (!isPending(batchId)) return { kind: 'gone' };
    const taken = spellings.find((spelling) => exists(codeKey(spelling)));
    if (taken !== undefined) return { kind: 'taken', spelling: taken };
    for (const spelling of spellings) add(codeKey(spelling), batchId, spelling);
    return { kind: 'added' };
  };

  const removePortion = (batchId: string): boolean => {
    if (removeSome(batchId, codePortion) === codePortion) return true;
    removeBatch(batchId);
    return false;
  };

  return {
    beginBatch: ({ id, promoId, incarnation, usesPerCode }, now) =>
      db.write(() => void begin(id, promoId, incarnation, usesPerCode, now)),
    addCodes: (batchId, spellings) => db.write(() => addAll(batchId, spellings)),
    finishBatch: (batchId) =>
      db.write(() => isPending(batchId) !== undefined && finish(batchId) === 1),
    dropBatch: (batchId) =>
      db.write(() => isPending(batchId) !== undefined && removePortion(batchId)),
    abandonedBatches: async (now) => abandoned(now - batchLifetimeMs).map(({ id }) => id),
    findCodes: async (keys) =>
      keys.map((key) => {
        const row = find(key);
        return row && toCode(row);
      }),
    listCodes: async (incarnation, after, limit) =>
      toPage(list(incarnation, after?.batch ?? '', after?.key ?? '', limit + 1), limit),
    endCode: (key) =>
      db.write(() => {
        const row = find(key);
        if (!row) return undefined;
        end(key);
        return { ...toCode(row), ended: true };
      }),
    removeCodes: (incarnation) =>
      db.write(() => {
        const batch = batchOf(incarnation);
        if (!batch) return false;
        removePortion(batch.id);
        return true;
      }),
  };
}

function toCode({ spelling, promo_id, incarnation, uses_per_code, uses, ended }: CodeRow): Code {
  return {
    spelling,
    promoId: promo_id,
    incarnation,
    usesPerCode: uses_per_code,
    uses,
    ended: ended === 1,
  };
}

/** @param rows one more than the page holds when there is another page */
function toPage(rows: readonly CodeRow[], limit: number): CodePage {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: CodePosition | undefined =
    rows.length > limit ? { batch: last!.batch, key: last!.key } : undefined;
  return { codes: page.map(toCode), ...(next && { next }) };
}
