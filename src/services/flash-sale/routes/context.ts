/** What all routes of the flash sale work with. */
import type { Access } from '#kit/web/identity/access.ts';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import type { CheckoutOptions } from '../checkout.ts';
import type { Followers } from '../follow.ts';
import type { FlashSaleStore } from '../store/flash-sale-store.ts';

export interface RouteContext extends CheckoutOptions {
  readonly store: FlashSaleStore;
  readonly followers: Followers;
  readonly clock: Clock;
  /** The access that confirming needs. */
  readonly confirmAccess: Access;
}

/** Responses of a route that asks the store. */
export const refusals = (...kinds: RefusalFactory[]) =>
  problemResponses(...kinds, common.STORE_UNAVAILABLE);
