/**
 * Streams and a room, followed through an address behind which one of two replicas serves, ten times
 * killed: all that others send is seen, once and in order.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createSite } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { createHawker, type Hawker, type StreamEvent } from '../index.ts';

const kills = 10;
const services = ['chat', 'notification', 'news-feed', 'crawler', 'dispatch-a', 'flash-sale'];

/** How many of each a round writes, with a kill in its midst: together 10,000. */
const [messages, notifications, posts, pages] = [400, 400, 200, 11];
/** A room keeps 100 for who comes back. */
const maxAhead = 60;

/** What a follower has seen, and who waits for it. */
class Seen<T> {
  readonly all: T[] = [];
  #wake = () => {};
  #failed: unknown;

  add(one: T): void {
    this.all.push(one);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failed = error;
    this.#wake();
  }

  async until(count: number): Promise<void> {
    while (this.all.length < count) {
      if (this.#failed !== undefined) throw this.#failed;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** @param view undefined for what does not count */
function collect<T, S>(stream: AsyncIterable<T>, view: (one: T) => S | undefined): Seen<S> {
  const seen = new Seen<S>();
  const read = async () => {
    for await (const one of stream) {
      const viewed = view(one);
      if (viewed !== undefined) seen.add(viewed);
    }
  };
  read().catch((error: unknown) => seen.fail(error));
  return seen;
}

/** Part of what happens to one stream in a round. */
interface Act {
  /** Sends what must have arrived, in part, before the kill. */
  before(round: number): Promise<void>;
  /** Sends while the client is on its way to the other replica; resolves when all was seen. */
  during(round: number): Promise<void>;
  end(): void | Promise<void>;
}

test(
  'nothing is missed and nothing is seen twice, whichever replica is killed',
  { skip: missing('redis') || missing('postgres'), timeout: 600_000 },
  async (t) => {
    const stop = new AbortController();
    t.after(() => stop.abort());
    const start = replicaStarter(t);
    const [writer, ...replicas] = await Promise.all([start(), start(), start()]);
    const way = await movable(t);
    way.lead(replicas[0].addresses['console']!);
    const hawker = createHawker({ baseUrl: way.address });
    const direct = createHawker({ baseUrl: writer.addresses['console']! });
    const { signal } = stop;
    const acts = await Promise.all(
      [inbox, timeline, room, crawls, offers, saleState].map((act) =>
        act({ t, hawker, direct, signal }),
      ),
    );
    for (let round = 0; round < kills; round++) {
      await Promise.all(acts.map((act) => act.before(round)));
      const victim = round % 2;
      way.lead(replicas[1 - victim]!.addresses['console']!);
      const seen = Promise.all(acts.map((act) => act.during(round)));
      await replicas[victim]!.end('SIGKILL');
      const [replacement] = await Promise.all([start(), seen]);
      replicas[victim] = replacement;
    }
    for (const act of acts) await act.end();
  },
);

interface Stage {
  readonly t: TestContext;
  /** By way of the replicas that are killed. */
  readonly hawker: Hawker;
  /** The client of the replica that is not killed. */
  readonly direct: Hawker;
  readonly signal: AbortSignal;
}

async function inbox({ hawker, direct, signal }: Stage): Promise<Act> {
  const sent: string[] = [];
  const send = async (count: number) => {
    for (let i = 0; i < count; i += 50) {
      const batch = Array.from({ length: Math.min(50, count - i) }, () =>
        direct.notification.send({ user_id: 'ann', channel: 'in_app', title: 'Hi', body: '' }),
      );
      for (const answer of await Promise.all(batch)) {
        assert.ok('id' in answer);
        sent.push(answer.id);
      }
    }
  };
  const members = { user: 'ann', 'last-event-id': 'notif_1', signal };
  const seen = collect(hawker.notification.follow(members), ({ event, id }) =>
    event === 'notification' ? id : undefined,
  );
  return {
    async before() {
      const half = sent.length + 1;
      await send(notifications / 2);
      await seen.until(half);
    },
    async during(round) {
      await send(notifications / 2);
      await seen.until((round + 1) * notifications);
    },
    end: () => assert.deepEqual(seen.all, sent.toSorted(byNumber)),
  };
}

/** Posts of one author, in the timeline of another user, of whom nothing was seen before. */
async function timeline({ hawker, direct, signal }: Stage): Promise<Act> {
  for (const id of ['ann', 'bob']) await direct.newsFeed.addUser({ id });
  await direct.newsFeed.follow({ follower_id: 'ann', followee_id: 'bob' });
  const made: string[] = [];
  const post = async (count: number) => {
    for (let i = 0; i < count; i++) {
      made.push((await direct.newsFeed.publish({ user_id: 'bob', content: 'Hi' })).id);
    }
  };
  const members = { user: 'ann', 'last-event-id': '0', signal };
  const seen = collect(hawker.newsFeed.followTimeline(members), ({ data }) => data.id);
  return {
    async before() {
      const half = made.length + 1;
      await post(posts / 2);
      await seen.until(half);
    },
    async during() {
      await post(posts / 2);
      await seen.until(made.length);
    },
    end: () => assert.deepEqual(seen.all, made),
  };
}

const byNumber = (a: string, b: string) => Number(a.slice(6)) - Number(b.slice(6));

async function room({ hawker, direct, signal }: Stage): Promise<Act> {
  const members = { room: 'tea', since: 0, signal };
  const seen = collect(hawker.chat.follow({ ...members, user: 'ann' }), (frame) => frame);
  const speaker = direct.chat.follow({ ...members, user: 'bob' });
  // It is read, so that it stays connected.
  collect(speaker, () => undefined);
  let sent = 0;
  const say = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await seen.until(sent - maxAhead);
      await speaker.send(`m${sent++}`);
    }
  };
  return {
    async before() {
      await say(messages / 2);
      await seen.until(sent - maxAhead / 2);
    },
    async during() {
      await say(messages / 2);
      await seen.until(sent);
    },
    end() {
      const contents = Array.from({ length: kills * messages }, (_, i) => `m${i}`);
      assert.deepEqual(
        seen.all.map((frame) => ('content' in frame ? frame.content : frame)),
        contents,
      );
    },
  };
}

/** A job each round, of pages of which the second half waits for the kill. */
async function crawls({ t, hawker, direct, signal }: Stage): Promise<Act> {
  let open = () => {};
  let opened: Promise<void> = Promise.resolve();
  const site = createSite(async (request, response) => {
    const n = Number(/\d+/.exec(request.url!)?.[0]);
    if (n > pages / 2) await opened;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${n}</title><a href="/${n + 1}">next</a>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  const { port } = site.address() as AddressInfo;
  let job: string;
  let seen: Seen<string>;
  let over: Promise<void>;
  return {
    async before() {
      opened = new Promise((resolve) => (open = resolve));
      ({ job_id: job } = await direct.crawler.start({
        url: `http://127.0.0.1:${port}/1`,
        max_pages: pages,
        // Of a page that the killed one was fetching.
        retries: 5,
      }));
      seen = new Seen();
      over = readToEnd(hawker.crawler.follow(job, { signal }), seen);
      over.catch((error: unknown) => seen.fail(error));
      await seen.until(2);
    },
    async during() {
      open();
      // The stream ends by itself.
      await over;
      const titles = Array.from({ length: pages }, (_, i) => `page ${i + 1}`);
      assert.deepEqual(seen.all, [...titles, 'end completed']);
    },
    end: () => {},
  };
}

type PageStream = ReturnType<Hawker['crawler']['follow']>;

async function readToEnd(stream: PageStream, seen: Seen<string>): Promise<void> {
  for await (const { event, data } of stream) {
    seen.add(`${event} ${'title' in data ? data.title : data.status}`);
  }
}

/** Ten drivers with an offer each; each round the order of one is cancelled while nobody listens. */
async function offers({ hawker, direct, signal }: Stage): Promise<Act> {
  const drivers = Array.from({ length: kills }, (_, i) => `driver-${i}`);
  for (const [i, driver_id] of drivers.entries()) {
    await direct.dispatchA.reportLocation({ driver_id, lat: 52.5 + i, lng: 13.4, speed_kmh: 20 });
    await direct.dispatchA.submit({
      order_id: `order-${i}`,
      pickup_lat: 52.5 + i,
      pickup_lng: 13.4,
      priority: 5,
    });
  }
  const told = ({ event, data }: StreamEvent<object>) =>
    `${event} ${(data as { assignment_id?: string }).assignment_id}`;
  const seen = drivers.map((driver_id) =>
    collect(hawker.dispatchA.follow({ driver_id, signal }), told),
  );
  await Promise.all(seen.map((one) => one.until(1)));
  return {
    before: async () => {},
    async during(round) {
      await direct.dispatchA.cancel({ order_id: `order-${round}` });
      await seen[round]!.until(2);
    },
    end() {
      for (const { all } of seen) {
        assert.equal(new Set(all).size, all.length, String(all));
        for (const [i, one] of all.entries()) {
          // An offer that took too long was withdrawn, and another one may have come.
          const [event, id] = one.split(' ');
          if (event === 'withdrawn')
            assert.ok(all.slice(0, i).includes(`offer ${id}`), String(all));
        }
        assert.ok(all[1]!.startsWith('withdrawn'), String(all));
      }
    },
  };
}

async function saleState({ hawker, direct, signal }: Stage): Promise<Act> {
  const product_id = 'sneaker';
  await direct.flashSale.load({ product_id, total_stock: 10 });
  const stream = hawker.flashSale.follow({ product_id, signal });
  const seen = collect(stream, ({ data }) => ('state' in data ? data.state : data.status));
  await seen.until(1);
  return {
    async before(round) {
      await direct.flashSale.setState({ product_id, state: 'paused' });
      await seen.until(2 + 2 * round);
    },
    async during(round) {
      await direct.flashSale.setState({ product_id, state: 'open' });
      await seen.until(3 + 2 * round);
    },
    end() {
      const states = Array.from({ length: kills }, () => ['paused', 'open']).flat();
      assert.deepEqual(seen.all, ['open', ...states]);
    },
  };
}

function replicaStarter(t: TestContext): () => Promise<TestProcess> {
  const env = {
    STORE_ADDR: servers.redis,
    HMAC_SECRET: 'a secret of at least thirty-two bytes',
    DATABASE_URL: servers.postgres,
    CHAT_PREFIX: unique('client'),
    NOTIFICATION_PREFIX: unique('client'),
    FEED_PREFIX: unique('client'),
    CRAWLER_PREFIX: unique('client'),
    DISPATCH_PREFIX: unique('client'),
    FLASH_SALE_PREFIX: unique('client'),
    CRAWL_DELAY_MS: '0',
    CRAWL_IGNORE_ROBOTS: '1',
    // Should a job be with the one that is killed, another one goes on with it soon.
    CRAWL_LEASE_MS: '2000',
  };
  return () => startProcess(t, services, env);
}

/** An address that leads to another one, as a load balancer's does. */
async function movable(t: TestContext) {
  let target = new URL('http://127.0.0.1');
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(target.port), '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    lead: (address: string) => void (target = new URL(address)),
  };
}
