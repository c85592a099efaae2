import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { readJson } from '#kit/web/json/body.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { compileText } from '#kit/web/schema.ts';
import { adminRoutes } from './admin-routes.ts';
import { parseBulk, maxBulkBytes, readTerms } from './bulk-body.ts';
import { complete } from './complete.ts';
import { refuse } from './errors.ts';
import * as schemas from './schemas.ts';
import type { TermStore } from './store/autocomplete-store.ts';
import { termError } from './term-error.ts';
import { trainer, type Train } from './train.ts';

export interface RouteContext {
  readonly store: TermStore;
  readonly clock: Clock;
  /** Called with each lookup. */
  readonly counted: () => void;
}

const refused = problemResponses(
  refuse.TOO_MANY_INDEXES,
  common.STORE_UNAVAILABLE,
  common.STORE_FULL,
);

export function routes(app: App, context: RouteContext): void {
  const { store, clock } = context;
  const train = trainer(store, clock);
  lookupRoute(app, context);
  trainRoute(app, train);
  app.register(async (scope) => bulkRoute(scope, train));
  adminRoutes(app, store, clock);
}

function lookupRoute(app: App, { store, clock, counted }: RouteContext): void {
  const { maxResults } = schemas;
  const schema = {
    operationId: 'autocompleteQuery',
    summary: 'Complete a prefix with the best terms',
    description:
      'The most frequent terms that begin with the prefix, at most 1,000. An index that does not exist has none. Lookups are answered from memory, even while Redis is away.',
    access: access.public,
    querystring: schemas.AutocompleteQuery,
    response: { ...problemResponses(), 200: schemas.AutocompleteResult },
  };
  app.get('/autocomplete', { schema }, async ({ query }, reply) => {
    const { q, limit, index, match, fuzzy } = query;
    // Many long answers may be asked for in one turn of the event loop.
    const slice = new TimeSlice();
    if (slice.isOver) await slice.next();
    const found = complete(
      store.find(index),
      {
        prefix: q,
        limit: limit > 0 ? Math.min(limit, maxResults) : maxResults,
        isFolded: match === 'folded',
        isFuzzy: fuzzy === 1,
      },
      clock(),
    );
    const results = found instanceof Promise ? await found : found;
    counted();
    // Sent at once, so that the results are written out before any of them can change.
    return reply.send({ data: { query: q, results } });
  });
}

function trainRoute(app: App, train: Train): void {
  const schema = {
    operationId: 'autocompleteTrain',
    summary: 'Train a term once',
    description:
      'Adds 1 to the frequency of the term, and creates the index if it does not exist. Fails with 507 STORE_FULL for a new term when the store has no room for more; known terms can still be trained.',
    access: access.service,
    querystring: schemas.IndexQuery,
    body: schemas.TrainBody,
    response: { ...refused, 200: schemas.TrainResult },
  };
  const options = { schema, schemaErrorFormatter: termError };
  app.post('/train', options, async ({ query: { index }, body: { term } }) => {
    await train(index, [term]);
    return { data: { trained: term } };
  });
}

/** Needs a scope of its own, since its body may be larger. */
function bulkRoute(app: App, train: Train): void {
  readJson(app, parseBulk);
  const schema = {
    operationId: 'autocompleteTrainBulk',
    summary: 'Train up to 10,000 terms at once',
    description:
      'Adds 1 to the frequency of a term each time it is listed. Terms are trained in steps, so if it fails with 507 STORE_FULL or 503, some of them may have been trained.',
    access: access.service,
    querystring: schemas.IndexQuery,
    body: schemas.BulkBody,
    response: { ...refused, 200: schemas.BulkResult },
  };
  const options = { schema, validatorCompiler: allButBody, bodyLimit: maxBulkBytes };
  app.post('/train/bulk', options, async ({ query: { index }, body }) => {
    const terms = await readTerms(body);
    await train(index, terms);
    return { data: { trained: terms.length } };
  });
}

/** `readTerms` checks the body: a schema would take a third of a second for the longest list. */
const allButBody: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? () => true : compileText(schema, httpPart);
