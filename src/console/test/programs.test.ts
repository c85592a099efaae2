/** The programs that the playground shows: they compile, and do what the form does. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { createHawker } from '../../client/index.ts';
import { openapiDocuments, withAllServices } from '../../openapi.ts';
import {
  keyOf,
  operationsOf,
  type Documented,
  type Operation,
} from '../page/playground/operations.ts';
import { clientName, toClientCode, toCommand, type Program } from '../page/playground/program.ts';
import { buildRequest, missingOf } from '../page/playground/request.ts';

const root = join(import.meta.dirname, '../../..');
const operations = [...(await openapiDocuments())].flatMap(([file, text]) =>
  operationsOf(file.replace('.json', ''), JSON.parse(text) as Documented),
);
const operationOf = (id: string) => operations.find((one) => one.id === id)!;

/** The request of a form that holds these texts, and the document's example of everything else. */
function programOf(
  operation: Operation,
  origin: string,
  given: Readonly<Record<string, string>> = {},
): Program {
  const texts = Object.fromEntries(
    operation.members.map((member) => [keyOf(member), given[member.name] ?? member.example]),
  );
  const filled = { texts, file: new File(['hot'], 'tea.txt') };
  const request = buildRequest(operation, filled);
  return { operation, filled, request, origin, hasToken: false, fresh: undefined };
}

/** Pastes a command into a shell, where the file of the form is. */
async function run(command: string): Promise<string> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'tea.txt'), 'hot');
  return (await promisify(execFile)('sh', ['-c', command], { cwd })).stdout;
}

it('every operation of every document is a method of the client, by the name that is shown', () => {
  const hawker = createHawker({ baseUrl: '' }) as object as Record<string, Record<string, unknown>>;
  assert.ok(operations.length > 150);
  for (const operation of operations) {
    const [object, method] = clientName(operation);
    assert.match(`${object}.${method}`, /^[a-z][a-z0-9]*\.[a-z][a-z0-9]*$/i);
    assert.equal(typeof hawker[object]?.[method], 'function', `${object}.${method}`);
  }
});

it('the client code of every operation compiles, with each of its members', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = operations.map((operation) => {
    const file = join(folder, `${operation.id}.ts`);
    const code = toClientCode(programOf(operation, 'http://localhost:8100'));
    writeFileSync(file, code.replace('hawker/client', join(root, 'src/client/index.ts')));
    return file;
  });
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', project]).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
});

it('a request that lacks something required says what', () => {
  const lacking = (id: string, texts: Readonly<Record<string, string>>) =>
    missingOf(operationOf(id), { texts, file: undefined });
  assert.deepEqual(lacking('keyValueDelete', {}), ['key']);
  assert.deepEqual(lacking('keyValuePut', { 'path key': 'tea' }), ['file']);
  assert.deepEqual(lacking('flashSaleIssueToken', { 'query device_fp': '' }), ['device_fp']);
  assert.deepEqual(lacking('geoShowHub', { 'path hub_id': 'pier' }), []);
});

it('a path that would lead elsewhere is refused', () => {
  for (const key of ['.', '..']) {
    assert.throws(
      () => programOf(operationOf('keyValueDelete'), '', { key }),
      /^Error: key cannot/,
    );
  }
});

it('a pasted checkout asks for a token of its own', () =>
  withAllServices(async ({ console: origin }) => {
    const { flashSale } = createHawker({ baseUrl: origin });
    await flashSale.load({ product_id: 'lamp', total_stock: 5 });
    const texts = { product_id: 'lamp', user_id: "o'hara", attestation: 'stale', slot: '' };
    const fresh = {
      from: operationOf('flashSaleIssueToken'),
      members: { attestation: 'token', expires_at: 'expires_at' },
    };
    const program = {
      ...programOf(operationOf('flashSaleCheckout'), origin, { ...texts, expires_at: '1' }),
      fresh,
    };
    const command = toCommand(program);
    assert.doesNotMatch(command, /stale/);
    assert.match(await run(command), /"status":"completed"/);
    const code = toClientCode(program);
    assert.match(
      code,
      /const \{ token: attestation, expires_at \} = await hawker\.flashSale\.issue/,
    );
    assert.match(code, /^ {2}attestation,\n {2}expires_at,$/m);
  }));

it('the command of a stream prints events as they come', () =>
  withAllServices(async ({ console: origin }) => {
    await createHawker({ baseUrl: origin }).flashSale.load({ product_id: 'lamp', total_stock: 5 });
    const form = { product_id: 'lamp', order_id: '', user_id: '' };
    const command = toCommand(programOf(operationOf('flashSaleFollow'), origin, form));
    assert.match(command, /^curl -s -N /);
    const child = spawn('sh', ['-c', `exec ${command}`]);
    let text = '';
    for await (const part of child.stdout) {
      text += String(part);
      if (text.includes('"product_id":"lamp"')) break;
    }
    child.kill();
    assert.match(text, /^event: sale$/m);
  }));

it('the command of a WebSocket names an address that opens one', () =>
  withAllServices(async ({ console: origin }) => {
    const form = { room: 'tea', user: 'ann', since: '', events: '' };
    const command = toCommand(programOf(operationOf('chatFollow'), origin, form));
    const [, address = ''] = /^npx wscat -c '(ws:.*)'$/.exec(command)!;
    const socket = new WebSocket(address);
    await once(socket, 'open');
    const message = once(socket, 'message') as Promise<[{ readonly data: string }]>;
    socket.send('{"content":"Hello"}');
    assert.match((await message)[0].data, /"content":"Hello"/);
    socket.close();
  }));

it('the command of what answers no body prints the status and the headers', () =>
  withAllServices(async ({ console: origin }) => {
    const { urlShortener } = createHawker({ baseUrl: origin });
    const { code } = await urlShortener.shorten({ url: 'https://example.org/tea' });
    const command = toCommand(programOf(operationOf('urlShortenerFollow'), origin, { code }));
    assert.match(await run(command), /^location: https:\/\/example\.org\/tea/im);
  }));

it('the commands of a resumable upload send it', () =>
  withAllServices(async ({ console: origin }) => {
    const form = {
      'x-user-id': 'ann',
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-metadata': 'filename dGVh',
      'upload-offset': '0',
      'upload-checksum': '',
    };
    const answerOf = (id: string, more = {}) =>
      run(toCommand(programOf(operationOf(id), origin, { ...form, ...more })));
    const begun = await answerOf('fileStoreBeginUpload');
    const [, id = ''] = /^location: \S*?([^/\s]+)\s*$/im.exec(begun)!;
    assert.match(await answerOf('fileStoreUploadOffset', { id }), /^upload-offset: 0/im);
    assert.match(await answerOf('fileStoreContinueUpload', { id }), /^upload-offset: 3/im);
  }));
