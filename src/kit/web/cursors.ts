/** Cursors of lists: where a page ended, in a form that clients hand back as it is. */
import type { Static, TSchema } from 'typebox';
import { parseJson } from './json/parse.ts';
import { invalid } from './problem.ts';
import { compileStrict } from './schema.ts';

/** @param schema of a position in the list */
export function cursors<T extends TSchema>(schema: T) {
  const isPosition = compileStrict(schema);
  return {
    format: (position: Static<T>): string =>
      Buffer.from(JSON.stringify(position)).toString('base64url'),

    /** @throws Refusal VALIDATION_FAILED */
    parse(cursor: string): Static<T> {
      const position = parseJson(Buffer.from(cursor, 'base64url').toString());
      if (!isPosition(position)) throw invalid('cursor', 'must be the next_cursor of another page');
      return position;
    },
  };
}
