/** A promotion as an operator writes it, and the cart and customer that it is checked against. */

import type { Node } from './conditions/tree.ts';

export interface Item {
  readonly sku: string;
  readonly category: string;
  readonly price: number;
  readonly qty: number;
}

export interface Cart {
  readonly total: number;
  readonly hub_id: string;
  readonly items: readonly Item[];
}

export interface Customer {
  readonly id: string;
  readonly device_fingerprint: string;
  /** Orders of the customer, the one being placed included. */
  readonly order_count: number;
}

/** What conditions look at. */
export interface Situation {
  readonly cart: Cart;
  /** Categories of the cart's items, in lower case. */
  readonly categories: ReadonlySet<string>;
  readonly customer: Customer;
  /** Milliseconds. */
  readonly now: number;
}

/** Prepares a cart for many rules. */
export function situationOf(cart: Cart, customer: Customer, now: number): Situation {
  const categories = new Set(cart.items.map(({ category }) => category.toLowerCase()));
  return { cart, categories, customer, now };
}

export interface Discount {
  readonly type: 'percentage' | 'fixed';
  /** Per cent, 0–100, or an amount. */
  readonly value: number;
}

/** 0 or absent: unlimited. */
export interface UsageLimits {
  readonly per_user?: number;
  readonly global?: number;
  /** Lifetime of the counters after their last use, seconds; 0 or absent: for ever. */
  readonly ttl_seconds?: number;
}

export interface Rule {
  readonly promo_id: string;
  readonly name: string;
  /** Lower comes first. */
  readonly priority: number;
  readonly stackable: boolean;
  readonly discount: Discount;
  readonly condition_tree: Node;
  readonly usage_limits: UsageLimits;
}
