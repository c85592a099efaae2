/**
 * How the frequencies of an index decay: with a half-life, from the instant at which it was set.
 *
 * An index has a clock of its own that counts half-lives. It stands still while there is no
 * half-life, and goes on at another pace when another one is set. A frequency is kept with the time
 * that the clock showed; so neither the passing of time nor a setting touches any term.
 */
import type { Count } from '../completions/ranking.ts';

export interface Decay {
  /** 0: never. */
  readonly halfLifeHours: number;
  /** When that was set, milliseconds since the epoch. */
  readonly since: number;
  /** The reading of the clock at that instant, half-lives. */
  readonly halvings: number;
}

export const noDecay: Decay = { halfLifeHours: 0, since: 0, halvings: 0 };

const hourMs = 3_600_000;

/** The reading of the clock. */
export function halvingsAt({ halfLifeHours, since, halvings }: Decay, now: number): number {
  if (halfLifeHours === 0) return halvings;
  // Differences below a millisecond do not count; another replica's clock may be a little ahead.
  return halvings + Math.max(0, now - since) / Math.max(1, halfLifeHours * hourMs);
}

/** Whether all counts of the index are whole numbers that simply add up. */
export const hasNeverDecayed = ({ halfLifeHours, halvings }: Decay): boolean =>
  halfLifeHours === 0 && halvings === 0;

/** Another half-life from now on. */
export const withHalfLife = (decay: Decay, halfLifeHours: number, now: number): Decay => ({
  halfLifeHours,
  since: now,
  halvings: halvingsAt(decay, now),
});

/** The present value of a count, plus an increment. */
export function increased(count: Count | undefined, increment: number, halvings: number): Count {
  if (count === undefined) return { freq: increment, halvings };
  // The clock of one of two replicas may be a little behind.
  const later = Math.max(halvings, count.halvings);
  return { freq: count.freq * 2 ** (count.halvings - later) + increment, halvings: later };
}

/** The frequency that is answered. */
export function freqAt({ freq, halvings }: Count, now: number): number {
  // A half is what is left of 1 after a half-life, also where the last digit of a number is off.
  return Math.floor(freq * 2 ** Math.min(0, halvings - now) + 0.5 + 1e-9);
}
