/** Emails to mail servers that ask for TLS and a login, and to such as are in no good state. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { smtpSender } from '../senders/smtp.ts';
import { certificate } from '#kit/testing/certificate.ts';
import { MailServer, type Setup } from './mail-server.ts';
import { backends } from '../store/contract/backends.ts';
import { openReplica } from './fixtures.ts';

const from = 'Shop <shop@example.com>';
const email = { user_id: 'ann@example.com', channel: 'email', title: 'Hello', body: 'Your order' };
const key = { 'idempotency-key': 'key' };
const hour = 60 * 60 * 1000;
/** As awkward in an address as a password can be. */
const login = { user: 'shop@example.com', password: 'p@ss:w/o#r?d %41ä' };

/** From here on, as an operator does by NODE_EXTRA_CA_CERTS. */
function trust(t: TestContext): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  t.after(() => setDefaultCACertificates(before));
}

async function startServer(t: TestContext, setup: Setup): Promise<MailServer> {
  const server = new MailServer(setup);
  await server.start();
  t.after(() => server.kill());
  return server;
}

/** Servers that stall: their answer to each line, and then nothing more. */
const stalls: [what: string, scheme: string, answers: string[]][] = [
  ['a greeting', 'smtp', []],
  ['a handshake', 'smtps', []],
  ['an answer to EHLO', 'smtp', ['220 hello']],
  ['a handshake after STARTTLS', 'smtp', ['220 hello', '250-x\r\n250 STARTTLS', '220 go on']],
  ['the end of a line', 'smtp', ['220-hello\r\n220']],
];

for (const { name, skip, open } of backends) {
  for (const tls of ['offered', 'from the start'] as const) {
    describe(`emails under TLS that is ${tls}, on ${name}`, { skip }, () => {
      async function setUp(t: TestContext, url = (right: string) => right, timeout = 10_000) {
        const server = await startServer(t, { tls, login });
        const sender = smtpSender(url(server.url), from);
        const { first } = await open(t);
        return {
          server,
          ...(await openReplica(t, first, { email: sender }, { timeoutMs: timeout })),
        };
      }

      test('a mail goes out after a login, and nobody else can read either', async (t) => {
        trust(t);
        const { server, post } = await setUp(t);
        const { status, body } = await post(email);
        assert.deepEqual([status, body.status], [201, 'sent'], body.error);
        await server.caughtUp();
        assert.deepEqual(server.logins, [true]);
        assert.deepEqual(
          server.mails.map(({ to, isSecret }) => [to, isSecret]),
          [[['ann@example.com'], true]],
        );
      });

      test('a wrong password has failed for good, and is not tried again', async (t) => {
        trust(t);
        const { server, post, pass } = await setUp(t, (right) => {
          const url = new URL(right);
          url.password = 'wrong';
          return url.href;
        });
        const { status, body } = await post(email);
        assert.deepEqual([status, body.status, body.retrying], [201, 'failed', undefined]);
        assert.equal(body.error, 'the mail server refuses our login (535)');
        await pass(hour);
        await server.caughtUp();
        assert.deepEqual([server.logins.length, server.mails.length], [1, 0]);
      });

      test('a login that is refused for now is tried again', async (t) => {
        trust(t);
        const { server, post, pass } = await setUp(t);
        const text = 'temporary authentication failure';
        await server.instruct({ kind: 'refuse', stage: 'login', code: 454, text });
        const { body } = await post(email, key);
        assert.equal(body.error, 'the mail server refuses our login (454)');
        assert.equal(body.retrying, true);
        await server.instruct({ kind: 'accept' });
        await pass(hour);
        assert.equal((await post(email, key)).body.status, 'sent');
        await server.caughtUp();
        assert.equal(server.mails.length, 1);
      });

      test('a certificate that nobody vouches for gets no password and no mail', async (t) => {
        const { server, post, get, pass } = await setUp(t);
        const { body } = await post(email);
        assert.deepEqual([body.status, body.retrying], ['failed', true]);
        assert.equal(body.error, 'the mail server cannot be used (DEPTH_ZERO_SELF_SIGNED_CERT)');
        for (let hours = 0; hours < 30; hours++) await pass(hour);
        const { trace } = (await get(`/notifications/${body.id}/trace`)).body;
        assert.equal(trace.at(-1).status, 'failed');
        await server.caughtUp();
        assert.deepEqual([server.logins.length, server.attempts], [0, 0]);
      });

      test('nor is one that was made out for another server', async (t) => {
        trust(t);
        const { server, post } = await setUp(t, (url) => url.replace('127.0.0.1', 'localhost'));
        const { body } = await post(email);
        assert.equal(body.error, 'the mail server cannot be used (ERR_TLS_CERT_ALTNAME_INVALID)');
        await server.caughtUp();
        assert.deepEqual([server.logins.length, server.attempts], [0, 0]);
      });

      test('a server that goes away in the middle of a mail gets it again', async (t) => {
        trust(t);
        const { server, post, pass } = await setUp(t);
        await server.instruct({ kind: 'break off' });
        const large = { ...email, body: 'ä'.repeat(65_536) };
        const { body } = await post(large, key);
        assert.deepEqual([body.status, body.retrying], ['failed', true]);
        assert.match(body.error, /^the mail server cannot be used \((ECONN|EPIPE)/);
        await server.caughtUp();
        assert.equal(server.mails.length, 0);
        await server.instruct({ kind: 'accept' });
        await pass(hour);
        assert.equal((await post(large, key)).body.status, 'sent');
        await server.caughtUp();
        assert.deepEqual([server.attempts, server.mails.length, server.maxOpen], [2, 1, 1]);
      });

      test('a server that stalls is left when the time is up', async (t) => {
        trust(t);
        const { server, post } = await setUp(t, undefined, 1_000);
        await server.instruct({ kind: 'stall' });
        const { body } = await post(email);
        assert.deepEqual([body.error, body.retrying], ['no result within 1000 ms', true]);
        while (server.open > 0) await server.next('ended');
      });
    });
  }

  describe(`a mail server, on ${name}`, { skip }, () => {
    async function setUp(t: TestContext, url: string, timeout = 10_000) {
      const { first } = await open(t);
      return openReplica(t, first, { email: smtpSender(url, from) }, { timeoutMs: timeout });
    }

    test('without TLS gets no password', async (t) => {
      const server = await startServer(t, { login });
      const { post } = await setUp(t, server.url);
      const { body } = await post(email);
      assert.deepEqual([body.status, body.retrying], ['failed', true]);
      assert.equal(body.error, 'the mail server cannot be used (ETLS)');
      await server.caughtUp();
      assert.deepEqual([server.logins.length, server.attempts], [0, 0]);
    });

    test('without TLS gets the password when its address says so', async (t) => {
      const server = await startServer(t, { login });
      const { post } = await setUp(t, `${server.url}?requireTLS=false`);
      assert.equal((await post(email)).body.status, 'sent');
      await server.caughtUp();
      assert.deepEqual(server.logins, [false]);
    });

    test('without TLS is given no mail when TLS is demanded', async (t) => {
      const server = await startServer(t, {});
      const { post } = await setUp(t, `${server.url}?requireTLS=true`);
      assert.equal((await post(email)).body.error, 'the mail server cannot be used (ETLS)');
      await server.caughtUp();
      assert.equal(server.attempts, 0);
    });

    test('that asks for a login that we do not have has refused for good', async (t) => {
      const server = await startServer(t, { login });
      const { host } = new URL(server.url);
      const { body } = await (await setUp(t, `smtp://${host}`)).post(email);
      assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
      assert.match(body.error, /^the mail server answered: 530 /);
      const { body: half } = await (await setUp(t, `smtp://shop@${host}`)).post(email);
      assert.deepEqual([half.status, half.retrying], ['failed', undefined]);
      assert.match(half.error, /^the mail server refuses our login \(Missing credentials/);
    });

    for (const [what, scheme, answers] of stalls) {
      test(`that is silent at ${what} is left when the time is up`, async (t) => {
        const connected = Promise.withResolvers<Socket>();
        const server = createServer((socket) => {
          const left = [...answers];
          const answer = () => left.length > 0 && socket.write(`${left.shift()}\r\n`);
          socket.on('data', answer).on('error', () => {});
          answer();
          connected.resolve(socket);
        }).listen(0, '127.0.0.1');
        t.after(() => server.close());
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        const { post } = await setUp(t, `${scheme}://127.0.0.1:${port}`, 500);
        const answer = post(email);
        const gone = once(await connected.promise, 'close');
        const { body } = await answer;
        assert.deepEqual([body.error, body.retrying], ['no result within 500 ms', true]);
        await gone;
      });
    }
  });
}
