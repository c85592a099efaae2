/** The stored form of `shared_with`: JSON, from user to permission. */
import { checked, storedJson } from '#kit/web/schema.ts';
import { SharedWith } from '../schemas.ts';

/** For a column that the driver parses. */
export const checkShares = checked('shared_with', SharedWith);
/** For a column of text. */
export const parseShares = storedJson('shared_with', SharedWith);
