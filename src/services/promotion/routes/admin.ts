/** Routes for operators: rules, their codes, and the comparison of lists. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common } from '#kit/web/problem.ts';
import { createCodes, endCode, listCodes } from '../admin/codes.ts';
import { createRule, findRule, removeRule, replaceRule, type RuleBook } from '../admin/rules.ts';
import * as admins from '../admin/schemas.ts';
import { limits } from '../conditions/parse-tree.ts';
import { refuse } from '../errors.ts';
import { findSimilarLists } from '../similarity.ts';
import { answers, inPortions } from './answers.ts';

/** Lets deep trees through, so that a refusal can name the node: a level nests an object and a list. */
const deepTrees = { maxJsonDepth: 4 * limits.depth };

export function adminRoutes(app: App, rules: RuleBook, clock: Clock): void {
  ruleRoutes(app, rules, clock);
  codeRoutes(app, rules, clock);
  fraudRoutes(app);
}

function ruleRoutes(app: App, rules: RuleBook, clock: Clock): void {
  const { ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE } = common;
  const params = admins.RuleParams;
  const notFound = [ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PROMOTION];

  const refused = [
    refuse.INVALID_TREE,
    ADMIN_TOKEN_REQUIRED,
    refuse.PROMOTION_EXISTS,
    STORE_UNAVAILABLE,
  ];
  const creating = {
    operationId: 'promotionCreateRule',
    summary: 'Create a promotion rule',
    description:
      'Fails with 409 `PROMOTION_EXISTS`, or with 400 `INVALID_TREE` and the `path` of the node that is not valid.',
    access: access.admin,
    body: admins.RuleBody,
    response: answers({ 201: admins.ChangeResult }, ...refused),
  };
  app.post('/admin/rules', { schema: creating, config: deepTrees }, async ({ body }, reply) =>
    reply.code(201).send(await createRule(rules, body, clock())),
  );

  const listing = {
    operationId: 'promotionListRules',
    summary: 'List all promotion rules',
    description: 'In the order in which they are tried: by priority, then by `promo_id`.',
    access: access.admin,
    response: answers({ 200: admins.RulesResult }, ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/rules', { schema: listing }, async (_request, reply) =>
    sendList(reply, 'rules', inPortions(rules.catalogue.sorted.map(({ rule }) => rule))),
  );

  const finding = {
    operationId: 'promotionShowRule',
    summary: 'Show a promotion rule',
    access: access.admin,
    params,
    response: answers({ 200: admins.Rule }, ...notFound),
  };
  app.get('/admin/rules/:promo_id', { schema: finding }, async ({ params }) =>
    findRule(rules.catalogue, params.promo_id),
  );

  const changed = { 200: admins.ChangeResult };
  const replacing = {
    operationId: 'promotionReplaceRule',
    summary: 'Replace a promotion rule',
    description:
      'Keeps its usage counters and codes. Fails with 400 `INVALID_TREE` and the `path` of the node that is not valid.',
    access: access.admin,
    params,
    body: admins.ReplaceBody,
    response: answers(changed, refuse.INVALID_TREE, ...notFound, STORE_UNAVAILABLE),
  };
  app.put('/admin/rules/:promo_id', { schema: replacing, config: deepTrees }, ({ params, body }) =>
    replaceRule(rules, { ...body, promo_id: params.promo_id }),
  );

  const removing = {
    operationId: 'promotionRemoveRule',
    summary: 'Delete a promotion rule',
    description:
      'Its codes and usage counters go with it: a rule that is created again counts from 0. Repeating it answers 200.',
    access: access.admin,
    params,
    response: answers(changed, ...notFound, STORE_UNAVAILABLE),
  };
  app.delete('/admin/rules/:promo_id', { schema: removing }, ({ params }) =>
    removeRule(rules, params.promo_id),
  );
}

function codeRoutes(app: App, rules: RuleBook, clock: Clock): void {
  const { ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE } = common;
  const refused = [ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PROMOTION, STORE_UNAVAILABLE];
  const creating = {
    operationId: 'promotionCreateCodes',
    summary: 'Create codes of a promotion',
    description:
      'Creates all codes of the request or none. Send `codes`, or `count` to have random ones drawn. Fails with 409 `CODE_TAKEN` if a code already exists, even one that was ended.',
    access: access.admin,
    params: admins.RuleParams,
    body: admins.CodesBody,
    response: answers({ 201: admins.CreatedCodes }, ...refused, refuse.CODE_TAKEN),
  };
  app.post(
    '/admin/rules/:promo_id/codes',
    { schema: creating },
    async ({ params, body }, reply) => {
      const { codes, ...rest } = await createCodes(rules, params.promo_id, body, clock());
      return sendList(reply.code(201), 'codes', inPortions(codes, rest));
    },
  );

  const listing = {
    operationId: 'promotionListCodes',
    summary: 'List the codes of a promotion',
    description: 'In the order in which they were created.',
    access: access.admin,
    params: admins.RuleParams,
    querystring: admins.CodesQuery,
    response: answers({ 200: admins.CodesResult }, ...refused),
  };
  app.get('/admin/rules/:promo_id/codes', { schema: listing }, async ({ params, query }, reply) => {
    const { codes, rest } = await listCodes(rules, params.promo_id, query);
    return sendList(reply, 'codes', inPortions(codes, rest));
  });

  const ending = {
    operationId: 'promotionEndCode',
    summary: 'End a promotion code',
    description:
      'Its uses stay counted, and the code cannot be created again. Repeating it answers 200.',
    access: access.admin,
    params: admins.CodeParams,
    response: answers(
      { 200: admins.EndedCode },
      ADMIN_TOKEN_REQUIRED,
      refuse.UNKNOWN_CODE,
      STORE_UNAVAILABLE,
    ),
  };
  app.delete('/admin/codes/:code', { schema: ending }, ({ params }) => endCode(rules, params.code));
}

function fraudRoutes(app: App): void {
  const schema = {
    operationId: 'promotionFindSimilar',
    summary: 'Find carts that are nearly copies',
    description:
      'Compares the lists as sets, by the share of items that two lists have in common (Jaccard similarity). Keeps nothing.',
    access: access.admin,
    body: admins.SimilarityBody,
    response: answers({ 200: admins.SimilarityResult }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.post('/admin/fraud/similarity', { schema }, async ({ body }, reply) => {
    const { pairs, ...rest } = await findSimilarLists(body);
    return sendList(reply, 'pairs', inPortions(pairs, rest));
  });
}
