/** Identifiers: those that nobody can guess, and those that are counted. */
import { nanoid } from 'nanoid';

/**
 * A new identifier `<prefix>_<time><random>`: 9 characters of creation time in base 36, so that
 * neighbours in time are neighbours in an index, then 22 random characters (132 bits), so that
 * nobody can guess one.
 *
 * @param now milliseconds since the epoch
 */
export function newId(prefix: string, now: number): string {
  return `${prefix}_${now.toString(36).padStart(9, '0')}${nanoid(22)}`;
}

/** Identifiers `<prefix>_<n>`, n a whole number from 1 of at most 15 digits. */
export interface NumberedId {
  /** A regular expression, for schemas. */
  readonly pattern: string;
  format(n: number): string;
  /** The number in an id, or undefined for what cannot be one. */
  parse(id: string): number | undefined;
}

export function numberedId(prefix: string): NumberedId {
  const pattern = `^${prefix}_[1-9][0-9]{0,14}$`;
  const shape = new RegExp(pattern);
  return {
    pattern,
    format: (n) => `${prefix}_${n}`,
    parse: (id) => (shape.test(id) ? Number(id.slice(prefix.length + 1)) : undefined),
  };
}
