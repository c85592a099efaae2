/** Real processes: an issuer of tokens, whose keys rotate, and replicas that only know its address. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { startProcess } from '#kit/testing/process.ts';
import { EventReader, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { Claims } from '#kit/testing/tokens.ts';

describe('a chat over two replicas, with tokens of an issuer', { skip: missing('redis') }, () => {
  it('brings messages to both users; a stranger gets nothing', async (t) => {
    const issuer = await startIssuer(t);
    const addresses = await chats(t, issuer);
    const [ann, bob] = await Promise.all([issuer.tokenOf('ann'), issuer.tokenOf('bob')]);
    const one = await join(addresses[0]!, { token: ann });
    const other = await join(addresses[1]!, { token: bob, user: 'bob' });
    one.say('hello');
    other.say('good day');
    for (const client of [one, other]) {
      const seen = [await client.next(), await client.next()];
      assert.deepEqual(
        new Set(seen.map(({ user, content }) => `${user}: ${content}`)),
        new Set(['ann: hello', 'bob: good day']),
      );
    }
    for (const [at, refusal] of [
      [{}, 401],
      [{ user: 'ann' }, 401],
      [{ token: `${ann}x` }, 401],
      [{ token: ann, user: 'bob' }, 403],
      [{ token: await issuer.tokenOf('eve', { rooms: ['eve-*'] }) }, 403],
    ] as const) {
      assert.equal(await connect(addresses[1]!, at), refusal, JSON.stringify(at));
    }
    const eve = await issuer.tokenOf('eve', { rooms: ['eve-*'] });
    const reads = async (path: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(addresses[0]! + path, { headers });
      return [answer.status, await answer.text()] as const;
    };
    assert.equal((await reads('/api/rooms/tea/messages'))[0], 401);
    assert.equal((await reads('/api/rooms/tea/messages', eve))[0], 403);
    assert.deepEqual(await reads('/api/rooms', eve), [200, '{"rooms":[]}']);
    assert.match((await reads('/api/rooms/tea/messages', bob))[1], /good day/);
    assert.equal(await issuer.ask('/asked'), 2);
  });

  it('goes on when the keys of the issuer rotate', async (t) => {
    const issuer = await startIssuer(t);
    const addresses = await chats(t, issuer);
    const former = await issuer.tokenOf('ann');
    const ann = await join(addresses[0]!, { token: former });
    await issuer.ask('/rotate');
    const bob = await join(addresses[1]!, { token: await issuer.tokenOf('bob') });
    bob.say('with a new key');
    assert.equal((await ann.next()).content, 'with a new key');
    await join(addresses[1]!, { token: former });
    ann.close();
  });
});

describe('what outlives its token', () => {
  it('ends with it, tolerance included: a WebSocket by 4001, a stream by the event expired', async (t) => {
    const issuer = await startIssuer(t);
    const env = { AUTH_JWKS_URL: issuer.url, DATA_DIR: temporaryFolder() };
    const { addresses, output } = await startProcess(t, ['chat', 'notification'], env);
    // The keys are known and the code has run by then: what follows takes less than two seconds.
    const long = await issuer.tokenOf('ann');
    (await join(addresses['chat']!, { token: long })).close();
    (await follow(addresses['notification']!, long)).destroy();
    // Over by the clock, but not by the tolerance of 30 s.
    const soon = Math.floor(Date.now() / 1000) - 27;
    const token = await issuer.tokenOf('ann', { exp: soon });
    const client = await join(addresses['chat']!, { token });
    const response = await follow(addresses['notification']!, token);
    assert.equal(response.statusCode, 200);
    const events = new EventReader(response);
    assert.equal(await events.block(), ': open');
    // Where it begins.
    assert.match((await events.block())!, /^id: \w+$/);
    assert.equal(await events.block(), 'event: expired\ndata: {}');
    assert.equal(await events.block(), undefined);
    // A timer may fire within the millisecond before.
    assert.ok(Date.now() >= (soon + 30) * 1000 - 1, 'not before its time');
    assert.equal(await client.closed, 4001);
    assert.equal(await connect(addresses['chat']!, { token }), 401);
    assert.doesNotMatch(output(), new RegExp(token.slice(-20)));
  });
});

async function follow(address: string, token: string): Promise<IncomingMessage> {
  const asked = get(`${address}/notifications/stream?access_token=${token}`);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

async function chats(t: TestContext, { url }: { readonly url: string }): Promise<string[]> {
  const env = { STORE_ADDR: servers.redis, CHAT_PREFIX: unique('chat'), AUTH_JWKS_URL: url };
  const replicas = await Promise.all(
    [1, 2].map(() => startProcess(t, ['chat'], { ...env, DATA_DIR: temporaryFolder() })),
  );
  return replicas.map(({ addresses }) => addresses['chat']!);
}

async function startIssuer(t: TestContext) {
  const script = new URL('../kit/testing/issuer-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ask = async (path: string): Promise<unknown> => (await fetch(address + path)).json();
  const tokenOf = async (sub: string, more: Claims = {}) => {
    const claims = { sub, exp: Math.floor(Date.now() / 1000) + 600, ...more };
    return String(await ask(`/token?claims=${encodeURIComponent(JSON.stringify(claims))}`));
  };
  return { url: `${address}/jwks.json`, ask, tokenOf };
}

interface Message {
  readonly user: string;
  readonly content: string;
}

interface Connection {
  say(content: string): void;
  next(): Promise<Message>;
  close(): void;
  readonly closed: Promise<number>;
}

type At = { readonly token?: string; readonly user?: string };

async function join(address: string, at: At): Promise<Connection> {
  const joined = await connect(address, at);
  assert.ok(typeof joined === 'object', 'refused');
  return joined;
}

/** A connection to the room tea; the status of the answer for one that is refused. */
async function connect(address: string, { token, user }: At): Promise<Connection | number> {
  const query = new URLSearchParams({
    room: 'tea',
    ...(token === undefined ? {} : { access_token: token }),
    ...(user === undefined ? {} : { user }),
  });
  const ws = new WebSocket(`${address.replace('http', 'ws')}/ws?${query.toString()}`);
  ws.on('error', () => {});
  const waiting: Message[] = [];
  let wake = () => {};
  ws.on('message', (data: Buffer) => {
    waiting.push(JSON.parse(data.toString()) as Message);
    wake();
  });
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  const status = await new Promise<number>((resolve) => {
    ws.once('open', () => resolve(101));
    ws.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode!);
    });
  });
  if (status !== 101) return status;
  return {
    say: (content) => ws.send(JSON.stringify({ content })),
    async next() {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return waiting.shift()!;
    },
    close: () => ws.close(),
    closed,
  };
}
