import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';

/** Follows that one statement looks at, and posts that it reads of them: a few milliseconds of work. */
export const followsAtOnce = 500;
export const postsAtOnce = 4_000;

/** Lists come as JSON: rows of node:sqlite take three times as long to read. */
export const parseList = storedJson('a list of post numbers', Type.Array(Type.Integer()));
