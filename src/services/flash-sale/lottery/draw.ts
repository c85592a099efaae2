/**
 * The draw of a lottery: a pure function of published values. It is verifiable by commit and
 * reveal: the SHA-256 of a secret seed is published before anyone enters, the seed and the
 * entrants after the draw. Anybody who has them can recompute the winners:
 *
 *   entry(user)   = SHA-256(salt ":" user_id)
 *   digest        = SHA-256(entries in order of entry, joined by "\n")
 *   ticket(entry) = SHA-256(seed ":" round ":" digest ":" entry)
 *   winners       = the entries with the least tickets, compared as hexadecimal text
 *
 * The digest binds the seed to this very list of entrants. The salt is random and told to the entrant
 * alone, who can then find their own entry; nobody can tell to whom the others belong. All hashes are
 * lower-case hexadecimal, salts too.
 */
import { createHash, randomBytes } from 'node:crypto';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Entrant } from './lottery-store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The secret of one draw: 256 random bits, hexadecimal. */
export const newSeed = () => randomBytes(32).toString('hex');

export const commitment = sha256;
export const newSalt = () => randomBytes(16).toString('hex');
export const entryOf = (salt: string, userId: string) => sha256(`${salt}:${userId}`);

/** Tickets that are computed and sorted at once: less than a millisecond. */
const portion = 250;

/** @returns the winners, best ticket first */
export async function computeDraw(
  { seed, round, winners }: { seed: string; round: number; winners: number },
  entrants: readonly Entrant[],
): Promise<{ digest: string; winners: readonly Entrant[] }> {
  const slice = new TimeSlice();
  const entries = createHash('sha256');
  for (const [i, { entry }] of entrants.entries()) {
    entries.update(i === 0 ? entry : `\n${entry}`);
    if (slice.isOver) await slice.next();
  }
  const digest = entries.digest('hex');
  let best: { entrant: Entrant; ticket: string }[] = [];
  for (let from = 0; from < entrants.length; from += portion) {
    const tickets = entrants.slice(from, from + portion).map((entrant) => ({
      entrant,
      ticket: sha256(`${seed}:${round}:${digest}:${entrant.entry}`),
    }));
    // Nearly sorted, which costs a sort little.
    best = [...best, ...tickets].sort((a, b) => (a.ticket < b.ticket ? -1 : 1)).slice(0, winners);
    if (slice.isOver) await slice.next();
  }
  return { digest, winners: best.map(({ entrant }) => entrant) };
}
