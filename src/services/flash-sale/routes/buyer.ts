import type { FastifyReply } from 'fastify';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { common } from '#kit/web/problem.ts';
import { issueToken } from '../attestation.ts';
import { checkout } from '../checkout.ts';
import { derivedIdentity } from '../device.ts';
import { refuse } from '../errors.ts';
import { confirm, expiryField, release } from '../reservation.ts';
import * as schemas from '../schemas.ts';
import type { Completed, Queued, Repeated } from '../store/checkouts.ts';
import { claimVoucher } from '../voucher.ts';
import { refusals, type RouteContext } from './context.ts';

export function buyerRoutes(app: App, context: RouteContext): void {
  const { store, secret, clock, confirmAccess } = context;
  const refused = refusals(
    refuse.UNKNOWN_SLOT,
    refuse.ATTESTATION_REFUSED,
    refuse.VOUCHER_REQUIRED,
    refuse.SALE_NOT_OPEN,
    refuse.SALE_OVER,
    refuse.LOTTERY_ONLY,
    refuse.PURCHASE_LIMIT_REACHED,
    refuse.SOLD_OUT,
    refuse.RATE_LIMITED,
    common.QUOTA_EXCEEDED,
    refuse.SALE_PAUSED,
    refuse.NO_FREE_SLOT,
  );
  const conflict = refused[409]!;
  const checkoutSchema = {
    operationId: 'flashSaleCheckout',
    summary: 'Buy units or join the waiting room',
    description:
      'Answers 200 when the units are sold, and 202 with a position when too few are left; a race answers 409 `SOLD_OUT` instead. Fails while the sale is not open, and beyond the purchase limit of the user; a refused request leaves the key usable. For 10 minutes a used `idempotency_key` buys nothing and answers 409 with what the first request got.',
    access: access.user({ body: 'user_id' }),
    body: schemas.CheckoutBody,
    querystring: schemas.CheckoutQuery,
    response: {
      ...refused,
      200: schemas.CheckoutResult,
      202: schemas.CheckoutResult,
      // Either what the first request with the key got, or a refusal.
      409: {
        description: `idempotency_conflict: the key was used; or ${conflict.description}`,
        content: { ...conflict.content, 'application/json': { schema: schemas.CheckoutResult } },
      },
    },
  };
  app.post('/flash-sale/checkout', { schema: checkoutSchema }, async (request, reply) => {
    const { headers, query, raw, body } = request;
    const from = { headers, slot: query.slot, caller: callerOf(raw), now: clock() };
    const result = await checkout(store, context, body, from);
    return sendCheckout(reply, result);
  });

  const releaseSchema = {
    operationId: 'flashSaleRelease',
    summary: 'Release a reservation and return its units',
    description:
      'Users who wait are promoted in order, as far as the units go. A repeated request, or one for a hold that has lapsed, answers 200 with `released: false`. Fails with 409 once the reservation is confirmed.',
    access: access.ownerOf('reservation'),
    body: schemas.ReservationBody,
    response: {
      ...refusals(refuse.UNKNOWN_RESERVATION, refuse.RESERVATION_CONFIRMED),
      200: schemas.ReleaseResult,
    },
  };
  app.post('/flash-sale/release', { schema: releaseSchema }, async ({ raw, body }) => {
    const { reservation_id: id } = body;
    await demandOwn(callerOf(raw), () => store.buyerOf(id), refuse.UNKNOWN_RESERVATION);
    return release(store, id, clock());
  });

  const confirmSchema = {
    operationId: 'flashSaleConfirm',
    summary: 'Confirm a reservation after its payment',
    description:
      'Makes the sale final; repeating it gives the same answer. Fails with 409 once the reservation was released or its hold has lapsed. While identity is on, only a service can confirm, unless `CONFIRM_BY_USER=1` is set.',
    access: confirmAccess,
    body: schemas.ReservationBody,
    response: {
      ...refusals(
        refuse.UNKNOWN_RESERVATION,
        refuse.RESERVATION_RELEASED,
        refuse.RESERVATION_EXPIRED,
      ),
      200: schemas.ConfirmResult,
    },
  };
  app.post('/flash-sale/confirm', { schema: confirmSchema }, async ({ raw, body }) => {
    const { reservation_id: id } = body;
    await demandOwn(callerOf(raw), () => store.buyerOf(id), refuse.UNKNOWN_RESERVATION);
    return { data: await confirm(store, id, clock()) };
  });

  const tokenSchema = {
    operationId: 'flashSaleIssueToken',
    summary: 'Issue an attestation token for a device',
    description:
      'A checkout needs the token and its `expires_at`. The token is good for 30 seconds, for this device only.',
    access: access.public,
    querystring: schemas.TokenQuery,
    response: { ...refusals(), 200: schemas.TokenResult },
  };
  app.get('/flash-sale/token', { schema: tokenSchema }, async ({ query }) =>
    issueToken(secret, query.device_fp, clock()),
  );

  const voucherSchema = {
    operationId: 'flashSaleClaimVoucher',
    summary: 'Claim a voucher for a sale',
    description:
      'Products with the flow `voucher` are sold to holders only. Answers 201 for a new voucher, and 200 for a user who has one already. Loading the stock again voids all vouchers.',
    access: access.user({ body: 'user_id' }),
    body: schemas.VoucherBody,
    response: {
      ...refusals(
        refuse.UNKNOWN_PRODUCT,
        refuse.WRONG_FLOW,
        refuse.NO_VOUCHER_LEFT,
        refuse.RATE_LIMITED,
      ),
      200: schemas.VoucherResult,
      201: schemas.VoucherResult,
    },
  };
  app.post('/voucher/claim', { schema: voucherSchema }, async ({ body, headers, ip }, reply) => {
    const { product_id, user_id } = body;
    const device = derivedIdentity(headers, ip);
    const claim = { productId: product_id, userId: user_id, device, now: clock() };
    const isNew = await claimVoucher(store, claim);
    return reply.code(isNew ? 201 : 200).send({ status: 'claimed', product_id, user_id });
  });
}

function sendCheckout(reply: FastifyReply, outcome: Completed | Queued | Repeated): FastifyReply {
  if (outcome.kind !== 'repeated') {
    return reply.code(outcome.kind === 'completed' ? 200 : 202).send({ data: fields(outcome) });
  }
  const status = 'idempotency_conflict';
  if (outcome.original.kind === 'running') return reply.code(409).send({ data: { status } });
  const { status: original_status, ...rest } = fields(outcome.original);
  return reply.code(409).send({ data: { status, original_status, ...rest } });
}

function fields(result: Completed | Queued) {
  if (result.kind === 'queued') return { status: result.kind, position: result.position };
  const { kind: status, orderId: order_id, reservationId: reservation_id } = result;
  return { status, order_id, reservation_id, ...expiryField(result) };
}
