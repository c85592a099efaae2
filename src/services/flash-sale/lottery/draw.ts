/**
 * The draw of a lottery: a pure function of published values. It is verifiable by commit and
 * reveal: the SHA-256 of a secret seed is published before anyone enters, the seed and the
 * entrants after the draw. Whoever has them can recompute the winners:
 *
 *   entry(user)   = SHA-256(user_id)
 *   digest        = SHA-256(entries in order of entry, joined by "\n")
 *   ticket(entry) = SHA-256(seed ":" round ":" digest ":" entry)
 *   winners       = the entries with the least tickets, compared as hexadecimal text
 *
 * The digest binds the seed to this very list of entrants. All hashes are lower-case hexadecimal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Round } from './store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The secret of one draw: 256 random bits, hexadecimal. */
export const newSeed = () => randomBytes(32).toString('hex');

export const commitment = sha256;
export const entryOf = sha256;

export interface Draw {
  /** Of the entrants, in order of entry. */
  readonly entries: readonly string[];
  readonly digest: string;
  /** The users who win, best ticket first. */
  readonly winners: readonly string[];
}

export async function computeDraw(round: Omit<Round, 'drawn'>): Promise<Draw> {
  const { seed, round: number, entrants, winners } = round;
  const entries = await mapInSlices(entrants, entryOf);
  const digest = sha256(entries.join('\n'));
  const tickets = await mapInSlices(entries, (entry, i) => ({
    user: entrants[i]!,
    ticket: sha256(`${seed}:${number}:${digest}:${entry}`),
  }));
  const ordered = tickets.toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1));
  return { entries, digest, winners: ordered.slice(0, winners).map(({ user }) => user) };
}

/** Hashes of a slice take about a millisecond. */
const sliceSize = 500;

/** As `map`, but other requests are served between two slices. */
async function mapInSlices<T, R>(items: readonly T[], map: (item: T, i: number) => R) {
  const results: R[] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0 && i % sliceSize === 0) await setImmediate();
    results.push(map(item, i));
  }
  return results;
}
