/** Nobody gets anything in another's name: each route of each service, as it declares who may call. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Access, UserMember } from '#kit/web/identity/access.ts';
import type { DeclaredRoute } from '#kit/web/identity/declared-routes.ts';
import type { RunningHost } from '#kit/host/host.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { withAllServices } from '../openapi.ts';

const adminToken = 'only the operator knows';
const now = Date.now();
const ann = tokenOf('ann', now);
const mallory = tokenOf('mallory', now);
const service = tokenOf('shop', now, { scope: 'service' });

let host: RunningHost;
let stop = () => {};
let stopped: Promise<void>;

before(async () => {
  const { promise, resolve } = Promise.withResolvers<RunningHost>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const env = { AUTH_JWT_SECRET: authSecret, ADMIN_TOKEN: adminToken, FILE_TRASH_DAYS: '1' };
  stopped = withAllServices(async (running) => {
    resolve(running);
    await over;
  }, env);
  stop = end;
  host = await promise;
});

after(async () => {
  stop();
  await stopped;
});

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly body: any;
  readonly challenge: string | null;
}

interface Sent {
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly body?: object;
}

type Target = Pick<DeclaredRoute, 'service' | 'method' | 'path' | 'parameter'>;

/** Sends a request by way of the console's port; parameters of the path are `x` unless given. */
async function send(target: Target, token: string | undefined, sent: Sent = {}): Promise<Answer> {
  const { service: name, method, path, parameter } = target;
  const filled = path.replace(/:(\w+)/g, (_, one: string) => sent.params?.[one] ?? 'x');
  const chosen = parameter === undefined ? {} : { [parameter]: 'x' };
  const query = new URLSearchParams({ ...chosen, ...sent.query }).toString();
  const prefix = name === 'console' ? '' : `/api/${name}`;
  const answer = await fetch(`${host.console}${prefix}${filled}${query && `?${query}`}`, {
    method,
    headers: {
      ...(token !== undefined && bearer(token)),
      ...(sent.body && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: sent.body ? JSON.stringify(sent.body) : null,
    redirect: 'manual',
  });
  const challenge = answer.headers.get('www-authenticate');
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, body: {}, challenge };
  }
  const text = await answer.text();
  return {
    status: answer.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    challenge,
  };
}

const routesOf = (kind: Access['kind']) =>
  host.routes.all.filter((one) => one.access.kind === kind);
const titleOf = ({ service: name, method, path, parameter = '' }: Target) =>
  `${method} ${path} ${parameter} of ${name}`;

it('a stranger gets nothing but what is public: 401', async () => {
  for (const kind of ['user', 'service', 'admin'] as const) {
    for (const route of routesOf(kind)) {
      const none = await send(route, undefined);
      assert.deepEqual([none.status, none.challenge], [401, 'Bearer'], titleOf(route));
      const wrong = await send(route, `${ann}x`);
      const challenge = 'Bearer error="invalid_token"';
      assert.deepEqual([wrong.status, wrong.challenge], [401, challenge], titleOf(route));
    }
  }
});

it('a user gets nothing that is for services or operators, a service nothing for operators: 403', async () => {
  for (const route of [...routesOf('service'), ...routesOf('admin')]) {
    assert.equal((await send(route, mallory)).status, 403, titleOf(route));
  }
  for (const route of routesOf('admin')) {
    assert.equal((await send(route, service)).status, 403, titleOf(route));
  }
});

it('a user who names another one gets 403, in every place where a route has one', async () => {
  let places = 0;
  for (const route of routesOf('user')) {
    if (route.access.kind !== 'user') continue;
    for (const place of route.access.places) {
      const { status, body } = await send(route, mallory, naming(place, 'ann'));
      assert.equal(status, 403, `${titleOf(route)}: ${place.in} ${place.name}`);
      assert.equal(body.code ?? 'FORBIDDEN', 'FORBIDDEN', titleOf(route));
      places++;
    }
  }
  assert.ok(places > 40, `only ${places}`);
});

/** A request that names a user in one place, and has nothing else. */
function naming({ in: part, name }: UserMember, user: string): Sent {
  if (part === 'query') return { query: { [name]: user } };
  if (part === 'path') return { params: { [name]: user } };
  if (part === 'header') return { headers: { [name]: user } };
  const members = name.split('.').toReversed();
  return { body: members.reduce<unknown>((value, one) => ({ [one]: value }), user) as object };
}

/** Where a user may read what is not of any user: these name nobody, and have no owner. */
const ofNobody = new Set([
  'createTicket',
  'chatListRooms',
  'chatListMessages',
  'chatListUsers',
  'newsFeedListPosts',
  'newsFeedShowUser',
  'newsFeedListFollowers',
  'newsFeedListFollowing',
  'newsFeedListComments',
  'urlShortenerShorten',
  'urlShortenerShortenInBulk',
]);

const operationIdOf = ({ schema }: DeclaredRoute) =>
  (schema as { readonly operationId: string }).operationId;

/** Makes one of ann's things and a request for it, by operation on a thing that has an owner. */
const requests: Record<string, () => Promise<Sent>> = {
  flashSaleRelease: () => sold('released'),
  flashSaleClaimPrize: won,
  inventoryRelease: () => reserved('released'),
  inventoryExtend: async () => {
    const { body } = await reserved('extended');
    return { body: { ...body, ttl_seconds: 60 } };
  },
  inventoryShowReservation: async () => ({ params: (await reserved('shown')).body }),
  inventoryShowReservationOfOrder: async () => {
    // Made by a service: it and the user know the order by the same id.
    await reserved('shown by order', service);
    return { params: { order_id: 'shown by order' } };
  },
  newsFeedDeletePost: posted,
  newsFeedShowReceipt: posted,
  newsFeedDeleteComment: commented,
  notificationShow: notified,
  notificationTrace: notified,
  notificationMarkRead: notified,
  notificationMarkUnread: notified,
  notificationRemove: notified,
};

describe('what belongs to ann', () => {
  it('has an owner whom the routes ask for: all of them are among these', () => {
    const routes = routesOf('user').filter(({ method, access }) => {
      return method !== 'HEAD' && access.kind === 'user' && access.places.length === 0;
    });
    const known = new Set([...ofNobody, ...Object.keys(requests)]);
    assert.deepEqual(new Set(routes.map(operationIdOf)), known);
  });

  for (const [operationId, make] of Object.entries(requests)) {
    it(`${operationId}: does not exist for others, and does for a service and for ann`, async () => {
      const sent = await make();
      const route = host.routes.all.find((one) => operationIdOf(one) === operationId)!;
      const refused = await send(route, mallory, sent);
      assert.equal(refused.status, 404, JSON.stringify(refused.body));
      for (const token of [service, ann]) {
        const { status, body } = await send(route, token, sent);
        assert.equal(status, 200, JSON.stringify(body));
      }
    });
  }

  it('a file: does not exist for others until it is shared', async () => {
    const files = { service: 'file-store', path: '/files/:id' };
    const uploaded = await act('file-store', 'POST', '/files', ann, {
      query: { name: 'diary' },
      headers: { 'content-type': 'application/octet-stream' },
      body: { dear: 'diary' },
    });
    const { id, owner_id } = uploaded.file;
    assert.equal(owner_id, 'ann');
    const params = { id };
    for (const [method, path] of [
      ['GET', '/files/:id'],
      ['GET', '/files/:id/download'],
      ['GET', '/files/:id/versions'],
      ['DELETE', '/files/:id'],
      ['PATCH', '/files/:id'],
      ['GET', '/files/:id/shares'],
      ['DELETE', '/files/:id/share/:user_id'],
    ] as const) {
      const sent = { params, ...(method === 'PATCH' && { body: { name: 'mine' } }) };
      const { status, body } = await send({ ...files, method, path }, mallory, sent);
      assert.deepEqual([status, body.code], [404, 'FILE_NOT_FOUND'], `${method} ${path}`);
    }
    const share = { params, body: { user_id: 'mallory', permission: 'read' } };
    const sharing = { service: 'file-store', method: 'POST', path: '/files/:id/share' };
    assert.equal((await send(sharing, mallory, share)).status, 404);
    assert.equal((await send(sharing, ann, share)).status, 200);
    assert.equal((await send({ ...files, method: 'GET' }, mallory, { params })).status, 200);
    assert.equal((await send({ ...files, method: 'DELETE' }, mallory, { params })).status, 403);

    assert.equal((await send({ ...files, method: 'DELETE' }, ann, { params })).status, 200);
    const trash = { service: 'file-store', method: 'GET', path: '/trash' };
    assert.deepEqual((await send(trash, mallory)).body, { trash: [] });
    assert.equal((await send(trash, ann)).body.trash.length, 1);
    assert.equal((await send(trash, service)).status, 400);
    const restoring = { ...trash, method: 'POST', path: '/trash/:id/restore' };
    for (const target of [restoring, { ...trash, method: 'DELETE', path: '/trash/:id' }]) {
      const refused = await send(target, mallory, { params });
      assert.deepEqual([refused.status, refused.body.code], [404, 'NOT_IN_TRASH']);
    }
    assert.equal((await send(restoring, ann, { params })).status, 200);
  });

  it('a link of a file: made, listed and revoked by its owner, followed by anybody', async () => {
    const uploaded = await act('file-store', 'POST', '/files', ann, {
      query: { name: 'shown' },
      headers: { 'content-type': 'application/octet-stream' },
      body: { to: 'all' },
    });
    const making = { params: { id: uploaded.file.id }, body: { expires_in: 60 } };
    const links = { service: 'file-store', path: '/files/:id/links' };
    for (const [method, sent] of [
      ['GET', { params: making.params }],
      ['POST', making],
    ] as const) {
      const { status, body } = await send({ ...links, method }, mallory, sent);
      assert.deepEqual([status, body.code], [404, 'FILE_NOT_FOUND'], method);
    }
    const { link_id, url } = await act('file-store', 'POST', '/files/:id/links', ann, making);
    const one = { service: 'file-store', path: '/links/:link' };
    const token = { params: { link: url.split('/').at(-1) } };
    assert.equal((await send({ ...one, method: 'GET' }, undefined, token)).status, 200);
    const named = { params: { link: link_id } };
    const { status, body } = await send({ ...one, method: 'DELETE' }, mallory, named);
    assert.deepEqual([status, body.code], [404, 'LINK_NOT_FOUND']);
    assert.equal((await send({ ...one, method: 'DELETE' }, ann, named)).status, 200);
    assert.equal((await send({ ...one, method: 'GET' }, undefined, token)).status, 410);
  });

  it('an upload: does not exist for others; its file belongs to the caller', async () => {
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `name ${btoa('mine')}`;
    const begun = await fetch(`${host.console}/api/file-store/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        authorization: `Bearer ${ann}`,
        'upload-length': '3',
        'upload-metadata': metadata,
      },
    });
    assert.equal(begun.status, 201);
    // Relative, so that it holds at any address.
    const url = new URL(begun.headers.get('location')!, begun.url);
    const continued = (token: string) =>
      fetch(url, {
        method: 'PATCH',
        headers: {
          ...tus,
          authorization: `Bearer ${token}`,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: 'abc',
      });
    for (const method of ['HEAD', 'DELETE']) {
      const headers = { ...tus, authorization: `Bearer ${mallory}` };
      assert.equal((await fetch(url, { method, headers })).status, 404, method);
    }
    assert.equal((await continued(mallory)).status, 404);
    const finished = await continued(ann);
    const id = finished.headers.get('x-file-id')!;
    const shown = { service: 'file-store', method: 'GET', path: '/files/:id' };
    const { body } = await send(shown, ann, { params: { id } });
    assert.equal(body.owner_id, 'ann');
  });
});

it('an order of dispatch is followed by services, not by users, though both follow by the same path', async () => {
  for (const name of ['dispatch-a', 'dispatch-b']) {
    const target = { service: name, method: 'GET', path: '/dispatch/events' };
    const sent = { query: { order_id: 'o' } };
    const refused = await send(target, mallory, sent);
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN']);
    const unknown = await send(target, service, sent);
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'UNKNOWN_ORDER']);
  }
});

it('a user need not be named: it is the caller; a service must say for whom it acts', async () => {
  await act('news-feed', 'POST', '/users', ann);
  const target = { service: 'news-feed', method: 'GET', path: '/timeline' };
  assert.equal((await send(target, ann)).status, 200);
  assert.equal((await send(target, service)).status, 400);
  assert.equal((await send(target, service, { query: { user: 'ann' } })).status, 200);
});

it('ADMIN_TOKEN counts as service admin: it has every path, for any user', async () => {
  const ring = { service: 'key-value-console', method: 'GET', path: '/admin/ring' };
  assert.equal((await send(ring, adminToken)).status, 200);
  const inbox = { service: 'notification', method: 'GET', path: '/notifications' };
  assert.equal((await send(inbox, adminToken, { query: { user: 'ann' } })).status, 200);
});

/** A request that must be answered well, and its answer without the envelope. */
async function act(name: string, method: string, path: string, token: string, sent: Sent = {}) {
  // Most routes that write take a body, be it empty.
  const body = method === 'POST' ? { body: {} } : {};
  const answer = await send({ service: name, method, path }, token, { ...body, ...sent });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data ?? answer.body;
}

async function sold(product_id: string): Promise<Sent> {
  const act1 = act.bind(undefined, 'flash-sale');
  const body = { product_id, total_stock: 10 };
  await act1('POST', '/admin/flash-sale/init-product', adminToken, { body });
  const device_fp = `device of ${product_id}`;
  const token = await act1('GET', '/flash-sale/token', ann, { query: { device_fp } });
  const { token: attestation, expires_at } = token;
  const order = { product_id, qty: 1, device_fp, attestation, expires_at };
  const sale = await act1('POST', '/flash-sale/checkout', ann, {
    body: { ...order, idempotency_key: product_id },
  });
  return { body: { reservation_id: sale.reservation_id } };
}

async function won(): Promise<Sent> {
  const act1 = act.bind(undefined, 'flash-sale');
  const product_id = 'a prize';
  const load = { product_id, total_stock: 1, flow: 'lottery' };
  await act1('POST', '/admin/flash-sale/init-product', adminToken, { body: load });
  await act1('POST', '/flash-sale/lottery/enter', ann, { body: { product_id, device_fp: 'd' } });
  const body = { product_id, winners: 1 };
  await act1('POST', '/admin/flash-sale/lottery/draw', adminToken, { body });
  const { lottery_token } = await act1('GET', '/flash-sale/lottery/result', ann, {
    query: { product_id },
  });
  return { body: { lottery_token } };
}

async function reserved(order_id: string, by = ann) {
  const goods = { hub_id: 'hub', sku: order_id };
  await act('inventory', 'POST', '/admin/stock', adminToken, { body: { ...goods, quantity: 5 } });
  const body = { ...goods, qty: 1, order_id, user_id: 'ann' };
  const { reservation_id } = await act('inventory', 'POST', '/reserve', by, { body });
  return { body: { reservation_id } };
}

async function posted(): Promise<Sent> {
  await act('news-feed', 'POST', '/users', ann);
  const { id } = await act('news-feed', 'POST', '/posts', ann, { body: { content: 'hello' } });
  return { params: { id } };
}

async function commented(): Promise<Sent> {
  const body = { content: 'hello' };
  const { id } = await act('news-feed', 'POST', '/posts/:id/comments', ann, {
    ...(await posted()),
    body,
  });
  return { params: { id } };
}

async function notified(): Promise<Sent> {
  const body = { user_id: 'ann', channel: 'in_app', title: 'tea', body: 'is ready' };
  const { id } = await act('notification', 'POST', '/send', service, { body });
  return { params: { id } };
}
