import type { AdminGuard } from '#kit/web/admin.ts';
import type { App } from '#kit/web/http.ts';
import { sendList } from '#kit/web/json-stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import {
  createRule,
  findRule,
  removeRule,
  replaceRule,
  type RuleBook,
} from './administer-rules.ts';
import { apply, type Engine } from './apply.ts';
import type { Promotion } from './catalogue.ts';
import { refuse } from './errors.ts';
import type { Rule } from './rules.ts';
import * as schemas from './schemas.ts';
import { findSimilarLists } from './similarity.ts';
import { validate } from './validate.ts';

export function routes(app: App, engine: Engine & RuleBook, clock: Clock, admin: AdminGuard): void {
  cartRoutes(app, engine, clock);
  ruleRoutes(app, engine, clock, admin);
  fraudRoutes(app, admin);
}

function cartRoutes(app: App, engine: Engine, clock: Clock): void {
  const validateSchema = {
    body: schemas.ValidateBody,
    response: {
      ...problemResponses(refuse.UNKNOWN_PROMOTION),
      200: schemas.ValidateResult,
    },
  };
  app.post('/validate', { schema: validateSchema }, async ({ body }) =>
    validate(engine.catalogue, body, clock()),
  );

  const applySchema = {
    body: schemas.ApplyBody,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_PROMOTION,
        refuse.ORDER_MISMATCH,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.ApplyResult,
    },
  };
  app.post('/apply', { schema: applySchema }, ({ body }) => apply(engine, body, clock()));
}

function ruleRoutes(app: App, rules: RuleBook, clock: Clock, admin: AdminGuard): void {
  const createSchema = {
    body: schemas.RuleBody,
    response: {
      ...problemResponses(
        refuse.INVALID_TREE,
        common.ADMIN_TOKEN_REQUIRED,
        refuse.PROMOTION_EXISTS,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.ChangeResult,
    },
  };
  const createOptions = { schema: createSchema, onRequest: admin };
  app.post('/admin/rules', createOptions, async ({ body }, reply) =>
    reply.code(201).send(await createRule(rules, body, clock())),
  );

  const listSchema = {
    response: { ...problemResponses(common.ADMIN_TOKEN_REQUIRED), 200: schemas.RulesResult },
  };
  app.get('/admin/rules', { schema: listSchema, onRequest: admin }, async (_request, reply) =>
    sendList(reply, 'rules', oneByOne(rules.catalogue.sorted)),
  );

  const byId = { params: schemas.RuleParams };
  const notFound = [common.ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PROMOTION] as const;

  const getSchema = {
    ...byId,
    response: { ...problemResponses(...notFound), 200: schemas.RuleResult },
  };
  app.get('/admin/rules/:promo_id', { schema: getSchema, onRequest: admin }, async ({ params }) =>
    findRule(rules.catalogue, params.promo_id),
  );

  const replaceSchema = {
    ...byId,
    body: schemas.ReplaceBody,
    response: {
      ...problemResponses(refuse.INVALID_TREE, ...notFound, common.STORE_UNAVAILABLE),
      200: schemas.ChangeResult,
    },
  };
  const replaceOptions = { schema: replaceSchema, onRequest: admin };
  app.put('/admin/rules/:promo_id', replaceOptions, ({ params, body }) =>
    replaceRule(rules, { ...body, promo_id: params.promo_id }),
  );

  const removeSchema = {
    ...byId,
    response: {
      ...problemResponses(...notFound, common.STORE_UNAVAILABLE),
      200: schemas.ChangeResult,
    },
  };
  const removeOptions = { schema: removeSchema, onRequest: admin };
  app.delete('/admin/rules/:promo_id', removeOptions, ({ params }) =>
    removeRule(rules, params.promo_id),
  );
}

/** A rule may be as large as a request body. */
async function* oneByOne(promotions: readonly Promotion[]): AsyncGenerator<Rule[]> {
  for (const { rule } of promotions) yield [rule];
}

function fraudRoutes(app: App, admin: AdminGuard): void {
  const similaritySchema = {
    body: schemas.SimilarityBody,
    response: { ...problemResponses(common.ADMIN_TOKEN_REQUIRED), 200: schemas.SimilarityResult },
  };
  const options = { schema: similaritySchema, onRequest: admin };
  app.post('/admin/fraud/similarity', options, ({ body }) => findSimilarLists(body));
}
