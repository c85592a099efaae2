import { Type } from 'typebox';
import { Enveloped } from '#kit/web/schema.ts';
import { defaultIndex } from './dictionaries/dictionaries.ts';

/** The maximum number of results of one answer, whatever `limit` says. */
export const maxResults = 1_000;
/** The maximum number of terms of one bulk training. */
export const maxTerms = 10_000;
/** The maximum length of a term, in code points. */
export const maxTermLength = 256;

export const Term = Type.String({
  minLength: 1,
  maxLength: maxTermLength,
  // Allows any character, even NUL, but no lone surrogate, which has no form in UTF-8.
  pattern: '^\\P{Cs}*$',
  description: 'the term: 1–256 characters (code points), kept exactly as sent',
});

const indexName = '^[a-z0-9_-]{1,64}$';
export const IndexName = Type.String({
  pattern: indexName,
  description: 'name of the index: 1–64 of `a-z`, `0-9`, `-`, `_`',
});
const index = Type.String({
  default: defaultIndex,
  pattern: indexName,
  description: 'name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms',
});
export const IndexQuery = Type.Object({ index });

export const AutocompleteQuery = Type.Object({
  q: Type.String({
    default: '',
    maxLength: 256,
    description:
      'the prefix, up to 256 characters (code points); when empty, the most frequent of all terms',
  }),
  limit: Type.Integer({
    default: 10,
    // Text such as Infinity would pass as a whole number.
    minimum: -Number.MAX_VALUE,
    maximum: Number.MAX_VALUE,
    description: `maximum number of results; 0 or less: all, up to ${maxResults}`,
  }),
  index,
  match: Type.String({
    enum: ['exact', 'folded'],
    default: 'exact',
    description: 'folded: ignores case and accents',
  }),
  fuzzy: Type.Integer({
    enum: [0, 1],
    default: 0,
    description:
      '1: adds, after the other results, terms that begin with the prefix after one edit: a character inserted, removed or replaced, from its third character on',
  }),
});
export const AutocompleteResult = Enveloped(
  Type.Object({
    query: Type.String({ description: 'the prefix as sent' }),
    results: Type.Array(
      Type.Object({
        term: Type.String({ description: 'the term as it was trained' }),
        freq: Type.Integer({
          description:
            'how often the term was trained; in an index with a half-life, what remains of that',
        }),
      }),
      { description: 'the highest freq first, then by term (code points)' },
    ),
  }),
);

export const TrainBody = Type.Object({ term: Term });
export const TrainResult = Enveloped(
  Type.Object({ trained: Type.String({ description: 'the trained term' }) }),
);

export const BulkBody = Type.Object({
  terms: Type.Array(Term, {
    maxItems: maxTerms,
    description: 'the terms; a term that is listed several times is counted each time',
  }),
});
export const BulkResult = Enveloped(
  Type.Object({ trained: Type.Integer({ description: 'number of terms in the request' }) }),
);
