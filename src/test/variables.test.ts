/** Variables that hold addresses and secrets: what a start says of a wrong one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TObject } from 'typebox';
import { addressProblem, type AddressForm } from '#kit/base/address-form.ts';
import { CommonVariables, portVariableName, readEnv } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { startHost } from '#kit/host/host.ts';
import { createLog, traceOf } from '#kit/host/log.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { loadServices } from '../services.ts';

const services = await loadServices();
const password = 'hunter2';

interface Declared {
  readonly name: string;
  readonly of: TObject;
  readonly address?: AddressForm;
  readonly writeOnly?: boolean;
}

const declared: Declared[] = [
  CommonVariables,
  ...services.map(({ variables }) => variables),
].flatMap((of) => Object.entries(of.properties).map(([name, schema]) => ({ ...schema, name, of })));

/** Checked by code of their own. */
const otherwise = new Set(['KV_NODES', 'AUTH_JWT_PUBLIC_KEY', 'VAPID_PUBLIC_KEY']);

/** No variable takes any of them. */
const wrongAddresses = [
  `ftp://me:${password}@127.0.0.1:1/x`,
  `gopher://${password}`,
  `me ${password}`,
  `me:${password}@host/`,
  `https://me:${password}@host:port`,
  `http://:${password}/x@127.0.0.1:1`,
  `redis://me:${password}/@127.0.0.1:1`,
  `redis://me:%zz${password}@127.0.0.1:1`,
  `redis+cluster://me:${password}@h:1,,x`,
  `postgres://me:a?${password}@127.0.0.1:1`,
  `postgres://5432/${password}@127.0.0.1/x`,
  `postgres:me:${password}`,
  `smtp://me:a#${password}@127.0.0.1:1`,
  `http:me:${password}`,
  `s3://me:${password}@bucket`,
];

/** Shows an address of the right form. */
const isUnencoded = /percent-encode the password, as in \w+:\/\/user:p%2Fss@host:port\/database$/;

/** Whatever a start says that fails: the message, the trace, and the lines of the log. */
async function failedStart(env: Record<string, string>, names: string[] = []): Promise<string> {
  let said = '';
  const log = createLog('debug', { output: { write: (line) => void (said += line) } });
  const ports = services.map(({ name }) => [portVariableName(name), '0']);
  const own = { DATA_DIR: temporaryFolder(), CONSOLE_PORT: '0', ...Object.fromEntries(ports) };
  const chosen = services.filter(({ name }) => names.includes(name));
  try {
    const host = await startHost(chosen, { env: { ...own, ...env }, clock: Date.now, log });
    await host.stop();
  } catch (error) {
    assert.ok(error instanceof StartupError, traceOf(error));
    said += `${error.message}\n${traceOf(error)}`;
    assert.doesNotMatch(error.message, /\n/);
  }
  return said;
}

describe('a variable that holds an address or a secret', () => {
  it('says so where it is declared', () => {
    const suspicious = /_(URL|ADDR|ENDPOINT|BUCKET|NODES|SECRET|TOKEN|KEY|SUBJECT)$/;
    for (const { name, address, writeOnly } of declared) {
      if (!suspicious.test(name) || otherwise.has(name)) continue;
      assert.ok(address !== undefined || writeOnly === true, name);
    }
  });

  it('is refused in one sentence that names the expected form and never the value', () => {
    const addresses = declared.filter(({ address }) => address !== undefined);
    assert.ok(addresses.length >= 12);
    for (const { name, of, address } of addresses) {
      for (const value of wrongAddresses) {
        const problem = addressProblem(address!, value)!;
        assert.throws(() => readEnv(of, { [name]: value }), { message: `${name} ${problem}` });
        assert.ok(problem === `must have the form ${address!.form}` || isUnencoded.test(problem));
        assert.ok(!problem.includes(password), problem);
      }
    }
  });

  it('keeps its value to itself when it is checked elsewhere', async () => {
    const vapid = {
      VAPID_SUBJECT: 'mailto:a@b.example',
      VAPID_PUBLIC_KEY: password,
      VAPID_PRIVATE_KEY: password,
    };
    for (const value of [...wrongAddresses, password]) {
      const starts: [string[], Record<string, string>][] = [
        [['key-value'], { KV_NODES: `a=${value}` }],
        [['key-value'], { KV_NODES: `${value} x` }],
        [[], { AUTH_JWT_PUBLIC_KEY: value }],
        [[], { AUTH_JWT_PUBLIC_KEY: `-----BEGIN PUBLIC KEY-----\\n${value}` }],
        [[], { AUTH_JWT_SECRET: value.slice(-20) }],
        [['chat'], { CORS_ORIGINS: value }],
        [['chat'], { TRUSTED_PROXIES: value }],
        [['chat'], { STORE_ADDR: `${value}/x` }],
        [['notification'], { ...vapid, VAPID_SUBJECT: value }],
        [['notification'], { ...vapid, VAPID_PUBLIC_KEY: value }],
        [['notification'], { ...vapid, VAPID_PRIVATE_KEY: value }],
        [['notification'], { WEBHOOK_SECRET: value }],
      ];
      for (const [names, env] of starts) {
        const said = await failedStart(env, names);
        assert.notEqual(said, '', JSON.stringify(env));
        assert.ok(!said.includes(password), `${JSON.stringify(env)}: ${said}`);
      }
    }
  });

  it('keeps its password to itself when nothing answers there', async () => {
    const at = `me:${password}@127.0.0.1:1`;
    const starts: [string, Record<string, string>][] = [
      ['chat', { STORE_ADDR: `redis://${at}` }],
      ['chat', { STORE_ADDR: at }],
      ['chat', { STORE_ADDR: `redis+cluster://${at},${at}` }],
      ['chat', { STORE_ADDR: `redis://127.0.0.1:1?password=${password}` }],
      ['news-feed', { DATABASE_URL: `postgres://${at}/x` }],
      ['news-feed', { DATABASE_URL: `postgres://127.0.0.1:1/x?password=${password}` }],
      ['key-value', { KV_NODES: `a=redis://${at}` }],
    ];
    for (const [name, env] of starts) {
      const said = await failedStart(env, [name]);
      assert.match(said, /answer|ECONNREFUSED/);
      assert.ok(!said.includes(password), said);
    }
  });
});

describe('an address of the right form', () => {
  const right: [variable: string, ...values: string[]][] = [
    ['HOST', '0.0.0.0', '::', 'localhost', '[::1]'],
    [
      'STORE_ADDR',
      '127.0.0.1:6379',
      'redis:6379',
      'me:p%40ss@redis:6379',
      'rediss://:p%2Fss@redis/3',
      'redis://redis?password=x',
      'redis+cluster://a:1,me:pw@b:2',
    ],
    [
      'DATABASE_URL',
      'postgres://me@db/x',
      'postgresql://me:p%3Fss@db:5432/x?sslmode=require',
      'postgres:///x?host=/run/postgresql',
    ],
    ['AUTH_JWKS_URL', 'https://id.example/a/jwks.json?v=1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', 'https://me:key@otel.example/v1'],
    ['SMTP_URL', 'smtp://mail.example', 'smtps://me:p%23ss@mail.example:465?pool=true'],
    ['VAPID_SUBJECT', 'mailto:ops@example.com', 'https://example.com/contact'],
    ['S3_BUCKET', 'b', 'my.bucket-1', 'arn:aws:s3:eu-1:1:accesspoint/x'],
    ['S3_ENDPOINT', 'http://minio:9000', 'https://s3.example'],
    ['BASE_URL', 'https://sho.rt/s/', 'http://localhost:8080'],
    ['GEO_URL', 'http://geo:8102/api/geo'],
    ['EMAIL_HTTP_URL', 'https://hooks.example/?to=a@b.example'],
  ];
  for (const [name, ...values] of right) {
    it(`is accepted: ${name}`, () => {
      const { of } = declared.find((one) => one.name === name)!;
      for (const value of values) {
        assert.equal((readEnv(of, { [name]: value }) as Record<string, string>)[name], value);
      }
    });
  }
});
