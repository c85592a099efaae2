import type { TSchema } from 'typebox';
import type { AdminGuard } from '#kit/web/admin.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList, type Portions } from '#kit/web/json-stream.ts';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import {
  createRule,
  findRule,
  removeRule,
  replaceRule,
  type RuleBook,
} from './administer-rules.ts';
import { apply, type Engine } from './apply.ts';
import { refuse } from './errors.ts';
import * as schemas from './schemas.ts';
import { findSimilarLists } from './similarity.ts';
import { validate } from './validate.ts';

export function routes(app: App, engine: Engine & RuleBook, clock: Clock, admin: AdminGuard): void {
  cartRoutes(app, engine, clock);
  ruleRoutes(app, engine, clock, admin);
  fraudRoutes(app, admin);
}

function answers<OkT extends Record<number, TSchema>>(ok: OkT, ...refused: RefusalFactory[]) {
  return { ...problemResponses(...refused), ...ok };
}

function cartRoutes(app: App, engine: Engine, clock: Clock): void {
  const validateSchema = {
    operationId: 'promotionValidate',
    access: access.user({ body: 'customer.id' }),
    body: schemas.ValidateBody,
    response: answers({ 200: schemas.ValidateResult }, refuse.UNKNOWN_PROMOTION),
  };
  app.post('/validate', { schema: validateSchema }, async ({ body }) =>
    validate(engine.catalogue, body, clock()),
  );

  const refused = [refuse.UNKNOWN_PROMOTION, refuse.ORDER_MISMATCH, common.STORE_UNAVAILABLE];
  const applySchema = {
    operationId: 'promotionApply',
    access: access.service,
    body: schemas.ApplyBody,
    response: answers({ 200: schemas.ApplyResult }, ...refused),
  };
  app.post('/apply', { schema: applySchema }, ({ body }) => apply(engine, body, clock()));
}

function ruleRoutes(app: App, rules: RuleBook, clock: Clock, admin: AdminGuard): void {
  const guarded = <SchemaT extends object>(schema: SchemaT) => ({ schema, onRequest: admin });
  const { ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE } = common;
  const params = schemas.RuleParams;
  const notFound = [ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PROMOTION];

  const refused = [
    refuse.INVALID_TREE,
    ADMIN_TOKEN_REQUIRED,
    refuse.PROMOTION_EXISTS,
    STORE_UNAVAILABLE,
  ];
  const creating = guarded({
    operationId: 'promotionCreateRule',
    access: access.admin,
    body: schemas.RuleBody,
    response: answers({ 201: schemas.ChangeResult }, ...refused),
  });
  app.post('/admin/rules', creating, async ({ body }, reply) =>
    reply.code(201).send(await createRule(rules, body, clock())),
  );

  const listing = guarded({
    operationId: 'promotionListRules',
    access: access.admin,
    response: answers({ 200: schemas.RulesResult }, ADMIN_TOKEN_REQUIRED),
  });
  app.get('/admin/rules', listing, async (_request, reply) =>
    sendList(reply, 'rules', inPortions(rules.catalogue.sorted.map(({ rule }) => rule))),
  );

  const finding = guarded({
    operationId: 'promotionShowRule',
    access: access.admin,
    params,
    response: answers({ 200: schemas.Rule }, ...notFound),
  });
  app.get('/admin/rules/:promo_id', finding, async ({ params }) =>
    findRule(rules.catalogue, params.promo_id),
  );

  const changed = { 200: schemas.ChangeResult };
  const replacing = guarded({
    operationId: 'promotionReplaceRule',
    access: access.admin,
    params,
    body: schemas.ReplaceBody,
    response: answers(changed, refuse.INVALID_TREE, ...notFound, STORE_UNAVAILABLE),
  });
  app.put('/admin/rules/:promo_id', replacing, ({ params, body }) =>
    replaceRule(rules, { ...body, promo_id: params.promo_id }),
  );

  const removing = guarded({
    operationId: 'promotionRemoveRule',
    access: access.admin,
    params,
    response: answers(changed, ...notFound, STORE_UNAVAILABLE),
  });
  app.delete('/admin/rules/:promo_id', removing, ({ params }) =>
    removeRule(rules, params.promo_id),
  );
}

/** `sendList` writes it in slices: a rule may be as large as a request body. */
/** Entries that are sent at a time. */
const portion = 500;

/** @param rest further members of the answer */
async function* inPortions<T>(list: readonly T[], rest: object = {}): Portions<T> {
  for (let from = 0; from < list.length; from += portion) yield list.slice(from, from + portion);
  return rest;
}

function fraudRoutes(app: App, admin: AdminGuard): void {
  const schema = {
    operationId: 'promotionFindSimilar',
    access: access.admin,
    body: schemas.SimilarityBody,
    response: answers({ 200: schemas.SimilarityResult }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.post('/admin/fraud/similarity', { schema, onRequest: admin }, async ({ body }, reply) => {
    const { pairs, ...rest } = await findSimilarLists(body);
    return sendList(reply, 'pairs', inPortions(pairs, rest));
  });
}
