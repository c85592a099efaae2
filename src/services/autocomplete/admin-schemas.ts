/** Schemas of the routes for operators. */
import { Type } from 'typebox';
import { IndexName, Term } from './schemas.ts';

/** So that many billions of trainings may follow, and every number stays exact. */
const maxFreq = 1_000_000_000_000;
/** Some hundred thousand years. */
const maxHalfLifeHours = 1_000_000_000;

export const TermParams = Type.Object({ term: Term });
export const FreqBody = Type.Object({
  freq: Type.Integer({
    minimum: 0,
    maximum: maxFreq,
    description: 'the new frequency; 0 removes the term',
  }),
});
export const FreqSet = Type.Object({
  term: Type.String({ description: 'the term' }),
  freq: Type.Integer({ description: 'its frequency now' }),
});
export const Deleted = Type.Object({
  deleted: Type.Boolean({ description: 'false: there was nothing to delete' }),
});
export const Blocked = Type.Object({
  term: Type.String({ description: 'the term' }),
  blocked: Type.Boolean({ description: 'whether lookups hide it now' }),
});

export const IndexParams = Type.Object({ name: IndexName });
const half_life_hours = Type.Number({
  minimum: 0,
  maximum: maxHalfLifeHours,
  description: 'hours in which a frequency falls by half; 0: frequencies do not fall',
});
export const HalfLifeBody = Type.Object({ half_life_hours });
export const HalfLifeSet = Type.Object({
  name: Type.String({ description: 'the index' }),
  half_life_hours,
});

export const IndexesQuery = Type.Object({
  limit: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1_000,
    description: 'maximum number of indexes per page',
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: 'next_cursor of the previous page',
    }),
  ),
});
export const IndexList = Type.Object({
  indexes: Type.Array(
    Type.Object({
      name: Type.String({ description: 'the index' }),
      terms: Type.Integer({
        description:
          'number of terms, including blocked ones and those whose frequency has fallen to 0',
      }),
      blocked: Type.Integer({ description: 'number of blocked terms, trained or not' }),
      half_life_hours,
    }),
    { description: 'sorted by name' },
  ),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});
