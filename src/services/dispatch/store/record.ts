/** Shared by records of all kinds. */
import { Type } from 'typebox';

/** Members of records that may be missing: null here, absent in a hash of Redis. */
export const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'], default: null });
export const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], default: null });

/** A part of a list in the order of ids, byte by byte. */
export interface Page {
  /** The id after which it begins; empty: the first one. */
  readonly after: string;
  readonly limit: number;
}
