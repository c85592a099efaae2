/** The order that the address names, such as `?order=o-1`: short links lead to it. */
import { useLoaded, type Loaded } from '../../live/hooks.ts';
import { clientOf, variants, type Variant } from './variant.ts';

export interface Followed {
  readonly variant: Variant;
  readonly status: string;
}

/**
 * The variant that knows the order; null: none does.
 *
 * @param likely the variant that the address names: it is asked first, and as a rule alone
 */
export function useFollowed(orderId: string, likely: Variant): Loaded<Followed | null> {
  const find = async () => {
    for (const variant of new Set([likely, ...variants])) {
      const { data, error } = await clientOf(variant).showOrder(orderId).result();
      if (data !== undefined) return { variant, status: data.status };
      if (error.code !== 'UNKNOWN_ORDER') throw error;
    }
    return null;
  };
  return useLoaded(orderId === '' ? undefined : find, [orderId]);
}
