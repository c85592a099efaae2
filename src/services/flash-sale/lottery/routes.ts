import { Readable } from 'node:stream';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { sendJson } from '#kit/web/json/stream.ts';
import { common } from '#kit/web/problem.ts';
import { identities } from '../device.ts';
import { refuse } from '../errors.ts';
import { refusals, type RouteContext } from '../routes/context.ts';
import { claimPrize, draw, enter, published, result, rounds } from './lottery.ts';
import * as schemas from './schemas.ts';

export function lotteryRoutes(app: App, { store, clock }: RouteContext): void {
  const enterSchema = {
    operationId: 'flashSaleEnterLottery',
    access: access.user({ body: 'user_id' }),
    body: schemas.EnterBody,
    response: {
      ...refusals(
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
    const { isNew, ...draw } = await enter(store, entry);
    const answer = { status: 'lottery_entered', product_id, user_id, ...draw } as const;
    return reply.code(isNew ? 201 : 200).send(answer);
  });

  const resultSchema = {
    operationId: 'flashSaleLotteryResult',
    access: access.user({ query: 'user_id' }),
    querystring: schemas.LotteryQuery,
    response: { ...refusals(refuse.NOT_ENTERED), 200: schemas.LotteryResult },
  };
  app.get('/flash-sale/lottery/result', { schema: resultSchema }, ({ query }) =>
    result(store, { productId: query.product_id, userId: query.user_id }, clock()),
  );

  const drawsSchema = {
    operationId: 'flashSaleListDraws',
    access: access.public,
    querystring: schemas.DrawsQuery,
    response: { ...refusals(refuse.UNKNOWN_PRODUCT), 200: schemas.DrawsResult },
  };
  app.get('/flash-sale/lottery/draws', { schema: drawsSchema }, async ({ query }, reply) => {
    const { product_id: productId } = query;
    const text = published(store, productId, await rounds(store, productId), ['{"draws":[', ']}']);
    return sendJson(reply, Readable.from(text, { objectMode: false }));
  });

  const prizeSchema = {
    operationId: 'flashSaleClaimPrize',
    access: access.ownerOf('prize'),
    body: schemas.PrizeBody,
    response: {
      ...refusals(refuse.UNKNOWN_LOTTERY_TOKEN, refuse.LOTTERY_TOKEN_EXPIRED),
      200: schemas.PrizeResult,
    },
  };
  app.post('/flash-sale/lottery/checkout', { schema: prizeSchema }, async ({ raw, body }) => {
    const { lottery_token: token } = body;
    await demandOwn(callerOf(raw), () => store.winnerOf(token), refuse.UNKNOWN_LOTTERY_TOKEN);
    return { data: await claimPrize(store, token, clock()) };
  });

  const drawSchema = {
    operationId: 'flashSaleDraw',
    access: access.admin,
    body: schemas.DrawBody,
    response: {
      ...refusals(
        common.ADMIN_TOKEN_REQUIRED,
        refuse.UNKNOWN_PRODUCT,
        refuse.WRONG_FLOW,
        refuse.WRONG_ROUND,
        refuse.INSUFFICIENT_STOCK,
      ),
      200: schemas.DrawResult,
    },
  };
  app.post('/admin/flash-sale/lottery/draw', { schema: drawSchema }, async ({ body }, reply) => {
    const { product_id: productId, winners, round = 1 } = body;
    const drawn = await draw(store, { productId, winners, round }, clock());
    const text = published(store, productId, [drawn], ['{"data":', '}']);
    return sendJson(reply, Readable.from(text, { objectMode: false }));
  });
}
