/** The callers that every operation allows, over all services: see docs/access.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Service } from '#kit/host/service.ts';
import { startHost } from '#kit/host/host.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import type { Listener } from '#kit/web/app.ts';
import { bearer } from '#kit/testing/tokens.ts';
import { pino } from 'pino';
import { Type } from 'typebox';
import { accessPage } from '../access-page.ts';
import { loadServices } from '../services.ts';
import { withAllServices } from '../openapi.ts';

interface WithOperationId {
  readonly operationId?: string;
  readonly hide?: boolean;
}

describe('every route of every service', () => {
  it('says who may call it', () =>
    withAllServices(async ({ routes, services }) => {
      const declaring = new Set(routes.all.map(({ service }) => service));
      const names = services.map((one) => one.service.name);
      assert.deepEqual(
        declaring,
        new Set([...names, 'key-value-console', 'url-shortener-console', 'console']),
      );
      for (const { path, access } of routes.all) {
        if (path.startsWith('/admin/')) assert.equal(access.kind, 'admin', path);
      }
    }));

  it('is on the page of docs/access.md (else: npm run openapi)', () =>
    withAllServices(async ({ routes }) => {
      const page = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8');
      assert.equal(page, accessPage(routes.all, await loadServices()));
    }));

  it('has an operationId of its own that begins with the name of its service', () =>
    withAllServices(async ({ routes }) => {
      const shown = routes.all.filter(({ service, method, parameter, schema }) => {
        const isShown = method !== 'HEAD' && (schema as WithOperationId).hide !== true;
        return service !== 'console' && isShown && parameter === undefined;
      });
      const ids = shown.map(({ service, schema, path }) => {
        const { operationId } = schema as WithOperationId;
        const [name = ''] = service.split('-console');
        const prefix = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        assert.match(operationId ?? '', new RegExp(`^${prefix}[A-Z][A-Za-z]+$`), path);
        return operationId;
      });
      assert.equal(new Set(ids).size, ids.length, ids.join(' '));
    }));
});

it('while identity is off, admin routes want ADMIN_TOKEN: 401 before anything else', async () => {
  const ADMIN_TOKEN = 'only the operator knows';
  await withAllServices(
    async ({ routes, console: address }) => {
      const admin = routes.all.filter(({ access }) => access.kind === 'admin');
      assert.ok(admin.length > 40, `only ${admin.length}`);
      for (const { service, method, path } of admin) {
        const url = `${address}${service === 'console' ? '' : `/api/${service}`}${path}`;
        const ask = async (headers: Record<string, string>) => {
          const answer = await fetch(url, { method, headers });
          await answer.body?.cancel();
          return answer.status;
        };
        for (const headers of [{}, bearer('nobody knows'), { authorization: ADMIN_TOKEN }]) {
          assert.equal(await ask(headers), 401, `${method} ${path} of ${service}`);
        }
        assert.notEqual(await ask(bearer(ADMIN_TOKEN)), 401, `${method} ${path} of ${service}`);
      }
    },
    { ADMIN_TOKEN },
  );
});

it('a service with a route that does not say who may call it does not start', async () => {
  const tea: Service = {
    name: 'tea',
    summary: '',
    port: 0,
    variables: Type.Object({}),
    start: async () => ({
      routes: (app: Listener) => void app.get('/tea', async () => 'green'),
    }),
  };
  const env = { DATA_DIR: temporaryFolder(), CONSOLE_PORT: '0' };
  const options = { env, clock: Date.now, log: pino({ level: 'silent' }) };
  await assert.rejects(startHost([tea], options), /GET \/tea of tea does not say who may call it/);
});
