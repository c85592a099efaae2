import type { FastifyReply } from 'fastify';
import type { AdminGuard } from '#kit/admin.ts';
import type { App } from '#kit/http.ts';
import { common, problemResponses, type RefusalFactory } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import { issueToken } from './attestation.ts';
import { checkout, type FlashSale } from './checkout.ts';
import { derivedIdentity, identities } from './device.ts';
import { refuse } from './errors.ts';
import { claimPrize, draw, draws, enter, result } from './lottery.ts';
import { queueStatus } from './queue.ts';
import { confirm, release } from './reservation.ts';
import * as schemas from './schemas.ts';
import { loadStock, stockView } from './stock.ts';
import type { Completed, Queued, Repeated } from './store.ts';
import { claimVoucher } from './voucher.ts';

/** Every route asks the store. */
const refusing = (...kinds: RefusalFactory[]) =>
  problemResponses(...kinds, common.STORE_UNAVAILABLE);

export function routes(app: App, sale: FlashSale, clock: Clock, admin: AdminGuard): void {
  buyerRoutes(app, sale, clock);
  lotteryRoutes(app, sale, clock, admin);
  adminRoutes(app, sale, clock, admin);
}

function buyerRoutes(app: App, sale: FlashSale, clock: Clock): void {
  const { store, secret } = sale;

  const checkoutSchema = {
    body: schemas.CheckoutBody,
    querystring: schemas.CheckoutQuery,
    response: {
      ...refusing(
        refuse.UNKNOWN_SLOT,
        refuse.ATTESTATION_REFUSED,
        refuse.VOUCHER_REQUIRED,
        refuse.RATE_LIMITED,
        refuse.NO_FREE_SLOT,
      ),
      200: schemas.CheckoutResult,
      202: schemas.CheckoutResult,
      409: schemas.CheckoutResult,
    },
  };
  app.post('/flash-sale/checkout', { schema: checkoutSchema }, async (request, reply) => {
    const context = { headers: request.headers, slot: request.query.slot, now: clock() };
    return sendCheckout(reply, await checkout(sale, request.body, context));
  });

  const releaseSchema = {
    body: schemas.ReservationBody,
    response: {
      ...refusing(refuse.UNKNOWN_RESERVATION, refuse.RESERVATION_CONFIRMED),
      200: schemas.ReleaseResult,
    },
  };
  app.post('/flash-sale/release', { schema: releaseSchema }, ({ body }) =>
    release(store, body.reservation_id, clock()),
  );

  const confirmSchema = {
    body: schemas.ReservationBody,
    response: {
      ...refusing(refuse.UNKNOWN_RESERVATION, refuse.RESERVATION_RELEASED),
      200: schemas.ConfirmResult,
    },
  };
  app.post('/flash-sale/confirm', { schema: confirmSchema }, async ({ body }) => ({
    data: await confirm(store, body.reservation_id),
  }));

  const queueSchema = {
    querystring: schemas.QueueQuery,
    response: {
      ...refusing(refuse.AMBIGUOUS_PRODUCT, refuse.NOT_QUEUED),
      200: schemas.QueueResult,
    },
  };
  app.get('/flash-sale/queue-status', { schema: queueSchema }, ({ query }) =>
    queueStatus(store, query.user_id, query.product_id, clock()),
  );

  const tokenSchema = {
    querystring: schemas.TokenQuery,
    response: { ...refusing(), 200: schemas.TokenResult },
  };
  app.get('/flash-sale/token', { schema: tokenSchema }, async ({ query }) =>
    issueToken(secret, query.device_fp, clock()),
  );

  const voucherSchema = {
    body: schemas.VoucherBody,
    response: {
      ...refusing(
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
    const claim = { productId: product_id, userId: user_id, device };
    const isNew = await claimVoucher(store, claim, clock());
    return reply.code(isNew ? 201 : 200).send({ status: 'claimed', product_id, user_id });
  });
}

function lotteryRoutes(app: App, { store }: FlashSale, clock: Clock, admin: AdminGuard): void {
  const enterSchema = {
    body: schemas.EnterBody,
    response: {
      ...refusing(
        refuse.UNKNOWN_PRODUCT,
        refuse.WRONG_FLOW,
        refuse.ALREADY_ENTERED,
        refuse.ENROLMENT_CLOSED,
        refuse.RATE_LIMITED,
      ),
      200: schemas.EnterResult,
      201: schemas.EnterResult,
    },
  };
  app.post('/flash-sale/lottery/enter', { schema: enterSchema }, async (request, reply) => {
    const { product_id, user_id, device_fp: device } = request.body;
    const devices = identities(request.headers, device);
    const entry = { productId: product_id, userId: user_id, device, devices, now: clock() };
    const { isNew, commitment } = await enter(store, entry);
    const answer = { status: 'lottery_entered', product_id, user_id, commitment } as const;
    return reply.code(isNew ? 201 : 200).send(answer);
  });

  const resultSchema = {
    querystring: schemas.LotteryQuery,
    response: { ...refusing(refuse.NOT_ENTERED), 200: schemas.LotteryResult },
  };
  app.get('/flash-sale/lottery/result', { schema: resultSchema }, ({ query }) =>
    result(store, { productId: query.product_id, userId: query.user_id }, clock()),
  );

  const drawsSchema = {
    querystring: schemas.StockQuery,
    response: { ...refusing(refuse.UNKNOWN_PRODUCT), 200: schemas.DrawsResult },
  };
  app.get('/flash-sale/lottery/draws', { schema: drawsSchema }, async ({ query }) => ({
    draws: await draws(store, query.product_id),
  }));

  const prizeSchema = {
    body: schemas.PrizeBody,
    response: {
      ...refusing(refuse.UNKNOWN_LOTTERY_TOKEN, refuse.LOTTERY_TOKEN_EXPIRED),
      200: schemas.PrizeResult,
    },
  };
  app.post('/flash-sale/lottery/checkout', { schema: prizeSchema }, async ({ body }) => ({
    data: await claimPrize(store, body.lottery_token, clock()),
  }));

  const drawSchema = {
    body: schemas.DrawBody,
    response: {
      ...refusing(
        common.ADMIN_TOKEN_REQUIRED,
        refuse.UNKNOWN_PRODUCT,
        refuse.WRONG_FLOW,
        refuse.WRONG_ROUND,
        refuse.INSUFFICIENT_STOCK,
      ),
      200: schemas.DrawResult,
    },
  };
  const drawOptions = { schema: drawSchema, onRequest: admin };
  app.post('/admin/flash-sale/lottery/draw', drawOptions, async ({ body }) => {
    const { product_id: productId, winners, round = 1 } = body;
    return { data: await draw(store, { productId, winners, round }, clock()) };
  });
}

function adminRoutes(app: App, { store }: FlashSale, clock: Clock, admin: AdminGuard): void {
  const loadSchema = {
    body: schemas.LoadBody,
    response: {
      ...refusing(common.ADMIN_TOKEN_REQUIRED, refuse.ALREADY_LOADED),
      201: schemas.LoadResult,
    },
  };
  const loadOptions = { schema: loadSchema, onRequest: admin };
  app.post('/admin/flash-sale/init-product', loadOptions, async ({ body }, reply) =>
    reply.code(201).send({ data: await loadStock(store, body, clock()) }),
  );

  const stockSchema = {
    querystring: schemas.StockQuery,
    response: {
      ...refusing(common.ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PRODUCT),
      200: schemas.StockResult,
    },
  };
  const stockOptions = { schema: stockSchema, onRequest: admin };
  app.get('/admin/flash-sale/stock', stockOptions, async ({ query }) => ({
    data: await stockView(store, query.product_id),
  }));

  const membersSchema = {
    body: schemas.MembersBody,
    response: { ...refusing(common.ADMIN_TOKEN_REQUIRED), 200: schemas.MembersResult },
  };
  const membersOptions = { schema: membersSchema, onRequest: admin };
  app.post('/admin/flash-sale/members', membersOptions, async ({ body: { user_ids, tier } }) => {
    await store.setTier(user_ids, tier);
    return { tier, updated: user_ids.length };
  });
}

function sendCheckout(reply: FastifyReply, outcome: Completed | Queued | Repeated): FastifyReply {
  if (outcome.kind !== 'repeated') {
    return reply.code(outcome.kind === 'completed' ? 200 : 202).send({ data: fields(outcome) });
  }
  const status = 'idempotency_conflict';
  if (outcome.original === 'running') return reply.code(409).send({ data: { status } });
  const { status: original_status, ...rest } = fields(outcome.original);
  return reply.code(409).send({ data: { status, original_status, ...rest } });
}

function fields(result: Completed | Queued) {
  if (result.kind === 'queued') return { status: result.kind, position: result.position };
  const { kind: status, orderId: order_id, reservationId: reservation_id } = result;
  return { status, order_id, reservation_id };
}
