/** What methods send, and what they make of answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHawker, HawkerError } from '../index.ts';
import { broken, fakeClient, json, problem } from './fake.ts';

const body = { reservation_id: 'res_1' };

describe('a method of the client', () => {
  it('takes the parts of the path, then the body, then query and header members', async (t) => {
    const { hawker, requests } = await fakeClient(t, [json(200, { data: { done: true } })]);
    await hawker.inventory.showStock('hub 1/2', 'söck?');
    await hawker.autocomplete.setTerm('a%b', { freq: 2 }, { index: 'de' });
    await hawker.keyValue.put('greeting', 'hello', { ttl: 60, 'if-match': '"a"' });
    await hawker.notification.list({ user: 'ann & co', limit: 3, before: undefined });
    const seen = requests.map(({ method, url, body }) => [method, url, body]);
    assert.deepEqual(seen, [
      ['GET', '/api/inventory/stock/hub%201%2F2/s%C3%B6ck%3F', ''],
      ['PUT', '/api/autocomplete/admin/terms/a%25b?index=de', '{"freq":2}'],
      ['PUT', '/api/key-value/greeting', 'hello'],
      ['GET', '/api/notification/notifications?user=ann%20%26%20co&limit=3', ''],
    ]);
    assert.equal(requests[1]!.headers['content-type'], 'application/json');
    const { ttl, 'if-match': match, 'content-type': type } = requests[2]!.headers;
    assert.deepEqual([ttl, match, type], ['60', '"a"', 'text/plain;charset=UTF-8']);
  });

  it('sends raw bodies as they are, with the content type that only the document knows', async (t) => {
    const { hawker, requests } = await fakeClient(t, [json(201, {})]);
    await hawker.fileStore.upload(new Uint8Array([104, 105]), { owner_id: 'ann', name: 'a.txt' });
    const blob = new Blob(['hi'], { type: 'text/x-notes' });
    await hawker.fileStore.upload(blob, { owner_id: 'ann' });
    const chunks = new Blob(['hi']).stream();
    await hawker.fileStore.continueUpload('up_1', chunks, { 'upload-offset': 0 });
    assert.deepEqual(
      requests.map((request) => [request.body, request.headers['content-type']]),
      [
        ['hi', undefined],
        ['hi', 'text/x-notes'],
        ['hi', 'application/offset+octet-stream'],
      ],
    );
  });

  it('refuses parts of a path that would lead elsewhere', async (t) => {
    const { hawker, requests } = await fakeClient(t, [json(200, {})]);
    for (const key of ['', '.', '..']) {
      assert.throws(() => hawker.keyValue.delete(key), TypeError);
    }
    assert.deepEqual(requests, []);
  });

  it('answers without the envelope, and what has none as it is', async (t) => {
    const answers = [json(200, { data: { stock: [] } }), json(200, { rooms: [], data: 1 })];
    const { hawker } = await fakeClient(t, answers);
    assert.deepEqual(await hawker.inventory.listStock('hub'), { stock: [] });
    assert.deepEqual(await hawker.chat.listRooms(), { rooms: [], data: 1 });
  });

  it('takes an enveloped refusal of the specification for the answer that it is', async (t) => {
    const conflict = { data: { status: 'idempotency_conflict', original_status: 'completed' } };
    const { hawker } = await fakeClient(t, [json(409, conflict)]);
    const answer = await hawker.flashSale.checkout({
      product_id: 'sneaker',
      user_id: 'ann',
      qty: 1,
      device_fp: 'phone',
      attestation: 'a',
      expires_at: 1,
      idempotency_key: 'cart-1',
    });
    assert.deepEqual(answer, conflict.data);
  });

  it('gives a Response where the answer is not JSON, and follows no redirect', async (t) => {
    const { hawker } = await fakeClient(t, [
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":1}'),
      (response) => response.writeHead(302, { location: 'http://example.com/' }).end(),
    ]);
    assert.equal(await (await hawker.fileStore.download('file_1')).text(), '{"data":1}');
    const redirect = await hawker.urlShortener.follow('abc');
    assert.equal(redirect.headers.get('location'), 'http://example.com/');
  });

  it('answers undefined when nothing has changed', async (t) => {
    const { hawker } = await fakeClient(t, [(response) => void response.writeHead(304).end()]);
    assert.equal(await hawker.keyValue.get('a', { 'if-none-match': '"1"' }), undefined);
  });

  it('asks each service at its own address, and says when it has none', async (t) => {
    const { requests, hawker } = await fakeClient(t, [json(200, {})], {});
    await hawker.keyValueConsole.showRing();
    assert.equal(requests[0]!.url, '/api/key-value-console/admin/ring');
    const port = /:\d+/.exec(`http://${requests[0]!.headers.host}`)![0];
    const services = { chat: `http://127.0.0.1${port}/` };
    const other = createHawker({ services });
    await other.chat.listRooms();
    assert.equal(requests[1]!.url, '/api/rooms');
    await assert.rejects(async () => other.geo.listHubs(), /not told where/);
  });
});

describe('a refusal', () => {
  it('is an error with code, status, detail and members of its own', async (t) => {
    const { hawker } = await fakeClient(t, [problem(409, 'SOLD_OUT')]);
    await assert.rejects(
      async () => hawker.flashSale.release(body),
      (error: unknown) => {
        assert.ok(error instanceof HawkerError && error instanceof Error);
        const { name, code, status, detail, retryAfter, message, problem } = error;
        assert.deepEqual(
          [name, code, status, detail, retryAfter, message, problem['limit']],
          [
            'HawkerError',
            'SOLD_OUT',
            409,
            'what SOLD_OUT is about',
            undefined,
            'SOLD_OUT: what SOLD_OUT is about',
            2,
          ],
        );
        return true;
      },
    );
  });

  it('is a result with a typed code and the headers, for those who expect it', async (t) => {
    const { hawker } = await fakeClient(t, [
      problem(404, 'UNKNOWN_RESERVATION', { 'x-request-id': 'r1' }),
      json(200, { data: {} }, { 'x-request-id': 'r2' }),
    ]);
    const refused = await hawker.inventory.confirm(body).result();
    // The union of codes is known: a code that the operation never answers does not compile.
    const code: 'UNKNOWN_RESERVATION' | undefined =
      refused.error?.code === 'UNKNOWN_RESERVATION' ? refused.error.code : undefined;
    assert.deepEqual(
      [code, refused.response.headers.get('x-request-id')],
      ['UNKNOWN_RESERVATION', 'r1'],
    );
    const { data, error, response } = await hawker.inventory.confirm(body).result();
    assert.deepEqual([data, error, response.headers.get('x-request-id')], [{}, undefined, 'r2']);
  });

  it('that is not a problem document is UNEXPECTED_ANSWER', async (t) => {
    const page = '<html>Bad Gateway</html>';
    const { hawker } = await fakeClient(t, [(response) => response.writeHead(418).end(page)]);
    const { error } = await hawker.chat.listRooms().result();
    assert.deepEqual([error?.code, error?.status], ['UNEXPECTED_ANSWER', 418]);
  });
});

describe('a request', () => {
  const full = problem(503, 'STORE_UNAVAILABLE', { 'retry-after': '7' });
  const good = json(200, {});

  it('that may be done twice is repeated after Retry-After', async (t) => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    const limited = problem(429, 'RATE_LIMITED', { 'retry-after': date });
    const { hawker, requests, waits } = await fakeClient(t, [full, limited, broken, good]);
    await hawker.chat.listRooms();
    assert.equal(requests.length, 4);
    assert.equal(waits[0], 7_000);
    assert.ok(waits[1]! > 10_000 && waits[1]! <= 20_000, String(waits));
    assert.ok(waits[2]! <= 800);
  });

  it('carries the same body again', async (t) => {
    const { hawker, requests } = await fakeClient(t, [broken, good]);
    await hawker.autocomplete.setTerm('a', { freq: 1 });
    assert.deepEqual(
      requests.map((one) => one.body),
      ['{"freq":1}', '{"freq":1}'],
    );
  });

  it('is repeated four times at most, or as often as it is said', async (t) => {
    const { hawker, requests } = await fakeClient(t, [full]);
    await assert.rejects(async () => hawker.chat.listRooms(), {
      code: 'STORE_UNAVAILABLE',
      retryAfter: 7,
    });
    assert.equal(requests.length, 5);
    await assert.rejects(async () => hawker.chat.listRooms({ retries: 1 }), HawkerError);
    assert.equal(requests.length, 7);
  });

  it('is not repeated when that is to be in more than 30 s, or would be refused again', async (t) => {
    const later = problem(429, 'RATE_LIMITED', { 'retry-after': '31' });
    const { hawker, requests } = await fakeClient(t, [later, problem(500, 'INTERNAL_ERROR')]);
    await assert.rejects(async () => hawker.chat.listRooms(), { retryAfter: 31 });
    await assert.rejects(async () => hawker.chat.listRooms(), { status: 500 });
    assert.equal(requests.length, 2);
  });

  it('that would act twice is not repeated, unless it has an idempotency key', async (t) => {
    const { hawker, requests } = await fakeClient(t, [full]);
    const note = { user_id: 'ann', channel: 'in_app', title: 'Hi', body: '' } as const;
    await assert.rejects(async () => hawker.notification.send(note), HawkerError);
    assert.equal(requests.length, 1);
    const key = { 'idempotency-key': 'k' };
    await assert.rejects(async () => hawker.notification.send(note, key), HawkerError);
    assert.equal(requests.length, 6);
    const { hawker: other, requests: lost } = await fakeClient(t, [broken]);
    await assert.rejects(async () => other.inventory.release(body), TypeError);
    assert.equal(lost.length, 1);
  });

  it('with a condition, or with a body that is used up, is not repeated', async (t) => {
    const { hawker, requests } = await fakeClient(t, [full]);
    await assert.rejects(
      async () => hawker.keyValue.put('a', 'b', { 'if-match': '"1"' }),
      HawkerError,
    );
    await assert.rejects(
      async () => hawker.keyValue.put('a', new Blob(['b']).stream()),
      HawkerError,
    );
    assert.equal(requests.length, 2);
    await assert.rejects(async () => hawker.keyValue.put('a', 'b'), HawkerError);
    assert.equal(requests.length, 7);
  });

  it('is given up when its signal is aborted', async (t) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { hawker, requests } = await fakeClient(t, [
      (response) => {
        controller.abort(reason);
        response.destroy();
      },
    ]);
    const { signal } = controller;
    await assert.rejects(async () => hawker.chat.listRooms({ signal }), reason);
    assert.equal(requests.length, 1);
  });
});

describe('a token', () => {
  const refused = problem(401, 'INVALID_TOKEN');

  it('that is a text is sent as it is, and nothing more is tried', async (t) => {
    const { hawker, requests } = await fakeClient(t, [refused], { token: 't1' });
    await assert.rejects(async () => hawker.chat.listRooms(), { code: 'INVALID_TOKEN' });
    assert.deepEqual(
      requests.map(({ headers }) => headers.authorization),
      ['Bearer t1'],
    );
  });

  it('that is a function is asked once for all requests, and again after a 401', async (t) => {
    let asked = 0;
    const byToken = (
      response: Parameters<typeof refused>[0],
      request: Parameters<typeof refused>[1],
    ) =>
      (request.headers.authorization === 'Bearer t1' ? refused : json(200, {}))(response, request);
    const token = async () => `t${++asked}`;
    const { hawker, requests } = await fakeClient(t, [byToken], { token });
    const body = { user_id: 'ann', product_id: 'sneaker' };
    await Promise.all([
      hawker.chat.listRooms(),
      hawker.flashSale.leave(body),
      hawker.geo.listHubs(),
    ]);
    assert.equal(asked, 2);
    assert.equal(requests.length, 6);
    await hawker.chat.listRooms();
    assert.equal(asked, 2);
  });

  it('that is refused a second time ends the request; one that cannot be had is asked for again', async (t) => {
    let asked = 0;
    const token = () => {
      if (++asked === 1) throw new Error('away');
      return `t${asked}`;
    };
    const { hawker, requests } = await fakeClient(t, [refused], { token });
    await assert.rejects(async () => hawker.chat.listRooms(), /away/);
    await assert.rejects(async () => hawker.chat.listRooms(), { code: 'INVALID_TOKEN' });
    assert.deepEqual([asked, requests.length], [3, 2]);
  });
});
