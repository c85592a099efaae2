/** Links, as owners and those who were given one meet them. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, type OpenService } from '#kit/testing/testing.ts';
import { fileStore } from '../index.ts';
import { startS3 } from './s3.ts';
import { assertRefusal, client, onBothStores, sharedEnv, uploaded } from './fixtures.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const minute = 60_000;
const hour = 60 * minute;

/** The headers that a browser, or something like it, sends with a link. */
interface Visit {
  readonly range?: string;
  readonly agent?: string;
  readonly address?: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
}

function visitor({ app }: Pick<OpenService, 'app'>) {
  return (url: string, { range, agent = 'one', address, method = 'GET', headers }: Visit = {}) =>
    app.inject({
      method,
      url: new URL(url).pathname,
      headers: { 'user-agent': agent, ...(range && { range }), ...headers },
      ...(address !== undefined && { remoteAddress: address }),
    });
}

async function open(t: TestContext, env: Environment) {
  const service = await openService(t, fileStore, env);
  const files = client(service.app);
  const link = async (id: string, body: object = {}, user?: string) => {
    const json = { expires_in: 3_600, ...body };
    const response = await files.post(
      `/files/${id}/links`,
      json,
      user === undefined ? {} : { user },
    );
    assert.equal(response.statusCode, 201, response.body);
    return response.json() as { link_id: string; url: string; expires_at: number };
  };
  return { ...service, files, link, visit: visitor(service) };
}

await onBothStores((env) => {
  makingSuite(env);
  followingSuite(env);
  countingSuite(env);
});

function makingSuite(env: () => Environment): void {
  test('a link answers 201 with its id, an absolute address and its end', async (t) => {
    const { files, clock, link } = await open(t, env());
    const { id } = await uploaded(files, text);
    const { link_id, url, expires_at, ...rest } = await link(id);
    assert.match(link_id, /^link_[1-9]\d*$/);
    assert.match(url, /^http:\/\/localhost:8090\/links\/[\w-]{22}$/);
    assert.equal(expires_at, clock() + hour);
    assert.deepEqual(rest, {});
    const other = await link(id);
    assert.notEqual(other.url, url);
  });

  test('the address begins with FILE_BASE_URL, else with where the service listens', async (t) => {
    const named = await open(t, { ...env(), FILE_BASE_URL: 'https://files.example/store/' });
    const { id } = await uploaded(named.files, text);
    assert.match((await named.link(id)).url, /^https:\/\/files\.example\/store\/links\/[\w-]{22}$/);
    const listening = await open(t, env());
    const address = await listening.app.listen({ port: 0, host: '127.0.0.1' });
    const { url } = await listening.link((await uploaded(listening.files, text)).id);
    assert.equal(new URL(url).port, new URL(address).port);
    assert.equal(await (await fetch(url)).text(), text);
  });

  test('a link is made, listed and revoked by the owner of the file alone', async (t) => {
    const { files, link } = await open(t, env());
    const { id } = await uploaded(files, text);
    await files.post(`/files/${id}/share`, { user_id: 'wim', permission: 'write' });
    const { link_id } = await link(id, {}, 'ann');
    for (const user of ['wim', 'eve']) {
      assertRefusal(
        await files.post(`/files/${id}/links`, { expires_in: 60 }, { user }),
        403,
        'FORBIDDEN',
      );
      assertRefusal(await files.get(`/files/${id}/links`, { user }), 403, 'FORBIDDEN');
      assertRefusal(await files.send('DELETE', `/links/${link_id}`, { user }), 403, 'FORBIDDEN');
    }
    const revoked = await files.send('DELETE', `/links/${link_id}`, { user: 'ann' });
    assert.deepEqual([revoked.statusCode, revoked.json()], [200, { revoked: true }]);
    const again = await files.send('DELETE', `/links/${link_id}`);
    assert.deepEqual(again.json(), { revoked: true });
    for (const unknown of ['link_999999', 'nonsense', 'file_1']) {
      assertRefusal(await files.send('DELETE', `/links/${unknown}`), 404, 'LINK_NOT_FOUND');
    }
    for (const response of [
      await files.post('/files/file_999999/links', { expires_in: 60 }),
      await files.get('/files/file_999999/links'),
    ]) {
      assertRefusal(response, 404, 'FILE_NOT_FOUND');
    }
  });

  test('the list shows what each link is and how often it counted, in pages, never its token', async (t) => {
    const { files, clock, link, visit } = await open(t, env());
    const { id } = await uploaded(files, text, { mime_type: 'image/png' });
    const plain = await link(id);
    const counted = await link(id, { max_downloads: 3, disposition: 'inline', expires_in: 60 });
    await visit(counted.url);
    clock.advance(5);
    await files.send('DELETE', `/links/${plain.link_id}`);
    const made = { created_at: clock() - 5 };
    const { link_id, expires_at } = counted;
    const expected = [
      {
        link_id: plain.link_id,
        disposition: 'attachment',
        ...made,
        expires_at: plain.expires_at,
        revoked_at: clock(),
      },
      { link_id, disposition: 'inline', ...made, expires_at, max_downloads: 3, downloads: 1 },
    ];
    const list = async (query = '') => (await files.get(`/files/${id}/links${query}`)).json();
    assert.deepEqual(await list(), { links: expected });
    const { links, next_cursor } = await list('?limit=1');
    assert.deepEqual(links, expected.slice(0, 1));
    assert.deepEqual(await list(`?limit=1&cursor=${next_cursor}`), { links: expected.slice(1) });
    const unused = await uploaded(files, text);
    assert.deepEqual((await files.get(`/files/${unused.id}/links`)).json(), { links: [] });
  });

  test('checks each member of a new link by its name', async (t) => {
    const { files, link } = await open(t, env());
    const { id } = await uploaded(files, text);
    for (const [field, body] of [
      ['expires_in', {}],
      ['expires_in', { expires_in: 59 }],
      ['expires_in', { expires_in: 2_592_001 }],
      ['expires_in', { expires_in: '60' }],
      ['expires_in', { expires_in: 60.5 }],
      ['max_downloads', { expires_in: 60, max_downloads: 0 }],
      ['max_downloads', { expires_in: 60, max_downloads: 1_000_000_001 }],
      ['disposition', { expires_in: 60, disposition: 'INLINE' }],
    ] as const) {
      const response = await files.post(`/files/${id}/links`, body);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field, JSON.stringify(body));
    }
    for (const query of ['limit=0', 'limit=1001', 'cursor=nonsense']) {
      const response = await files.get(`/files/${id}/links?${query}`);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, query.split('=')[0]);
    }
    await link(id, { expires_in: 60, max_downloads: 1_000_000_000 });
    await link(id, { expires_in: 2_592_000, unknown: 'member' });
  });

  test('inline is for types that cannot run script alone, also when the type changes later', async (t) => {
    const { files, link, visit } = await open(t, env());
    for (const mime_type of ['image/png', 'IMAGE/PNG', 'text/plain; charset=utf-8', 'video/mp4']) {
      const { id } = await uploaded(files, text, { mime_type });
      const { url } = await link(id, { disposition: 'inline' });
      const response = await visit(url);
      assert.equal(response.headers['content-disposition'], 'inline; filename=a.txt', mime_type);
      await files.put(id, text, { mime_type: 'text/html' });
      const changed = await visit(url);
      assert.equal(changed.headers['content-disposition'], 'attachment; filename=a.txt');
      assert.equal(changed.headers['content-type'], 'text/html; charset=utf-8');
    }
    for (const mime_type of [
      'text/html',
      'application/xhtml+xml',
      'text/xml',
      'image/svg+xml',
      'text/javascript',
      'application/pdf',
      'application/octet-stream',
      'image/x-unheard-of',
      'text/plain-not',
    ]) {
      const { id } = await uploaded(files, text, { mime_type });
      const body = { expires_in: 60, disposition: 'inline' };
      const response = await files.post(`/files/${id}/links`, body);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'disposition', mime_type);
      await link(id);
    }
  });
}

function followingSuite(env: () => Environment): void {
  test('a link downloads the latest version without a user, also under FILE_REQUIRE_USER=1', async (t) => {
    const { files, visit, ...service } = await open(t, { ...env(), FILE_REQUIRE_USER: '1' });
    const ann = { user: 'ann' };
    const { id } = await uploaded(files, 'old', { mime_type: 'text/plain' }, ann);
    const { url } = await service.link(id, {}, 'ann');
    await files.put(id, text, {}, ann);
    const response = await visit(url);
    assert.equal(response.statusCode, 200);
    assert.equal(response.body, text);
    const { date: _, connection: __, 'x-request-id': ___, ...headers } = response.headers;
    const { content_hash } = (await files.get(`/files/${id}`, ann)).json();
    assert.deepEqual(headers, {
      etag: `"${content_hash}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-site',
      vary: 'Origin',
      'content-length': '26',
      'content-disposition': 'attachment; filename=a.txt',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    });
  });

  test('ranges and conditions are answered as a download answers them', async (t) => {
    const { files, link, visit } = await open(t, env());
    const { id, content_hash } = await uploaded(files, text);
    const { url } = await link(id);
    const part = await visit(url, { range: 'bytes=2-4' });
    assert.deepEqual([part.statusCode, part.body], [206, 'cde']);
    assert.equal(part.headers['content-range'], 'bytes 2-4/26');
    assertRefusal(await visit(url, { range: 'bytes=26-' }), 416, 'RANGE_NOT_SATISFIABLE');
    const known = await visit(url, { headers: { 'if-none-match': `"${content_hash}"` } });
    assert.deepEqual([known.statusCode, known.body], [304, '']);
    const other = { range: 'bytes=0-1', headers: { 'if-range': '"x"' } };
    assert.equal((await visit(url, other)).body, text);
    const head = await visit(url, { method: 'HEAD' });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    assert.equal(head.headers['content-length'], '26');
    const empty = await link((await uploaded(files, '')).id, { max_downloads: 1 });
    const nothing = await visit(empty.url);
    assert.deepEqual([nothing.statusCode, nothing.body], [200, '']);
    assertRefusal(await visit(empty.url), 410, 'LINK_USED_UP');
  });

  test('a link that serves no more is 410 by its reason, to GET and HEAD, whatever else is asked', async (t) => {
    const { files, clock, link, visit } = await open(t, env());
    const { id, content_hash } = await uploaded(files, text);
    const usedUp = await link(id, { max_downloads: 1, expires_in: 600 });
    await visit(usedUp.url);
    const revoked = await link(id, { max_downloads: 1, expires_in: 600 });
    await visit(revoked.url);
    await files.send('DELETE', `/links/${revoked.link_id}`);
    const expectAll = async (url: string, code: string) => {
      const headers = { 'if-none-match': `"${content_hash}"` };
      for (const visitOf of [{}, { headers }, { range: 'bytes=26-', agent: 'other' }]) {
        assertRefusal(await visit(url, visitOf), 410, code);
      }
      assert.equal((await visit(url, { method: 'HEAD' })).statusCode, 410);
    };
    await expectAll(usedUp.url, 'LINK_USED_UP');
    await expectAll(revoked.url, 'LINK_REVOKED');
    clock.advance(600_000 - 1);
    await expectAll(usedUp.url, 'LINK_USED_UP');
    clock.advance(1);
    await expectAll(usedUp.url, 'LINK_EXPIRED');
    await expectAll(revoked.url, 'LINK_REVOKED');
  });

  test('a link without max_downloads serves until the instant at which it expires', async (t) => {
    const { files, clock, link, visit } = await open(t, env());
    const { url, expires_at } = await link((await uploaded(files, text)).id, { expires_in: 60 });
    clock.advance(expires_at - clock() - 1);
    assert.equal((await visit(url)).statusCode, 200);
    clock.advance(1);
    assertRefusal(await visit(url), 410, 'LINK_EXPIRED');
  });

  test('a link of a deleted file is 404, as one that never was', async (t) => {
    const { files, link, visit } = await open(t, env());
    const { id } = await uploaded(files, text);
    const { url, link_id } = await link(id, { max_downloads: 5 });
    const other = await link((await uploaded(files, text)).id);
    await visit(url, { range: 'bytes=0-1' });
    await files.remove(id);
    assertRefusal(await visit(url), 404, 'LINK_NOT_FOUND');
    assertRefusal(await visit(url, { range: 'bytes=2-3' }), 404, 'LINK_NOT_FOUND');
    assertRefusal(await files.send('DELETE', `/links/${link_id}`), 404, 'LINK_NOT_FOUND');
    assert.equal((await visit(other.url)).statusCode, 200);
    for (const unknown of [link_id, 'x', 'A'.repeat(22)]) {
      const response = await visit(`http://localhost/links/${unknown}`);
      assertRefusal(response, 404, 'LINK_NOT_FOUND');
    }
  });

  test('a page of another site may lead to a link, and not fetch it', async (t) => {
    const { files, link, visit } = await open(t, env());
    const { url } = await link((await uploaded(files, text)).id);
    const site = { 'sec-fetch-site': 'cross-site' };
    const followed = await visit(url, { headers: { ...site, 'sec-fetch-mode': 'navigate' } });
    assert.equal(followed.statusCode, 200);
    const fetched = await visit(url, { headers: { ...site, 'sec-fetch-mode': 'cors' } });
    assertRefusal(fetched, 403, 'ORIGIN_NOT_ALLOWED');
  });
}

function countingSuite(env: () => Environment): void {
  /** How many downloads of a link with ten have counted. */
  async function limited(t: TestContext) {
    const service = await open(t, env());
    const { id } = await uploaded(service.files, text);
    const { url } = await service.link(id, { max_downloads: 10, expires_in: 86_400 });
    const counted = async () =>
      (await service.files.get(`/files/${id}/links`)).json().links[0].downloads as number;
    return { ...service, id, url, counted, go: (visit?: Visit) => service.visit(url, visit) };
  }

  test('a full GET always counts, also of one client and within 10 minutes', async (t) => {
    const { go, counted, clock } = await limited(t);
    for (const [i, visit] of [
      {},
      {},
      { range: 'bytes=0-1,4-5' },
      { range: 'nonsense' },
      { range: 'bytes=0-1', headers: { 'if-range': '"x"' } },
    ].entries()) {
      const response = await go(visit);
      assert.deepEqual([response.statusCode, await counted()], [200, i + 1]);
      clock.advance(1);
    }
  });

  test('answers without bytes do not count: HEAD, 304, 416', async (t) => {
    const { go, counted, files, id } = await limited(t);
    const { content_hash } = (await files.get(`/files/${id}`)).json();
    assert.equal((await go({ method: 'HEAD' })).statusCode, 200);
    assert.equal((await go({ method: 'HEAD', range: 'bytes=0-1' })).statusCode, 200);
    const known = { 'if-none-match': `"${content_hash}"` };
    assert.equal((await go({ headers: known })).statusCode, 304);
    assert.equal((await go({ headers: known, range: 'bytes=0-1' })).statusCode, 304);
    assert.equal((await go({ range: 'bytes=26-' })).statusCode, 416);
    assert.equal(await counted(), 0);
  });

  test('the ranges of one client count once, whichever comes first, for less than 10 minutes', async (t) => {
    const { go, counted, clock } = await limited(t);
    for (const range of ['bytes=10-19', 'bytes=0-1', 'bytes=0-', 'bytes=20-', 'bytes=-1']) {
      assert.equal((await go({ range })).statusCode, 206);
      assert.equal(await counted(), 1);
    }
    clock.advance(10 * minute - 1);
    await go({ range: 'bytes=10-19' });
    assert.equal(await counted(), 1);
    clock.advance(1);
    await go({ range: 'bytes=10-19' });
    assert.equal(await counted(), 2);
  });

  test('a range continues a full GET of the same client that broke off', async (t) => {
    const { go, counted, clock } = await limited(t);
    await go();
    clock.advance(10 * minute - 1);
    await go({ range: 'bytes=13-' });
    assert.equal(await counted(), 1);
    clock.advance(1);
    await go({ range: 'bytes=13-' });
    assert.equal(await counted(), 2);
  });

  test('a client is an address and a User-Agent', async (t) => {
    const { go, counted } = await limited(t);
    const range = 'bytes=0-1';
    for (const [expected, visit] of [
      [1, { agent: 'one', address: '192.0.2.1' }],
      [2, { agent: 'two', address: '192.0.2.1' }],
      [3, { agent: 'one', address: '192.0.2.2' }],
      [3, { agent: 'one', address: '192.0.2.1' }],
      [3, { agent: 'two', address: '::ffff:192.0.2.1' }],
      [4, { agent: '', address: '192.0.2.1' }],
    ] as const) {
      await go({ range, ...visit });
      assert.equal(await counted(), expected);
    }
  });

  test('the client that began the last download may continue it when the link is used up', async (t) => {
    const { files, link, visit } = await open(t, env());
    const { url } = await link((await uploaded(files, text)).id, { max_downloads: 1 });
    assert.equal((await visit(url, { range: 'bytes=0-12' })).statusCode, 206);
    const rest = await visit(url, { range: 'bytes=13-' });
    assert.deepEqual([rest.statusCode, rest.body], [206, 'nopqrstuvwxyz']);
    assertRefusal(await visit(url, { range: 'bytes=26-' }), 416, 'RANGE_NOT_SATISFIABLE');
    assertRefusal(await visit(url), 410, 'LINK_USED_UP');
    assertRefusal(await visit(url, { range: 'nonsense' }), 410, 'LINK_USED_UP');
    const other = { range: 'bytes=13-', agent: 'two' };
    assertRefusal(await visit(url, other), 410, 'LINK_USED_UP');
  });

  test('when n full GETs at once follow a link with m left, exactly min(n, m) are 200', async (t) => {
    const { files, link, visit } = await open(t, env());
    const { id } = await uploaded(files, text);
    for (const [n, m] of [
      [12, 1],
      [12, 5],
      [5, 5],
      [5, 12],
    ] as const) {
      const { url } = await link(id, { max_downloads: m });
      const answers = await Promise.all(
        Array.from({ length: n }, (_, i) => visit(url, { agent: `${i % 3}` })),
      );
      const whole = answers.filter(({ statusCode }) => statusCode === 200);
      assert.ok(whole.every(({ body }) => body === text));
      assert.equal(whole.length, Math.min(n, m));
      for (const answer of answers) {
        if (answer.statusCode !== 200) assertRefusal(answer, 410, 'LINK_USED_UP');
      }
    }
  });
}

const skip = missing('postgres');
const s3 = skip ? undefined : await startS3();

describe('links through two replicas', { skip }, () => {
  async function replicas(t: TestContext) {
    const env = sharedEnv(s3!.env);
    const one = await open(t, env);
    const service = await openService(t, fileStore, env);
    const { id } = await uploaded(one.files, text);
    return { ...one, id, visitOther: visitor(service), other: client(service.app) };
  }

  test('when n full GETs at once follow a link with m left, exactly min(n, m) are 200', async (t) => {
    const { id, link, visit, visitOther } = await replicas(t);
    for (const m of [1, 7, 30]) {
      const { url } = await link(id, { max_downloads: m });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? visit : visitOther)(url)),
      );
      const whole = answers.filter(({ statusCode }) => statusCode === 200);
      assert.equal(whole.length, Math.min(20, m));
    }
  });

  test('once one replica revokes or deletes, no other serves it from the next request on', async (t) => {
    const { id, link, visit, visitOther, other } = await replicas(t);
    const one = await link(id);
    assert.equal((await visit(one.url)).statusCode, 200);
    assert.equal((await other.send('DELETE', `/links/${one.link_id}`)).statusCode, 200);
    assertRefusal(await visit(one.url), 410, 'LINK_REVOKED');
    const two = await link(id);
    assert.equal((await visitOther(two.url)).statusCode, 200);
    await other.remove(id);
    assertRefusal(await visit(two.url), 404, 'LINK_NOT_FOUND');
  });

  test('a client continues through another replica what it has begun', async (t) => {
    const { id, link, visit, visitOther } = await replicas(t);
    const { url } = await link(id, { max_downloads: 1 });
    assert.equal((await visit(url, { range: 'bytes=0-9' })).statusCode, 206);
    assert.equal((await visitOther(url, { range: 'bytes=10-' })).statusCode, 206);
    assertRefusal(await visitOther(url), 410, 'LINK_USED_UP');
  });
});
