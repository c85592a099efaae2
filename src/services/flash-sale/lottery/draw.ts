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
import type { Round } from './store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The secret of one draw: 256 random bits, hexadecimal. */
export const newSeed = () => randomBytes(32).toString('hex');

export const commitment = sha256;
export const entryOf = sha256;

export function entriesDigest(entrants: readonly string[]): string {
  return sha256(entrants.map(entryOf).join('\n'));
}

/** The users who win, best ticket first. */
export function drawWinners({ seed, round, entrants, winners }: Omit<Round, 'drawn'>): string[] {
  const digest = entriesDigest(entrants);
  const ticket = (user: string) => sha256(`${seed}:${round}:${digest}:${entryOf(user)}`);
  return entrants
    .map((user) => ({ user, ticket: ticket(user) }))
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, winners)
    .map(({ user }) => user);
}
