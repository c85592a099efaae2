/** The stored form of `shared_with`: JSON, from user to permission. */
import { checked, storedJson } from '#kit/web/schema.ts';
import { SharedWith } from '../schemas.ts';

/** Checks a column that the driver has parsed. */
export const checkShares = checked('shared_with', SharedWith);
/** Parses and checks a column of text. */
export const parseShares = storedJson('shared_with', SharedWith);
