import { Type } from 'typebox';
import { Enveloped } from '#kit/web/schema.ts';
import { defaultIndex } from './dictionaries/dictionaries.ts';

/** Most results of one answer, whatever `limit` says. */
export const maxResults = 1_000;
/** Most terms of one bulk training. */
export const maxTerms = 10_000;
/** Code points. */
export const maxTermLength = 256;

export const Term = Type.String({
  minLength: 1,
  maxLength: maxTermLength,
  // Any character, NUL too; half a surrogate pair is none, and has no form in UTF-8.
  pattern: '^\\P{Cs}*$',
  description: '1–256 characters (code points), kept as sent',
});

const indexName = '^[a-z0-9_-]{1,64}$';
export const IndexName = Type.String({
  pattern: indexName,
  description: '1–64 of `a-z`, `0-9`, `-`, `_`',
});
const index = Type.String({
  default: defaultIndex,
  pattern: indexName,
  description: '1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other',
});
export const IndexQuery = Type.Object({ index });

export const AutocompleteQuery = Type.Object({
  q: Type.String({
    default: '',
    maxLength: 256,
    description: 'prefix, up to 256 characters (code points); empty: the best of all terms',
  }),
  limit: Type.Integer({
    default: 10,
    // Text such as Infinity would pass as a whole number.
    minimum: -Number.MAX_VALUE,
    maximum: Number.MAX_VALUE,
    description: `most results; 0 or less: as many as there are. Never more than ${maxResults}`,
  }),
  index,
  match: Type.String({
    enum: ['exact', 'folded'],
    default: 'exact',
    description: 'folded: case and accents aside',
  }),
  fuzzy: Type.Integer({
    enum: [0, 1],
    default: 0,
    description:
      '1: also terms that begin with the prefix after one edit from its third character on, after the others',
  }),
});
export const AutocompleteResult = Enveloped(
  Type.Object({
    query: Type.String({ description: 'the prefix as sent' }),
    results: Type.Array(
      Type.Object({
        term: Type.String(),
        freq: Type.Integer({
          description: 'how often it was trained; in an index with a half-life, what is left of it',
        }),
      }),
      { description: 'by descending freq, then by ascending term (code points)' },
    ),
  }),
);

export const TrainBody = Type.Object({ term: Term });
export const TrainResult = Enveloped(
  Type.Object({ trained: Type.String({ description: 'the term' }) }),
);

export const BulkBody = Type.Object({
  terms: Type.Array(Term, { maxItems: maxTerms, description: 'each counts as often as listed' }),
});
export const BulkResult = Enveloped(
  Type.Object({ trained: Type.Integer({ description: 'number of terms sent' }) }),
);
