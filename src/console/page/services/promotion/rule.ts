/** Rules as the service takes them, and those that this page begins with. */
import type { hawker } from '../../live/hawker.ts';

export type Rule = Parameters<typeof hawker.promotion.createRule>[0];

export const newRule = (): Rule => ({
  promo_id: `rule-${crypto.randomUUID().slice(0, 4)}`,
  name: 'A new rule',
  priority: 1,
  stackable: true,
  discount: { type: 'percentage', value: 10 },
  condition_tree: { type: 'AND', children: [{ type: 'MinTransaction', value: 20 }] },
});

export const exampleRules = (): readonly Rule[] => [
  {
    promo_id: 'fruit-week',
    name: 'Fruit week',
    priority: 1,
    stackable: true,
    discount: { type: 'percentage', value: 10 },
    usage_limits: { per_user: 3 },
    condition_tree: {
      type: 'AND',
      children: [
        { type: 'MinTransaction', value: 20 },
        {
          type: 'OR',
          children: [
            { type: 'Category', value: ['fruit', 'vegetables'] },
            { type: 'Area', value: ['harbour'] },
          ],
        },
        { type: 'NOT', children: [{ type: 'FirstNOrder', operator: 'gt', value: 10 }] },
      ],
    },
  },
  {
    promo_id: 'welcome',
    name: 'Welcome, by code',
    priority: 2,
    stackable: true,
    requires_code: true,
    discount: { type: 'fixed', value: 5 },
    condition_tree: { type: 'FirstNOrder', value: 1 },
  },
];
