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
    access: access.user({ body: 'user_id' }),
    body: schemas.CheckoutBody,
    querystring: schemas.CheckoutQuery,
    response: {
      ...refused,
      200: schemas.CheckoutResult,
      202: schemas.CheckoutResult,
      // What the key yielded, or a refusal.
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
    access: access.public,
    querystring: schemas.TokenQuery,
    response: { ...refusals(), 200: schemas.TokenResult },
  };
  app.get('/flash-sale/token', { schema: tokenSchema }, async ({ query }) =>
    issueToken(secret, query.device_fp, clock()),
  );

  const voucherSchema = {
    operationId: 'flashSaleClaimVoucher',
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
