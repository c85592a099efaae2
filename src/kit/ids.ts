import { customAlphabet, nanoid } from 'nanoid';

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

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A secure random code of `length` characters from a–z, A–Z, 0–9, each equally likely. */
export function alphanumericCode(length: number): () => string {
  return customAlphabet(alphanumeric, length);
}
