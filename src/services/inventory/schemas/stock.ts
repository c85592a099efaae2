/** Bodies and answers about stock. */
import { Type, type Static } from 'typebox';
import { Enveloped, Id, Name } from '#kit/web/schema.ts';
import { limits } from '../store/inventory-store.ts';

const Units = (description: string) => Type.Integer({ minimum: 0, description });

export const StockParams = Type.Object({ hub_id: Id('the hub'), sku: Id('the SKU') });

export const Stock = Type.Object({
  hub_id: Type.String({ description: 'the hub' }),
  sku: Type.String({ description: 'the SKU' }),
  available: Units('units that can be reserved'),
  partitioned: Type.Boolean({
    description: 'whether it is a hot SKU, whose units are in 10 buckets',
  }),
  buckets: Type.Integer({ description: 'number of buckets: 10 if it is partitioned, else 1' }),
  held: Units('units in open reservations'),
  confirmed: Units('units in confirmed reservations'),
  loaded: Units('available + held + confirmed'),
});
export const StockView = Enveloped(Stock);

export const LoadBody = Type.Object({
  hub_id: Id('the hub'),
  sku: Id('the SKU'),
  quantity: Type.Integer({
    minimum: 0,
    maximum: limits.available,
    description: 'units that can be reserved from now on',
  }),
  partitioned: Type.Optional(
    Type.Boolean({
      description:
        'true: a hot SKU, whose units are split over 10 buckets; when absent it stays as it is, at first false',
    }),
  ),
});

export type LoadBody = Static<typeof LoadBody>;

export const AdjustBody = Type.Object({
  hub_id: Id('the hub'),
  sku: Id('the SKU; one that is unknown begins with 0 units'),
  delta: Type.Integer({
    minimum: -limits.available,
    maximum: limits.available,
    not: { const: 0 },
    description: 'units that came or, if negative, went; not 0',
  }),
  reason: Name('why, for the record'),
  reference: Id('id of this adjustment, unique over all hubs: repeating it changes nothing'),
});
export type AdjustBody = Static<typeof AdjustBody>;

export const BulkBody = Type.Object({
  items: Type.Array(LoadBody, {
    minItems: 1,
    maxItems: 1000,
    description: 'the stocks to set, each on its own, in this order',
  }),
});
export type BulkBody = Static<typeof BulkBody>;

export const BulkResult = Enveloped(
  Type.Object({
    results: Type.Array(
      Type.Object({
        hub_id: Type.String({ description: 'the hub' }),
        sku: Type.String({ description: 'the SKU' }),
        ok: Type.Boolean({ description: 'whether it is loaded' }),
        code: Type.Optional(Type.String({ description: 'problem code, if it was refused' })),
      }),
      { description: 'one for each item, in their order' },
    ),
  }),
);
