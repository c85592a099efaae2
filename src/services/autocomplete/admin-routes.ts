/** What operators call. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import * as admins from './admin-schemas.ts';
import { listIndexes, refuseUnlessDone, setFreq } from './administer.ts';
import { refuse } from './errors.ts';
import { IndexQuery } from './schemas.ts';
import type { TermStore } from './store/autocomplete-store.ts';
import { termError } from './term-error.ts';

const { ADMIN_TOKEN_REQUIRED, STORE_FULL, STORE_UNAVAILABLE } = common;
const taking = problemResponses(ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE);
const making = problemResponses(
  ADMIN_TOKEN_REQUIRED,
  refuse.TOO_MANY_INDEXES,
  STORE_UNAVAILABLE,
  STORE_FULL,
);

export function adminRoutes(app: App, store: TermStore, clock: Clock): void {
  termRoutes(app, store, clock);
  blockRoutes(app, store, clock);
  indexRoutes(app, store, clock);
}

function termRoutes(app: App, store: TermStore, clock: Clock): void {
  const ofTerm = { params: admins.TermParams, querystring: IndexQuery };
  const options = { schemaErrorFormatter: termError };

  const setting = {
    operationId: 'autocompleteSetTerm',
    summary: 'Set the frequency of a term',
    description:
      'Overrides what was trained; later training adds to it. A frequency of 0 removes the term.',
    access: access.admin,
    ...ofTerm,
    body: admins.FreqBody,
    response: { ...making, 200: admins.FreqSet },
  };
  app.put(
    '/admin/terms/:term',
    { schema: setting, ...options },
    async ({ params: { term }, query: { index }, body: { freq } }) => {
      await setFreq(store, index, { term, freq }, clock());
      return { term, freq };
    },
  );

  const deleting = {
    operationId: 'autocompleteDeleteTerm',
    summary: 'Remove a term from an index',
    description: 'Training the term again starts at 1. A blocked term stays blocked.',
    access: access.admin,
    ...ofTerm,
    response: { ...taking, 200: admins.Deleted },
  };
  app.delete(
    '/admin/terms/:term',
    { schema: deleting, ...options },
    async ({ params: { term }, query: { index } }) => ({
      deleted: await store.forget(index, term, clock()),
    }),
  );
}

function blockRoutes(app: App, store: TermStore, clock: Clock): void {
  const ofTerm = { params: admins.TermParams, querystring: IndexQuery };
  const options = { schemaErrorFormatter: termError };

  const blocking = {
    operationId: 'autocompleteBlockTerm',
    summary: 'Hide a term from all lookups',
    description:
      'The term can still be trained, and comes back with its frequency when it is unblocked. A term can be blocked before it is trained.',
    access: access.admin,
    ...ofTerm,
    response: { ...making, 200: admins.Blocked },
  };
  app.put(
    '/admin/blocked/:term',
    { schema: blocking, ...options },
    async ({ params: { term }, query: { index } }) => {
      refuseUnlessDone(await store.block(index, term, clock()));
      return { term, blocked: true };
    },
  );

  const unblocking = {
    operationId: 'autocompleteUnblockTerm',
    summary: 'Show a blocked term in lookups again',
    access: access.admin,
    ...ofTerm,
    response: { ...taking, 200: admins.Blocked },
  };
  app.delete(
    '/admin/blocked/:term',
    { schema: unblocking, ...options },
    async ({ params: { term }, query: { index } }) => {
      await store.unblock(index, term, clock());
      return { term, blocked: false };
    },
  );
}

function indexRoutes(app: App, store: TermStore, clock: Clock): void {
  const listing = {
    operationId: 'autocompleteListIndexes',
    summary: 'List indexes with their sizes',
    access: access.admin,
    querystring: admins.IndexesQuery,
    response: { ...problemResponses(ADMIN_TOKEN_REQUIRED), 200: admins.IndexList },
  };
  app.get('/admin/indexes', { schema: listing }, async ({ query }) => listIndexes(store, query));

  const setting = {
    operationId: 'autocompleteSetHalfLife',
    summary: 'Set how fast an index forgets',
    description:
      'The frequencies of the index fall by half in each half-life from now on. Creates the index if it does not exist; fails with 409 TOO_MANY_INDEXES when there are 1,000.',
    access: access.admin,
    params: admins.IndexParams,
    body: admins.HalfLifeBody,
    response: { ...making, 200: admins.HalfLifeSet },
  };
  app.put(
    '/admin/indexes/:name',
    { schema: setting },
    async ({ params: { name }, body: { half_life_hours } }) => {
      refuseUnlessDone(await store.setHalfLife(name, half_life_hours, clock()));
      return { name, half_life_hours };
    },
  );

  const deleting = {
    operationId: 'autocompleteDeleteIndex',
    summary: 'Delete an index and its terms',
    description: 'Its blocked terms and its half-life are deleted too.',
    access: access.admin,
    params: admins.IndexParams,
    response: { ...taking, 200: admins.Deleted },
  };
  app.delete('/admin/indexes/:name', { schema: deleting }, async ({ params: { name } }) => ({
    deleted: await store.drop(name, clock()),
  }));
}
