/** Routes for shops; those for operators are in admin.ts. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendLists } from '#kit/web/json/stream.ts';
import { common } from '#kit/web/problem.ts';
import type { RuleBook } from '../admin/rules.ts';
import { apply, type Engine } from '../apply.ts';
import { cancel } from '../cancel.ts';
import { refuse } from '../errors.ts';
import { qualify } from '../qualify.ts';
import * as schemas from '../schemas.ts';
import { validate } from '../validate.ts';
import { adminRoutes } from './admin.ts';
import { answers, inPortions, oneByOne } from './answers.ts';

export function routes(app: App, engine: Engine & RuleBook, clock: Clock): void {
  cartRoutes(app, engine, clock);
  orderRoutes(app, engine, clock);
  adminRoutes(app, engine, clock);
}

function cartRoutes(app: App, engine: Engine, clock: Clock): void {
  const validateSchema = {
    operationId: 'promotionValidate',
    summary: 'Check whether a promotion applies',
    description:
      'Counts no use, and explains every node of the condition tree. With codes, only those of this promotion matter.',
    access: access.user({ body: 'customer.id' }),
    body: schemas.ValidateBody,
    response: answers({ 200: schemas.ValidateResult }, refuse.UNKNOWN_PROMOTION),
  };
  app.post('/validate', { schema: validateSchema }, async ({ body }) =>
    validate(engine, body, clock()),
  );

  const qualifySchema = {
    operationId: 'promotionQualify',
    summary: 'Show which promotions a cart qualifies for',
    description:
      'Counts no use and ignores usage limits. `not_yet` has the promotions that are closest first, with an explanation of what is missing.',
    access: access.service,
    body: schemas.QualifyBody,
    response: answers({ 200: schemas.QualifyResult }, common.STORE_UNAVAILABLE),
  };
  app.post('/qualify', { schema: qualifySchema }, async ({ body }, reply) => {
    const { qualified, not_yet, rest } = await qualify(engine, body, clock());
    return sendLists(reply, { qualified: inPortions(qualified), not_yet: oneByOne(not_yet) }, rest);
  });

  const refused = [
    refuse.TOO_MANY_CANDIDATES,
    refuse.UNKNOWN_PROMOTION,
    refuse.ORDER_MISMATCH,
    refuse.ORDER_CANCELLED,
    common.STORE_UNAVAILABLE,
  ];
  const applySchema = {
    operationId: 'promotionApply',
    summary: 'Apply promotions to a cart',
    description:
      'Counts a use of each promotion that applies, and of its code. With an `order_id` the same request gets the same answer for 7 days and counts once; a different request for the order fails with 409 `ORDER_MISMATCH`. `choose: "best"` fails with 400 if more than 20 promotions could apply.',
    access: access.service,
    body: schemas.ApplyBody,
    response: answers({ 200: schemas.ApplyResult }, ...refused),
  };
  app.post('/apply', { schema: applySchema }, ({ body }) => apply(engine, body, clock()));
}

function orderRoutes(app: App, { usage }: Engine, clock: Clock): void {
  const schema = {
    operationId: 'promotionCancelOrder',
    summary: 'Return the promotion uses of an order',
    description:
      'Gives back each use that `/apply` has counted for the order, once; repeating it gives the same answer. Fails with 404 for an order that was not applied within the last 7 days.',
    access: access.service,
    params: schemas.OrderParams,
    response: answers(
      { 200: schemas.CancelResult },
      refuse.UNKNOWN_ORDER,
      common.STORE_UNAVAILABLE,
    ),
  };
  app.post('/orders/:order_id/cancel', { schema }, ({ params }) =>
    cancel(usage, params.order_id, clock()),
  );
}
