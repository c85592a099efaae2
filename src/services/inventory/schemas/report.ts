/** The report of a reconciliation. */
import { Type, type Static } from 'typebox';

const HubId = Type.String({ description: 'the hub' });
const Sku = Type.String({ description: 'the SKU' });

const Difference = Type.Object({
  hub_id: HubId,
  sku: Sku,
  operational: Type.Integer({ description: 'available + held in the operational store' }),
  recorded: Type.Integer({ description: 'stock on hand in the system of record' }),
  explained_by: Type.Union([Type.Literal('outbox'), Type.Null()], {
    description: 'outbox: exactly the movements that wait to be recorded; null: unknown',
  }),
});
export type Difference = Static<typeof Difference>;

const Unbalanced = Type.Object({
  hub_id: HubId,
  sku: Sku,
  loaded: Type.Integer({ description: 'units' }),
  available: Type.Integer({ description: 'units that can be reserved' }),
  held: Type.Integer({ description: 'units in open reservations' }),
  confirmed: Type.Integer({ description: 'units in confirmed reservations' }),
});
const Rejected = Type.Object({
  entry_id: Type.String({ description: 'the reservation, loading or adjustment' }),
  hub_id: HubId,
  failures: Type.Integer({ description: 'number of attempts that the record has rejected' }),
  reason: Type.String({ description: 'why the last attempt was rejected' }),
  retry_at: Type.Integer({
    description: 'when the next attempt is made, milliseconds since the epoch',
  }),
});

export const Report = Type.Object({
  checked: Type.Integer({ description: 'pairs of hub and SKU that were compared' }),
  differences: Type.Array(Difference, {
    description: 'pairs whose stock differs from the record',
  }),
  unbalanced: Type.Array(Unbalanced, {
    description: 'pairs whose loaded units are not available + held + confirmed',
  }),
  postponed: Type.Integer({
    description: 'pairs not compared, because too many of their movements wait in the outbox',
  }),
  rejected: Type.Array(Rejected, {
    description: 'entries of the outbox that the record rejects, at most 100',
  }),
});
export type Report = Static<typeof Report>;
