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
    summary: 'Enter the lottery of a product',
    description:
      'A user and a device can each enter once (409 `ALREADY_ENTERED` otherwise). Sending the same entry again answers 200 with the same salt. Enrolment ends after two hours or with the first draw.',
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
    summary: "Show a user's lottery result",
    description: 'A winner gets a `lottery_token`, which claims the prize until `expires_at`.',
    access: access.user({ query: 'user_id' }),
    querystring: schemas.LotteryQuery,
    response: { ...refusals(refuse.NOT_ENTERED), 200: schemas.LotteryResult },
  };
  app.get('/flash-sale/lottery/result', { schema: resultSchema }, ({ query }) =>
    result(store, { productId: query.product_id, userId: query.user_id }, clock()),
  );

  const drawsSchema = {
    operationId: 'flashSaleListDraws',
    summary: 'List the draws of a lottery',
    description:
      'Publishes the commitment of each draw before it takes place, and afterwards the seed, the entries and the winners, so that anybody can recompute the winners.',
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
    summary: 'Claim a lottery prize',
    description:
      'Turns the unit that the draw has reserved into an order; repeating it gives the same answer. Fails with 409 from ten minutes after the draw, or once the hold of the claimed prize has lapsed or was released.',
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
    summary: 'Draw the winners of a lottery round',
    description:
      'Ends enrolment and reserves a unit for each winner for ten minutes. A round is drawn once: repeating it answers with the same winners, and the next round draws among the entrants who have not won. Fails with 409 if fewer units are available than `winners` asks for.',
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
