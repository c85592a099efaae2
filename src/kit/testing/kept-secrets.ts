/**
 * Holds every line of the log against what requests have brought: tokens, queries, bodies, and the
 * passwords of addresses in the environment. It stands in every process that imports testing.ts, and
 * in those that tests start. So each test of the suite plants secrets, by what it sends.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** What the output of a process shows that has logged such a thing. */
export const leaked = 'leaked into the log:';

/** Shorter texts may stand in a line for another reason. */
const minLength = 12;
/** How many of the latest secrets to search for. */
const maxSecrets = 200;
/** Members of bodies whose values are nobody's business, whatever their length. */
const confidential =
  /^(content|text|body|value|password|token|attestation|lottery_token|auth|p256dh|endpoint|address|url)$/;

const secrets = new Set<string>();

for (const [name, value = ''] of Object.entries(process.env)) {
  if (/_TOKEN$|_SECRET$|^VAPID_PRIVATE/.test(name)) keep(value);
  keep(/:\/\/[^/\s]*:([^/\s@]+)@/.exec(value)?.[1]);
}

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', ({ headers, raw: { url = '' } }, _reply, done) => {
    keep(headers.authorization?.replace(/^\w+ +/, ''));
    if (url.includes('?')) keep(url.slice(url.indexOf('?') + 1));
    done();
  });
  fastify.addHook('preValidation', ({ body }, _reply, done) => {
    keepBody(body);
    done();
  });
});

subscribe('hawker.log', (message) => {
  const line = message as string;
  // The simulated channel of notifications is the log: its line is the delivery.
  if (line.includes('"notification simulated"')) return;
  for (const secret of secrets) if (line.includes(secret)) tell(line);
});

function keepBody(body: unknown): void {
  if (Buffer.isBuffer(body)) keep(body.subarray(0, 200).toString());
  if (typeof body === 'string') keep(body.slice(0, 200));
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && confidential.test(name)) keep(value);
  }
}

function keep(secret: string | undefined): void {
  if (secret === undefined || secret.length < minLength) return;
  secrets.delete(secret);
  // As it stands in JSON.
  secrets.add(JSON.stringify(secret).slice(1, -1));
  if (secrets.size > maxSecrets) secrets.delete(secrets.values().next().value!);
}

function tell(line: string): void {
  console.error(leaked, line.trim());
  process.exitCode = 1;
  process.once('exit', () => (process.exitCode = 1));
}
