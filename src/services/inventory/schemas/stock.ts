/** Bodies and answers about stock. */
import { Type, type Static } from 'typebox';
import { Enveloped, Id, Name } from '#kit/web/schema.ts';
import { limits } from '../store/store.ts';

const Units = (description?: string) => Type.Integer({ minimum: 0, description });

export const StockParams = Type.Object({ hub_id: Id(), sku: Id() });

export const Stock = Type.Object({
  hub_id: Type.String(),
  sku: Type.String(),
  available: Units('units that can be reserved'),
  partitioned: Type.Boolean({ description: 'whether it is a hot SKU' }),
  buckets: Type.Integer({ description: '10 when partitioned, else 1' }),
  held: Units('units in open reservations'),
  confirmed: Units('units in confirmed reservations'),
  loaded: Units('available + held + confirmed'),
});
export const StockView = Enveloped(Stock);

export const LoadBody = Type.Object({
  hub_id: Id(),
  sku: Id(),
  quantity: Type.Integer({
    minimum: 0,
    maximum: limits.available,
    description: 'units available afterwards',
  }),
  partitioned: Type.Optional(
    Type.Boolean({ description: 'true: a hot SKU; by default as it is, and false at first' }),
  ),
});

export type LoadBody = Static<typeof LoadBody>;

export const AdjustBody = Type.Object({
  hub_id: Id(),
  sku: Id('made when it is unknown'),
  delta: Type.Integer({
    minimum: -limits.available,
    maximum: limits.available,
    not: { const: 0 },
    description: 'units that come or, below 0, go; not 0',
  }),
  reason: Name('for the record'),
  reference: Id('of this adjustment, among those of all hubs: repeating it changes nothing'),
});
export type AdjustBody = Static<typeof AdjustBody>;

export const BulkBody = Type.Object({
  items: Type.Array(LoadBody, {
    minItems: 1,
    maxItems: 1000,
    description: 'loaded each on its own, in this order',
  }),
});
export type BulkBody = Static<typeof BulkBody>;

export const BulkResult = Enveloped(
  Type.Object({
    results: Type.Array(
      Type.Object({
        hub_id: Type.String(),
        sku: Type.String(),
        ok: Type.Boolean(),
        code: Type.Optional(Type.String({ description: 'why it was refused' })),
      }),
      { description: 'one for each item, in their order' },
    ),
  }),
);
