/** Members of records that may be missing: null here, absent in a hash of Redis. */
import { Type } from 'typebox';

export const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'], default: null });
export const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], default: null });
