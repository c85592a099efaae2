/** What operators send and get. */
import { Type } from 'typebox';
import { IndexName, Term } from './schemas.ts';

/** So that many billions of trainings may follow, and every number stays exact. */
const maxFreq = 1_000_000_000_000;
/** Some hundred thousand years. */
const maxHalfLifeHours = 1_000_000_000;

export const TermParams = Type.Object({ term: Term });
export const FreqBody = Type.Object({
  freq: Type.Integer({ minimum: 0, maximum: maxFreq, description: '0: it is no term any more' }),
});
export const FreqSet = Type.Object({ term: Type.String(), freq: Type.Integer() });
export const Deleted = Type.Object({
  deleted: Type.Boolean({ description: 'whether there was one' }),
});
export const Blocked = Type.Object({ term: Type.String(), blocked: Type.Boolean() });

export const IndexParams = Type.Object({ name: IndexName });
const half_life_hours = Type.Number({
  minimum: 0,
  maximum: maxHalfLifeHours,
  description: 'in which a frequency falls to a half; 0: never',
});
export const HalfLifeBody = Type.Object({ half_life_hours });
export const HalfLifeSet = Type.Object({ name: Type.String(), half_life_hours });

export const IndexesQuery = Type.Object({
  limit: Type.Integer({ default: 100, minimum: 1, maximum: 1_000 }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_024, description: 'next_cursor of the page before' }),
  ),
});
export const IndexList = Type.Object({
  indexes: Type.Array(
    Type.Object({
      name: Type.String(),
      terms: Type.Integer({ description: 'blocked ones and those that round to 0 included' }),
      blocked: Type.Integer({ description: 'terms that are blocked, trained or not' }),
      half_life_hours,
    }),
    { description: 'by name' },
  ),
  next_cursor: Type.Optional(Type.String({ description: 'absent on the last page' })),
});
