/** What operators call. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import * as admins from './admin-schemas.ts';
import { listIndexes, refuseUnlessDone, setFreq } from './administer.ts';
import { refuse } from './errors.ts';
import { IndexQuery } from './schemas.ts';
import type { TermStore } from './store/store.ts';
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
    access: access.admin,
    querystring: admins.IndexesQuery,
    response: { ...problemResponses(ADMIN_TOKEN_REQUIRED), 200: admins.IndexList },
  };
  app.get('/admin/indexes', { schema: listing }, async ({ query }) => listIndexes(store, query));

  const setting = {
    operationId: 'autocompleteSetHalfLife',
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
    access: access.admin,
    params: admins.IndexParams,
    response: { ...taking, 200: admins.Deleted },
  };
  app.delete('/admin/indexes/:name', { schema: deleting }, async ({ params: { name } }) => ({
    deleted: await store.drop(name, clock()),
  }));
}
