/** The real process, killed during recursive deletions, moves and the emptying of the trash. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { startProcess } from '#kit/testing/process.ts';
import { assertClean, deployments, type Deployment, type Stores } from '../deployments.ts';

const dayMs = 86_400_000;
const acknowledgedBeforeKill = 150;
const purgedBeforeKill = 8;

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
type Json = any;

/** Where a folder is: the folder that it is in, or one of these. */
type ItemLocation = { readonly in: string } | 'trash' | 'gone';

/** A folder with a folder in it, and files in both. */
interface Tree {
  readonly id: string;
  readonly inner: string;
  /** Acknowledged, in the folder or in the inner one. */
  readonly files: string[];
  /** Where it may be: the place acknowledged last, and the places asked for since. */
  places: ItemLocation[];
}

type Call = ReturnType<typeof caller>;

/** It is unknown whether the request took effect. */
class Unavailable extends Error {}

describe('file store, killed while its tree changes', () => {
  for (const deployment of deployments) {
    it(
      `keeps what was acknowledged, and keeps it whole, on ${deployment.name}`,
      { skip: deployment.skip },
      (t) => killAndLook(t, deployment),
    );
  }
});

async function killAndLook(t: TestContext, deployment: Deployment): Promise<void> {
  const env = { ...deployment.env(), FILE_TRASH_DAYS: '1' };
  const first = await startProcess(t, ['file-store'], env);
  const trees = await changeUntilKilled(caller(first.addresses['file-store']!), () =>
    first.end('SIGKILL'),
  );
  await deleteTree(await deployment.open(env));
  await emptyUntilKilled(env);

  const second = await startProcess(t, ['file-store'], env);
  const call = caller(second.addresses['file-store']!);
  for (const tree of trees) await assertWhole(call, tree);
  assert.equal(await second.end('SIGTERM'), 0);
  await assertClean(await deployment.open(env), Date.now() + 2 * dayMs);
}

function caller(address: string) {
  return async (method: string, path: string, json?: object) => {
    const body = json === undefined ? null : JSON.stringify(json);
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const response = await fetch(address + path, { method, headers, body });
    if (response.status === 503) throw new Unavailable();
    return { status: response.status, body: (await response.json()) as Json };
  };
}

/** Many clients, each with a tree of its own, and others that upload into all of them. */
async function changeUntilKilled(call: Call, kill: () => Promise<unknown>): Promise<Tree[]> {
  const folder = async (parent_id: string): Promise<string> => {
    const { body } = await call('POST', '/folders', { name: 'f', owner_id: 'ann', parent_id });
    return body.id;
  };
  let serial = 0;
  const upload = async (tree: Tree) => {
    const parent = serial++ % 2 ? tree.inner : tree.id;
    const path = `/files?name=f&owner_id=ann&parent_id=${parent}`;
    const { status, body } = await call('POST', path, { unlike: serial });
    if (status === 201) tree.files.push(body.file.id);
    else assert.equal(status, 404);
  };
  const bins = [await folder(''), await folder('')];
  const trees = await Promise.all(
    Array.from({ length: 8 }, async (): Promise<Tree> => {
      const id = await folder('');
      const tree = { id, inner: await folder(id), files: [], places: [{ in: '' }] };
      for (let i = 0; i < 8; i++) await upload(tree);
      return tree;
    }),
  );

  let acknowledged = 0;
  async function change(
    tree: Tree,
    place: ItemLocation,
    method: string,
    path: string,
    json?: object,
  ) {
    tree.places.push(place);
    const { status, body } = await call(method, path, json);
    assert.equal(status, 200, JSON.stringify(body));
    tree.places = [place];
    if (++acknowledged === acknowledgedBeforeKill) void kill();
  }
  async function changeOften(tree: Tree, number: number) {
    const path = `/folders/${tree.id}`;
    for (let round = 0; ; round++) {
      const bin = bins[round % 2]!;
      await change(tree, { in: bin }, 'PATCH', path, { parent_id: bin });
      await change(tree, 'trash', 'DELETE', `${path}?recursive=true`);
      if (number < 3 && round === 2) {
        return change(tree, 'gone', 'DELETE', `/trash/${tree.id}`);
      }
      await change(tree, { in: bin }, 'POST', `/trash/${tree.id}/restore`);
      await change(tree, { in: '' }, 'PATCH', path, { parent_id: '' });
    }
  }
  async function uploadOften() {
    for (let i = 0; ; i++) await upload(trees[i % trees.length]!);
  }
  const ended = (error: unknown) => {
    // The errors that fetch throws when the connection ends, or a store that took too long.
    if (!(error instanceof TypeError || error instanceof Unavailable)) throw error;
  };
  const clients = [...trees.map(changeOften), uploadOften(), uploadOften()];
  await Promise.all(clients.map((client) => client.catch(ended)));
  await kill();
  return trees;
}

/** Leaves something for the next process to forget. */
async function deleteTree({ files, contents, record }: Stores): Promise<void> {
  const now = Date.now();
  const entry = { name: 'f', owner_id: 'ann', parent_id: '', mime_type: 'a/b' };
  const folder = await files.createFolder(entry, now);
  assert.ok(typeof folder === 'object');
  for (let i = 0; i < 4 * purgedBeforeKill; i++) {
    const pin = await files.pin(sha256(`forgotten ${i % 7}`), 1, now);
    await files.createFile({ ...entry, parent_id: folder.id }, pin.id, now);
  }
  await files.removeFolder(folder.id, { now, restorableUntil: undefined, recursive: true });
  await Promise.all([files.close(), contents.close(), record.close()]);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A process that does nothing else but to forget what is due, in small steps. */
async function emptyUntilKilled(env: Environment): Promise<void> {
  const main = new URL('./emptying-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let steps = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    if (++steps === purgedBeforeKill) child.kill('SIGKILL');
  }
  await exit;
  assert.ok(steps >= purgedBeforeKill, `${steps} steps`);
}

async function assertWhole(call: Call, { id, inner, files, places }: Tree): Promise<void> {
  const restored = await call('POST', `/trash/${id}/restore`);
  const { status, body } = await call('PATCH', `/folders/${id}`, { name: 'seen' });
  const found = status === 404 ? 'gone' : { in: body.parent_id as string };
  const place = restored.status === 200 ? 'trash' : found;
  const isExpected = places.some((one) => JSON.stringify(one) === JSON.stringify(place));
  assert.ok(isExpected, JSON.stringify({ id, place, places }));
  if (place === 'gone') return;
  const children = await Promise.all(
    [id, inner].map((one) => call('GET', `/folders/${one}/children`)),
  );
  const ids = new Set(children.flatMap((list) => list.body.children.map((one: Json) => one.id)));
  for (const file of files) assert.ok(ids.has(file), `${file} of ${id} is lost`);
}
