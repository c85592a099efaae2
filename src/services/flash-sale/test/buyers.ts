/** Shared by tests of the real process: buyers with good tokens, and the operator. */
import { createHmac } from 'node:crypto';
import { post } from '#kit/testing/process.ts';

export const secret = 'process-test-secret';

export interface Ledger {
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
  readonly released: number;
  readonly expired: number;
  readonly waiting: number;
}

export function load(address: string, product_id: string, total_stock: number, more: object = {}) {
  return post(address, '/admin/flash-sale/init-product', { product_id, total_stock, ...more });
}

export async function stockOf(address: string, product: string): Promise<Ledger> {
  const response = await fetch(`${address}/admin/flash-sale/stock?product_id=${product}`);
  return ((await response.json()) as { data: Ledger }).data;
}

/** One unit for a user and a device of their own, with a token that is valid now. */
export function checkoutBody(product_id: string, key: string) {
  const device_fp = `device-${key}`;
  const expires_at = Math.floor(Date.now() / 1000) + 30;
  const signed = `${device_fp}:${expires_at}`;
  const attestation = createHmac('sha256', secret).update(signed).digest('hex');
  const user_id = `user-${key}`;
  const body = { product_id, user_id, qty: 1, device_fp, attestation, expires_at };
  return { ...body, idempotency_key: key };
}

export const checkout = (address: string, product_id: string, key: string) =>
  post(address, '/flash-sale/checkout', checkoutBody(product_id, key));
