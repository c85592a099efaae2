/** Tickets stand for tokens in the URLs of streams and WebSockets: bought once, used once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import type { Environment } from '#kit/host/env.ts';
import { startHost } from '#kit/host/host.ts';
import { createLog } from '#kit/host/log.ts';
import { relay } from '#kit/testing/process.ts';
import {
  EventReader,
  eventually,
  fakeClock,
  missing,
  servers,
  temporaryFolder,
  unique,
  type FakeClock,
} from '#kit/testing/testing.ts';
import {
  authSecret,
  bearer,
  newKey,
  publishKeys,
  sign,
  tokenOf,
  type Signing,
} from '#kit/testing/tokens.ts';
import { loadServices } from '../services.ts';

const ADMIN_TOKEN = 'only the operator knows';
const withSecret = { AUTH_JWT_SECRET: authSecret, ADMIN_TOKEN };
const now = Date.UTC(2026, 0, 1, 12);

interface Sold {
  readonly ticket: string;
  readonly expires_at: number;
}

type Replica = Awaited<ReturnType<typeof start>>;

async function start(t: TestContext, env: Environment = withSecret, clock = fakeClock(now)) {
  const logged: string[] = [];
  const host = await startHost(await loadServices(['chat', 'notification']), {
    env: {
      DATA_DIR: temporaryFolder(),
      CHAT_PORT: '0',
      NOTIFICATION_PORT: '0',
      CONSOLE_PORT: '0',
      ...env,
    },
    clock,
    log: createLog('debug', { output: { write: (line) => void logged.push(line) } }),
  });
  t.after(() => host.stop());
  const [chat, notification] = host.services.map(({ address }) => address);
  const addresses = { console: host.console, chat: chat!, notification: notification! };
  return { ...addresses, clock, logged };
}

async function buy(address: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : bearer(token);
  return fetch(`${address}/api/tickets`, { method: 'POST', headers });
}

async function ticketOf(address: string, token: string): Promise<string> {
  const answer = await buy(address, token);
  assert.equal(answer.status, 201);
  return ((await answer.json()) as Sold).ticket;
}

/** The code of a refusal; 200 for a stream, which is left at once. */
async function codeOf(url: string, init: RequestInit = {}): Promise<number | string> {
  const answer = await fetch(url, init);
  if (answer.status < 300) {
    await answer.body?.cancel();
    return answer.status;
  }
  return ((await answer.json()) as { code: string }).code;
}

/** What a handshake is answered with; 101: the socket is closed again. */
async function handshake(address: string, query: string): Promise<number> {
  const ws = new WebSocket(`${address.replace('http', 'ws')}/ws?room=tea&${query}`);
  ws.on('error', () => {});
  return new Promise((resolve) => {
    ws.once('open', () => {
      ws.terminate();
      resolve(101);
    });
    ws.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode!);
    });
  });
}

const inbox = ({ notification }: Replica, query: string) =>
  `${notification}/notifications/stream?${query}`;

describe('a ticket', () => {
  it('is sold on every port to whoever has a good token, for 30 s', async (t) => {
    const replica = await start(t);
    const buyers = [
      tokenOf('ann', now),
      tokenOf('shop', now, { scope: 'service' }),
      tokenOf('root', now, { scope: 'admin' }),
      ADMIN_TOKEN,
    ];
    const ports = [replica.console, `${replica.console}/api/chat`, replica.chat];
    for (const address of ports) {
      for (const token of buyers) {
        const answer = await buy(address, token);
        assert.equal(answer.status, 201, address);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        const { ticket, ...rest } = (await answer.json()) as Sold;
        assert.deepEqual(rest, { expires_at: now + 30_000 });
        assert.equal(await codeOf(inbox(replica, `user=ann&ticket=${ticket}`)), 200, token);
      }
      assert.equal((await buy(address)).status, 401);
      assert.equal((await buy(address, `${buyers[0]}x`)).status, 401);
    }
  });

  it('opens one stream: the second use is 401', async (t) => {
    const replica = await start(t);
    const ticket = await ticketOf(replica.console, tokenOf('ann', now));
    assert.equal(await codeOf(inbox(replica, `ticket=${ticket}`)), 200);
    assert.equal(await codeOf(inbox(replica, `ticket=${ticket}`)), 'INVALID_TOKEN');
    assert.equal(await handshake(replica.chat, `ticket=${ticket}`), 401);
  });

  it('opens one WebSocket: the second use is 401', async (t) => {
    const replica = await start(t);
    const ticket = await ticketOf(replica.chat, tokenOf('ann', now));
    const throughConsole = `${replica.console}/api/chat`;
    assert.equal(await handshake(throughConsole, `ticket=${ticket}`), 101);
    assert.equal(await handshake(throughConsole, `ticket=${ticket}`), 401);
    assert.equal(await codeOf(inbox(replica, `ticket=${ticket}`)), 'INVALID_TOKEN');
  });

  it('opens one stream of two that ask at the same time', async (t) => {
    const replica = await start(t);
    const ticket = await ticketOf(replica.console, tokenOf('ann', now));
    const url = inbox(replica, `ticket=${ticket}`);
    const codes = await Promise.all([codeOf(url), codeOf(url)]);
    assert.deepEqual(new Set(codes), new Set([200, 'INVALID_TOKEN']));
  });

  it('is good for 30 s, and is not good any longer then', async (t) => {
    const replica = await start(t);
    const token = tokenOf('ann', now);
    const tickets = [
      await ticketOf(replica.chat, token),
      await ticketOf(replica.chat, token),
      await ticketOf(replica.chat, token),
    ];
    replica.clock.advance(29_999);
    assert.equal(await handshake(replica.chat, `ticket=${tickets[0]}`), 101);
    replica.clock.advance(1_001);
    assert.equal(await handshake(replica.chat, `ticket=${tickets[1]}`), 401);
    assert.equal(await codeOf(inbox(replica, `ticket=${tickets[2]}`)), 'INVALID_TOKEN');
    // A used one was forgotten by then, and has expired.
    assert.equal(await handshake(replica.chat, `ticket=${tickets[0]}`), 401);
  });

  it('that is forged, altered or a token is refused', async (t) => {
    const replica = await start(t);
    const token = tokenOf('ann', now);
    const ticket = await ticketOf(replica.chat, token);
    const other = await start(t, { AUTH_JWT_SECRET: 'another secret of enough bytes, or more' });
    const key = 'another secret of enough bytes, or more';
    const foreign = await ticketOf(other.chat, tokenOf('ann', now, {}, { key }));
    const altered = ticket.slice(0, -8) + (ticket.at(-8) === 'A' ? 'B' : 'A') + ticket.slice(-7);
    for (const wrong of ['', 'x', `${ticket}x`, altered, foreign, token, ADMIN_TOKEN]) {
      const query = `ticket=${encodeURIComponent(wrong)}`;
      assert.equal(await codeOf(inbox(replica, query)), 'INVALID_TOKEN', wrong);
      assert.equal(await handshake(replica.chat, query), 401, wrong);
    }
    assert.equal(await handshake(replica.chat, `ticket=${ticket}`), 101);
  });

  it('has the rights of its buyer', async (t) => {
    const replica = await start(t);
    const sold = (token: string) => ticketOf(replica.console, token);
    const ann = tokenOf('ann', now, { rooms: ['kitchen'] });
    assert.equal(await codeOf(inbox(replica, `user=bob&ticket=${await sold(ann)}`)), 'FORBIDDEN');
    assert.equal(await handshake(replica.chat, `user=bob&ticket=${await sold(ann)}`), 403);
    // The room tea is not among hers.
    assert.equal(await handshake(replica.chat, `ticket=${await sold(ann)}`), 403);
    const shop = tokenOf('shop', now, { scope: 'service' });
    assert.equal(await handshake(replica.chat, `user=bob&ticket=${await sold(shop)}`), 101);
    assert.equal(await handshake(replica.chat, `user=bob&ticket=${await sold(ADMIN_TOKEN)}`), 101);
  });

  it('is refused by every route that is not a stream, beside a good token as well', async (t) => {
    const replica = await start(t);
    const token = tokenOf('root', now, { scope: 'admin' });
    const ticket = await ticketOf(replica.console, token);
    for (const [address, path, method] of [
      [replica.notification, '/notifications?user=ann&', 'GET'],
      [replica.chat, '/api/rooms?', 'GET'],
      [replica.console, '/api/tickets?', 'POST'],
      [replica.console, '/caller?', 'GET'],
    ] as const) {
      const url = `${address}${path}ticket=${ticket}`;
      assert.equal(await codeOf(url, { method }), 'AUTHENTICATION_REQUIRED', path);
      const headers = bearer(token);
      assert.equal(await codeOf(url, { method, headers }), 'AUTHENTICATION_REQUIRED', path);
    }
    assert.equal(await handshake(replica.chat, `user=ann&ticket=${ticket}`), 101, 'not used up');
  });

  it('ends with its token, and so does its stream', async (t) => {
    // By the clock of the machine: the end of a stream is a timer.
    const replica = await start(t, withSecret, Object.assign(Date.now, { advance: () => {} }));
    // Over by the clock, but not by the tolerance of 30 s.
    const exp = Math.floor(Date.now() / 1000) - 27;
    const answer = await buy(replica.console, sign({ sub: 'ann', exp }));
    const { ticket, expires_at } = (await answer.json()) as Sold;
    assert.equal(expires_at, (exp + 30) * 1000);
    const asked = get(inbox(replica, `ticket=${ticket}`));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const events = new EventReader(response);
    const blocks = [];
    for (let block; (block = await events.block()) !== undefined;) blocks.push(block);
    assert.equal(blocks.at(-1), 'event: expired\ndata: {}');
    // A timer may fire within the millisecond before.
    assert.ok(Date.now() >= expires_at - 1, 'not before its time');
  });

  it('stands in no line of the log, and holds nothing that can be read', async (t) => {
    const replica = await start(t);
    const token = tokenOf('ann', now);
    const ticket = await ticketOf(replica.chat, token);
    await handshake(replica.chat, `ticket=${ticket}`);
    await handshake(replica.chat, `ticket=${ticket}`);
    await codeOf(inbox(replica, `ticket=${ticket}`));
    assert.ok(replica.logged.length > 0);
    const log = replica.logged.join('');
    for (const part of [ticket, ...ticket.split('.').slice(-3), token]) {
      assert.ok(!log.includes(part));
    }
    const readable = ticket.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    assert.doesNotMatch(readable.join(), /ann/);
  });

  it('is not sold while identity is off: 404', async (t) => {
    const replica = await start(t, { ADMIN_TOKEN });
    for (const token of [undefined, ADMIN_TOKEN]) {
      const answer = await buy(replica.chat, token);
      assert.equal(answer.status, 404);
      assert.match(((await answer.json()) as { detail: string }).detail, /identity is off/);
    }
    assert.equal(await handshake(replica.chat, 'user=ann&ticket=x'), 101);
  });
});

describe('a ticket of another process', () => {
  const HMAC_SECRET = 'what all replicas know, and nobody else does';

  /** Two processes that share what `env` says. */
  async function replicas(t: TestContext, env: Environment, clock: FakeClock, signing?: Signing) {
    const [one, other] = await Promise.all([start(t, env, clock), start(t, env, clock)]);
    const ticket = () => ticketOf(one.chat, tokenOf('ann', now, {}, signing));
    return { one, other, ticket };
  }

  async function issuer(t: TestContext) {
    const key = newKey('k');
    const { url } = await publishKeys(t, key);
    const signing: Signing = { algorithm: 'ES256', key: key.privatePem, kid: 'k' };
    return { url, signing };
  }

  for (const server of ['redis', 'cluster'] as const) {
    it(`is used once in all that share a ${server}`, { skip: missing(server) }, async (t) => {
      const env = { ...withSecret, STORE_ADDR: servers[server], CHAT_PREFIX: unique('tickets') };
      const { one, other, ticket } = await replicas(t, env, fakeClock(now));
      const query = `ticket=${await ticket()}`;
      const codes = await Promise.all([one, other].map((replica) => codeOf(inbox(replica, query))));
      assert.deepEqual(new Set(codes), new Set([200, 'INVALID_TOKEN']));
      assert.deepEqual(
        [await handshake(one.chat, query), await handshake(other.chat, query)],
        [401, 401],
      );
      assert.equal(await handshake(other.chat, `ticket=${await ticket()}`), 101);
    });
  }

  it('is refused with 503 while Redis is away', { skip: missing('redis') }, async (t) => {
    const redis = await relay(servers.redis);
    const env = { ...withSecret, STORE_ADDR: redis.url, CHAT_PREFIX: unique('tickets') };
    const { one, ticket } = await replicas(t, env, fakeClock(now));
    const sold = inbox(one, `ticket=${await ticket()}`);
    await redis.cut();
    assert.equal(await codeOf(sold), 'STORE_UNAVAILABLE');
    await redis.mend();
    await eventually(async () => (await codeOf(sold)) !== 'STORE_UNAVAILABLE');
    assert.equal(await codeOf(sold), 'INVALID_TOKEN', 'the use before was the first');
  });

  it('is taken where AUTH_JWT_SECRET is shared, once in each process without Redis', async (t) => {
    const { one, other, ticket } = await replicas(t, withSecret, fakeClock(now));
    const sold = await ticket();
    assert.equal(await handshake(other.chat, `ticket=${sold}`), 101);
    assert.equal(await handshake(other.chat, `ticket=${sold}`), 401);
    // That is what security.md says is not defended.
    assert.equal(await handshake(one.chat, `ticket=${sold}`), 101);
    assert.equal(await handshake(one.chat, `ticket=${sold}`), 401);
  });

  it('is taken with the keys of an issuer where HMAC_SECRET is shared', async (t) => {
    const { url, signing } = await issuer(t);
    const env = { AUTH_JWKS_URL: url, HMAC_SECRET };
    const { other, ticket } = await replicas(t, env, fakeClock(now), signing);
    assert.equal(await handshake(other.chat, `ticket=${await ticket()}`), 101);
  });

  it('is refused where no secret is shared, or one that can be guessed', async (t) => {
    const { url, signing } = await issuer(t);
    for (const more of [{}, { HMAC_SECRET: 'short' }]) {
      const env = { AUTH_JWKS_URL: url, ...more };
      const { one, other, ticket } = await replicas(t, env, fakeClock(now), signing);
      assert.equal(await handshake(other.chat, `ticket=${await ticket()}`), 401);
      assert.equal(await handshake(one.chat, `ticket=${await ticket()}`), 101);
    }
  });
});
