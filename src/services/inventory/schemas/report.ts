/** The report of a reconciliation. */
import { Type, type Static } from 'typebox';

const Difference = Type.Object({
  hub_id: Type.String(),
  sku: Type.String(),
  operational: Type.Integer({ description: 'available + held' }),
  recorded: Type.Integer({ description: 'stock on hand in the system of record' }),
  explained_by: Type.Union([Type.Literal('outbox'), Type.Null()], {
    description: 'outbox: exactly what waits to be recorded',
  }),
});
export type Difference = Static<typeof Difference>;

const Unbalanced = Type.Object({
  hub_id: Type.String(),
  sku: Type.String(),
  loaded: Type.Integer(),
  available: Type.Integer(),
  held: Type.Integer(),
  confirmed: Type.Integer(),
});
const Rejected = Type.Object({
  entry_id: Type.String({ description: 'the reservation, or the loading' }),
  hub_id: Type.String(),
  failures: Type.Integer({ description: 'how often the record has rejected it' }),
  reason: Type.String({ description: 'why, the last time' }),
  retry_at: Type.Integer({ description: 'instant of the next attempt, milliseconds' }),
});

export const Report = Type.Object({
  checked: Type.Integer({ description: 'pairs of hub and SKU that were compared' }),
  differences: Type.Array(Difference),
  unbalanced: Type.Array(Unbalanced, {
    description: 'pairs where loaded is not available + held + confirmed',
  }),
  postponed: Type.Integer({
    description: 'pairs not compared, because too many of their movements wait in the outbox',
  }),
  rejected: Type.Array(Rejected, {
    description: 'entries of the outbox that the record rejects, at most 100',
  }),
});
export type Report = Static<typeof Report>;
