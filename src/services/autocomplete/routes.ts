import type { FastifySchemaValidationError } from 'fastify';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import { readJson } from '#kit/web/json-body.ts';
import { common, invalid, problemResponses, type Refusal } from '#kit/web/problem.ts';
import { describeError } from '#kit/web/schema.ts';
import { parseBulk, maxBulkBytes, readTerms } from './bulk-body.ts';
import * as schemas from './schemas.ts';
import type { TermStore } from './store/store.ts';
import { trainer, type Train } from './train.ts';

const refused = problemResponses(common.STORE_UNAVAILABLE, common.STORE_FULL);

export function routes(app: App, store: TermStore): void {
  const train = trainer(store);
  const { maxResults } = schemas;

  const querySchema = {
    operationId: 'autocompleteQuery',
    access: access.public,
    querystring: schemas.AutocompleteQuery,
    response: { ...problemResponses(), 200: schemas.AutocompleteResult },
  };
  app.get('/autocomplete', { schema: querySchema }, async ({ query: { q, limit } }, reply) => {
    const most = limit > 0 ? Math.min(limit, maxResults) : maxResults;
    // Many long answers may be asked for in one turn of the event loop.
    const slice = new TimeSlice();
    if (slice.isOver) await slice.next();
    // At once: the results are written out before any of them can change.
    return reply.send({ data: { query: q, results: store.complete(q, most) } });
  });

  const trainSchema = {
    operationId: 'autocompleteTrain',
    access: access.service,
    body: schemas.TrainBody,
    response: { ...refused, 200: schemas.TrainResult },
  };
  const trainOptions = { schema: trainSchema, schemaErrorFormatter: trainingError };
  app.post('/train', trainOptions, async ({ body: { term } }) => {
    await train([term]);
    return { data: { trained: term } };
  });

  app.register(async (scope) => bulkRoute(scope, train));
}

/** In a scope of its own: its body may be larger. */
function bulkRoute(app: App, train: Train): void {
  readJson(app, parseBulk);
  const bulkSchema = {
    operationId: 'autocompleteTrainBulk',
    access: access.service,
    body: schemas.BulkBody,
    response: { ...refused, 200: schemas.BulkResult },
  };
  const bulkOptions = { schema: bulkSchema, validatorCompiler: unchecked, bodyLimit: maxBulkBytes };
  app.post('/train/bulk', bulkOptions, async ({ body }) => {
    const terms = await readTerms(body);
    await train(terms);
    return { data: { trained: terms.length } };
  });
}

type Faults = FastifySchemaValidationError[];

/** An empty term has a message of its own. */
function trainingError([first]: Faults, part: string): Refusal {
  const { path, message } = describeError(first!);
  if (first!.keyword === 'minLength') return invalid(path, 'is required');
  if (first!.keyword === 'pattern') return invalid(path, 'must be well-formed Unicode');
  return invalid(path === '' ? part : path, message);
}

/** `readTerms` checks the body: a schema would take a third of a second for the longest list. */
const unchecked = () => () => true;
