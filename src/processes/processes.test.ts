/** Several processes that share one set of ports. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { relay, runToEnd, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

const noChildren = existsSync('/proc/self/task') ? false : 'there is no /proc to see children in';
const skip = missing('redis') || missing('postgres') || noChildren;

const env = (count: number) => ({
  HAWKER_PROCESSES: String(count),
  STORE_ADDR: servers.redis,
  DATABASE_URL: servers.postgres,
  DATA_DIR: temporaryFolder(),
  RATE_LIMITER_PREFIX: unique('processes'),
  LOG_LEVEL: 'info',
});

function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

async function start(t: TestContext, count: number, more: Environment = {}) {
  const all = { ...env(count), ...more };
  const { addresses, child, output, end } = await startProcess(t, ['rate-limiter'], all);
  const get = async (service: string, path: string) => {
    // Each on a connection of its own: connections are what is shared out.
    const answer = await fetch(addresses[service]! + path, { headers: { connection: 'close' } });
    assert.equal(answer.status, 200, path);
    return answer.text();
  };
  return {
    pid: child.pid!,
    addresses,
    output,
    end,
    ask: () => get('rate-limiter', '/unlimited'),
    metrics: () => get('console', '/metrics'),
    /** What was said of each process that began to serve. */
    serving: () => output().match(/a process serves/g) ?? [],
    ready: () => get('console', '/readyz'),
    workers: () => workersOf(child.pid!),
  };
}

describe('HAWKER_PROCESSES', { skip }, () => {
  it('shares the ports among so many processes, and says once where they are', async (t) => {
    const { ask, ready, output, workers, end, metrics } = await start(t, 3);
    await ready();
    for (let i = 0; i < 30; i++) await ask();
    assert.equal(output().match(/^rate-limiter /gm)?.length, 1);
    // All of them counted, whoever is asked.
    for (let i = 0; i < 3; i++) {
      const all = /^hawker_http_requests_total\{.*route="\/unlimited".*\} (\d+)$/m.exec(
        await metrics(),
      );
      assert.equal(all?.[1], '30');
    }
    const pids = workers();
    assert.equal(await end('SIGTERM'), 0);
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('replaces a process that ends', async (t) => {
    const { ask, serving, workers, end } = await start(t, 2);
    for (let i = 0; i < 3; i++) {
      const [first, other] = workers();
      process.kill(first!, 'SIGKILL');
      await eventually(() => serving().length === 3 + i);
      const pids = workers();
      assert.deepEqual(
        [pids.length, pids.includes(first!), pids.includes(other!)],
        [2, false, true],
      );
      await ask();
    }
    assert.equal(await end('SIGTERM'), 0);
  });

  it('shows the metrics of those that serve while another one starts', async (t) => {
    const line = await relay(servers.redis);
    const { metrics, serving, workers, end } = await start(t, 2, { STORE_ADDR: line.url });
    const [first] = workers();
    line.freeze();
    process.kill(first!, 'SIGKILL');
    await eventually(() => workers().length === 2 && !workers().includes(first!));
    assert.match(await metrics(), /^hawker_event_loop_delay_seconds_count \d+$/m);
    line.thaw();
    await eventually(() => serving().length === 3);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('leaves one out that ends before it has told its metrics', async (t) => {
    const { addresses, serving, workers, end } = await start(t, 2);
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    t.after(() => agents.forEach((agent) => agent.destroy()));
    const ask = async (path: string, agent: Agent) => {
      const asked = request(addresses['console']! + path, { agent }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      await text(answer);
      return answer.statusCode;
    };
    // One after another, so that each worker has one of the connections.
    for (const agent of agents) assert.equal(await ask('/healthz', agent), 200);
    const [first] = workers();
    process.kill(first!, 'SIGSTOP');
    const asked = Promise.allSettled(agents.map((agent) => ask('/metrics', agent)));
    process.kill(first!, 'SIGKILL');
    const answers = (await asked).map((one) => (one.status === 'fulfilled' ? one.value : 'cut'));
    assert.deepEqual(new Set(answers), new Set([200, 'cut']));
    await eventually(() => serving().length === 3);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('restarts one after another on SIGUSR2 without refusing a request', async (t) => {
    const { pid, ask, workers, end } = await start(t, 2);
    const before = workers();
    process.kill(pid, 'SIGUSR2');
    await eventually(async () => {
      await ask();
      const pids = workers();
      assert.ok(pids.length >= 2, 'one serves beside the one that is replaced');
      return pids.length === 2 && !pids.some((worker) => before.includes(worker));
    });
    assert.equal(await end('SIGTERM'), 0);
  });

  for (const which of ['that is being replaced', 'whose turn is to come'] as const) {
    it(`has no more processes afterwards when one ${which} ends during a restart`, async (t) => {
      const { pid, output, workers, end } = await start(t, 2);
      const before = workers();
      process.kill(pid, 'SIGUSR2');
      await eventually(() => workers().length === 3);
      const old = before.filter((worker) => workers().includes(worker));
      process.kill(old.at(which === 'that is being replaced' ? 0 : -1)!, 'SIGKILL');
      await eventually(() => output().includes('all processes are replaced'));
      const serves = (worker: number) =>
        output().includes(`"worker_pid":${worker},"msg":"a process serves"`);
      await eventually(() => workers().length > 1 && workers().every(serves));
      const after = workers();
      assert.deepEqual([after.length, after.some((worker) => before.includes(worker))], [2, false]);
      assert.equal(await end('SIGTERM'), 0);
    });
  }

  it('answers every request on the connections of busy clients while it restarts', async (t) => {
    const { pid, addresses, workers, end } = await start(t, 2);
    const urls = [
      `${addresses['rate-limiter']}/unlimited`,
      `${addresses['console']}/api/rate-limiter/unlimited`,
    ];
    const over = new AbortController();
    const clients = Array.from({ length: 30 }, async (_, i) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over.signal.aborted) {
        const answer = await askOn(agent, urls[i % 2]!);
        const body = await text(answer);
        assert.equal(answer.statusCode, 200, body);
      }
      agent.destroy();
    });
    const before = workers();
    process.kill(pid, 'SIGUSR2');
    const areReplaced = () => !workers().some((worker) => before.includes(worker));
    await Promise.race([eventually(areReplaced), Promise.all(clients)]);
    over.abort();
    await Promise.all(clients);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('ends with the primary, however that ends', async (t) => {
    const { workers, end } = await start(t, 2);
    const pids = workers();
    await end('SIGKILL');
    await eventually(async () => !pids.some(isAlive));
  });

  it('needs the shared stores', async () => {
    const { code, output } = await runToEnd(['rate-limiter'], { HAWKER_PROCESSES: '2' });
    assert.equal(code, 1);
    assert.match(output, /^hawker: HAWKER_PROCESSES=2 needs STORE_ADDR and DATABASE_URL: .*\n$/);
  });

  it('a start that cannot succeed is one line, and nothing stays', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, output } = await runToEnd(['rate-limiter'], {
      ...env(2),
      LOG_LEVEL: 'error',
      RATE_LIMITER_PORT: String(port),
    });
    assert.equal(code, 1);
    assert.match(output, /^hawker: port \d+ is in use; set RATE_LIMITER_PORT to a free one\n$/);
  });
});

/** As clients of HTTP must: a connection that was idle may end just when it is used again. */
async function askOn(agent: Agent, url: string): Promise<IncomingMessage> {
  for (;;) {
    const asked = request(url, { agent }).end();
    try {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer;
    } catch (error) {
      if (!asked.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET')
        throw error;
    }
  }
}
