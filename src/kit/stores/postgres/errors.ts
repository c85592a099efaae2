/** Errors which say that the server cannot serve now, whatever the statement: they become 503 or 507. */
import { DatabaseError } from 'pg';
import { storeFull, storeUnavailable } from '../../base/refusal.ts';

/** @throws Refusal 503 when the server is away, 507 when its disk is full, else the error itself */
export function refuseIfAway(error: unknown): never {
  if (isFull(error)) throw storeFull(error);
  throw isAway(error) ? storeUnavailable(error) : error;
}

/** The statement found no space (disk_full), and the server goes on: what it did is rolled back. */
function isFull(error: unknown): boolean {
  return !isLost(error) && (error as DatabaseError).code === '53100';
}

/** The server does not answer, or the connection is gone. */
export function isLost(error: unknown): boolean {
  // The driver throws errors of its own only then; FATAL and PANIC are the server's last message.
  return !(error instanceof DatabaseError) || ['FATAL', 'PANIC'].includes(error.severity ?? '');
}

function isAway(error: unknown): boolean {
  if (isLost(error)) return true;
  const { code = '', routine } = error as DatabaseError;
  // A newer replica has changed a table that a statement of this connection was planned for, or a
  // pooler has forgotten the statement (26000): the connection ends with it.
  if (routine === 'RevalidateCachedQuery' || code === '26000') return true;
  // 25006 is a standby, 40001 and 40P01 a transaction that gave way to another one, 53 a lack of
  // resources, 55P03 a lock that somebody holds, 57014 a statement that took too long, 57P0x a server
  // that stops or starts, 58030 a disk that fails (PostgreSQL, appendix A).
  return /^(25006|40001|40P01|53|55P03|57014|57P0|58030)/.test(code);
}
