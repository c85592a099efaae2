import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers } from '#kit/testing/testing.ts';
import { drawCode } from '../code.ts';
import { createUrlShortener, urlShortener } from '../index.ts';

const long = 'https://example.com/some/long/path?with=query';

const shorten = (app: App, url: unknown) =>
  app.inject({ method: 'POST', url: '/shorten', payload: { url } });

async function shortened(app: App, url: string): Promise<string> {
  const response = await shorten(app, url);
  assert.equal(response.statusCode, 201, response.body);
  return response.json().data.code;
}

describe('on SQLite', () => suite({}));
describe('on PostgreSQL', { skip: missing('postgres') }, () => {
  const env = { DATABASE_URL: servers.postgres };
  suite(env);

  test('one replica redirects at once to a URL that another shortened', async (t) => {
    const code = drawCode();
    const service = createUrlShortener({ drawCode: () => code });
    const [one, other] = [await openService(t, service, env), await openService(t, service, env)];
    assert.equal((await other.app.inject(`/${code}`)).statusCode, 404);
    await shortened(one.app, long);
    assert.equal((await other.app.inject(`/${code}`)).headers.location, long);
  });
});

function suite(env: Environment): void {
  const open = async (t: TestContext) => (await openService(t, urlShortener, env)).app;

  test('a URL gets a code of 7 alphanumerics, in an envelope', async (t) => {
    const response = await shorten(await open(t), long);
    assert.equal(response.statusCode, 201);
    const { code, short_url } = response.json().data;
    assert.match(code, /^[a-zA-Z0-9]{7}$/);
    assert.equal(short_url, `http://localhost:8080/${code}`);
    assert.deepEqual(response.json(), { data: { short_url, code } });
  });

  test('BASE_URL is the first part of short_url', async (t) => {
    const withBase = { ...env, BASE_URL: 'https://sho.rt/s/' };
    const { app } = await openService(t, urlShortener, withBase);
    const { short_url, code } = (await shorten(app, long)).json().data;
    assert.equal(short_url, `https://sho.rt/s/${code}`);
    assert.equal((await shorten(app, 'http://sho.rt/x')).statusCode, 400);
  });

  test('GET and HEAD of a code redirect with 302', async (t) => {
    const app = await open(t);
    const code = await shortened(app, long);
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url: `/${code}` });
      assert.equal(response.statusCode, 302);
      assert.equal(response.headers.location, long);
      assert.equal(response.headers['cache-control'], 'private, max-age=30');
      assert.equal(response.body, '');
    }
  });

  test('a code with a slash at its end redirects, too', async (t) => {
    const app = await open(t);
    const code = await shortened(app, long);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const path of [`/${code}/`, `/${code}/?utm_source=mail`]) {
        const response = await app.inject({ method, url: path });
        assert.deepEqual([response.statusCode, response.headers.location], [302, long], path);
      }
    }
    assert.equal((await app.inject(`/${drawCode()}/`)).json().code, 'UNKNOWN_CODE');
    assert.equal((await app.inject(`/${code}/x`)).statusCode, 404);
    const wrong = await app.inject({ method: 'DELETE', url: `/${code}/` });
    assert.deepEqual([wrong.statusCode, wrong.headers['allow']], [405, 'GET, HEAD']);
  });

  test('one URL may have several codes', async (t) => {
    const app = await open(t);
    assert.notEqual(await shortened(app, long), await shortened(app, long));
  });

  test('an unknown code, or what cannot be one, is 404', async (t) => {
    const app = await open(t);
    for (const path of [drawCode(), 'shorten', 'abc', 'abcdefgh', 'abc-efg', '%C3%A4bcdefg']) {
      const response = await app.inject(`/${path}`);
      assert.equal(response.statusCode, 404, path);
      assert.equal(response.json().code, 'UNKNOWN_CODE');
      assert.match(response.headers['content-type'] as string, /^application\/problem\+json/);
    }
    assert.equal((await app.inject('/')).statusCode, 404);
    assert.equal((await app.inject('/a/b')).statusCode, 404);
    assert.equal((await app.inject({ method: 'HEAD', url: `/${drawCode()}` })).statusCode, 404);
  });

  test('a URL that cannot be shortened is 400 and names the member', async (t) => {
    const app = await open(t);
    for (const url of ['', 'example.com', 'ftp://a.example/', 'http://u:p@a.example/', '\ud800']) {
      const response = await shorten(app, url);
      assert.equal(response.statusCode, 400);
      const { code, errors } = response.json();
      assert.equal(code, 'INVALID_URL');
      assert.equal(errors[0].path, 'url');
    }
    assert.equal((await shorten(app, 'http://127.0.0.1:8080/abcdefg')).json().code, 'INVALID_URL');
  });

  test('a body without a url of type string is 400', async (t) => {
    const app = await open(t);
    for (const payload of ['{}', '{"url":1}', '{"url":null}', '{"url":["a"]}', '[]', '"a"', '1']) {
      const response = await app.inject({ method: 'POST', url: '/shorten', payload });
      assert.equal(response.statusCode, 400, payload);
      assert.equal(response.json().code, 'VALIDATION_FAILED');
    }
  });

  const types = ['application/json', 'text/plain', 'application/xml', 'nonsense', ';', undefined];
  for (const type of types) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };

    test(`a body of type ${type} is read as JSON, or refused with 400`, async (t) => {
      const app = await open(t);
      const post = (payload?: string | Buffer) =>
        app.inject({ method: 'POST', url: '/shorten', headers, payload });
      for (const payload of ['', '{', 'url=x', '<a/>', '\0', Buffer.from([0x22, 0xff, 0x22])]) {
        const response = await post(payload);
        assert.equal(response.statusCode, 400, response.body);
        assert.equal(response.json().code, 'VALIDATION_FAILED');
      }
      assert.equal((await post()).statusCode, 400);
      assert.equal((await post(JSON.stringify({ url: long, more: 1 }))).statusCode, 201);
    });
  }

  test('a body above 1 MiB is 413', async (t) => {
    const response = await shorten(await open(t), `https://a.example/${'a'.repeat(1 << 20)}`);
    assert.equal(response.statusCode, 413);
  });

  test('a code that is taken is drawn again, and its URL stays', async (t) => {
    const [taken, free] = [drawCode(), drawCode()];
    const draws = [taken, taken, taken, taken, taken, free];
    const service = createUrlShortener({ drawCode: () => draws.shift()! });
    const { app } = await openService(t, service, env);
    assert.equal(await shortened(app, long), taken);
    assert.equal(await shortened(app, 'https://other.example/'), free);
    assert.equal((await app.inject(`/${taken}`)).headers.location, long);
    assert.equal((await app.inject(`/${free}`)).headers.location, 'https://other.example/');
  });

  test('after 5 taken codes it is 503 and may be tried again in a second', async (t) => {
    const code = drawCode();
    let draws = 0;
    const service = createUrlShortener({
      drawCode: () => {
        draws++;
        return code;
      },
    });
    const { app } = await openService(t, service, env);
    await shortened(app, long);
    draws = 0;
    const response = await shorten(app, long);
    assert.equal(response.statusCode, 503);
    assert.equal(response.json().code, 'CODE_SPACE_BUSY');
    assert.equal(response.headers['retry-after'], '1');
    assert.equal(draws, 5);
  });

  test('one of 50 concurrent requests that draw one code gets it', async (t) => {
    const code = drawCode();
    const { app } = await openService(t, createUrlShortener({ drawCode: () => code }), env);
    const urls = Array.from({ length: 50 }, (_, i) => `https://example.com/${i}`);
    const responses = await Promise.all(urls.map((url) => shorten(app, url)));
    const won = urls.filter((_, i) => responses[i]!.statusCode === 201);
    assert.equal(won.length, 1);
    assert.equal((await app.inject(`/${code}`)).headers.location, won[0]);
  });

  test('any accepted URL comes back as a legal Location', async (t) => {
    const app = await open(t);
    const path = anyText({ maxLength: 40 });
    const given = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.tuple(fc.domain(), path).map(([host, rest]) => `https://${host}/${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(given, async (url) => {
        const response = await shorten(app, url);
        if (response.statusCode === 400) return;
        assert.equal(response.statusCode, 201);
        const { location } = (await app.inject(`/${response.json().data.code}`)).headers;
        assert.ok(location);
        validateHeaderValue('location', location);
        assert.equal(new URL(location).origin, new URL(url).origin);
        if (/^[\x21-\x7e]*$/.test(url) && !/["<>\\^`{|}]/.test(url)) assert.equal(location, url);
      }),
      { numRuns: 200 },
    );
  });

  test('nothing that a client sends is answered with 500', async (t) => {
    const app = await open(t);
    const payload = fc.oneof(
      fc.json(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      anyText().map((url) => JSON.stringify({ url })),
      anyText().map((rest) => JSON.stringify({ url: `http://${rest}` })),
    );
    const code = fc.string({ unit: 'grapheme' }).map((text) => encodeURIComponent(text));
    await fc.assert(
      fc.asyncProperty(payload, code, async (body, path) => {
        const posted = await app.inject({ method: 'POST', url: '/shorten', payload: body });
        assert.ok([201, 400].includes(posted.statusCode), posted.body);
        assert.equal((await app.inject(`/${path}`)).statusCode, 404);
      }),
      { numRuns: 200 },
    );
  });
}
