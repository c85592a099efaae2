/** The tree under random histories: step by step against a naive model, and many steps at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxDepth, type FileStore } from '../store.ts';
import {
  add,
  everything,
  folder,
  hour,
  now,
  type OpenReplicas,
  type Replicas,
} from './fixtures.ts';
import { TreeModel } from './tree-model.ts';

const kinds = ['folder', 'file', 'chain', 'move', 'move', 'remove', 'restore', 'discard'] as const;

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly item: number;
  readonly parent: number;
  readonly recursive: boolean;
  readonly second: boolean;
}

const steps = (...among: Step['kind'][]) =>
  fc.record({
    kind: fc.constantFrom(...among),
    item: fc.nat(1_000),
    parent: fc.nat(1_000),
    recursive: fc.boolean(),
    second: fc.boolean(),
  });

const kept = { now, restorableUntil: now + hour };
const isFile = (id: string) => id.startsWith('file');

/** @param runs random histories of each law: fewer where a step takes longer */
export function treeLaws(runs: number, open: OpenReplicas): void {
  test('the tree and the trash are as a naive model has them', async (t) => {
    const replicas = await open(t);
    await fc.assert(
      fc.asyncProperty(fc.array(steps(...kinds), { minLength: 5, maxLength: 40 }), (plan) =>
        compare(replicas, plan),
      ),
      { numRuns: runs },
    );
  });

  test('moves, deletions and uploads at once make no cycle, and lose nothing', async (t) => {
    const replicas = await open(t);
    const levels = await oneInAnother(replicas.first, maxDepth);
    const waves = fc.array(
      fc.array(steps('folder', 'file', 'move', 'move', 'move', 'remove', 'restore'), {
        minLength: 2,
        maxLength: 8,
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(waves, (plan) => race(replicas, plan, levels)),
      { numRuns: runs },
    );
  });
}

async function compare({ first, second }: Replicas, plan: readonly Step[]): Promise<void> {
  const model = new TreeModel();
  for (const step of plan) {
    const store = step.second ? second : first;
    const item = model.pick(step.item);
    const parent = step.parent % 4 === 0 ? '' : (model.pickFolder(step.parent) ?? '');
    const made = { name: 'f', owner_id: 'ann', parent_id: parent };
    switch (step.kind) {
      case 'folder': {
        const created = await store.createFolder(made, now);
        assert.equal(typeof created === 'object' || created, model.mayMake(parent));
        if (typeof created === 'object') model.make(created.id, parent);
        break;
      }
      case 'file':
        if (model.isLive(parent)) model.make((await add(store, 'x', made)).id, parent);
        break;
      case 'chain':
        if (model.isLive(parent)) await makeChain(store, model, parent);
        break;
      case 'move': {
        if (item === undefined) break;
        const move = { name: undefined, parentId: parent };
        const moved = isFile(item)
          ? await store.moveFile(item, move, now)
          : await store.moveFolder(item, move);
        assert.equal(typeof moved === 'object' || moved, model.move(item, parent));
        break;
      }
      case 'remove': {
        if (item === undefined) break;
        const removed = isFile(item)
          ? await store.removeFile(item, kept).then((is) => (is ? 'removed' : 'unknown'))
          : await store.removeFolder(item, { ...kept, recursive: step.recursive });
        assert.equal(removed, model.remove(item, step.recursive));
        break;
      }
      case 'restore': {
        if (item === undefined) break;
        const wanted = model.placeBefore(item) ?? '';
        assert.equal(await store.restore(item, wanted, now), model.restore(item));
        break;
      }
      case 'discard':
        if (item === undefined) break;
        assert.equal(await store.discard(item, now), model.discard(item));
        await store.purge(now, step.parent % 3 === 0 ? 100 : 2);
    }
  }
  await assertEqual(second, model);
}

async function makeChain(store: FileStore, model: TreeModel, parent: string): Promise<void> {
  for (let i = 0, last = parent; i < 25; i++) {
    const made = await store.createFolder({ name: 'f', owner_id: 'ann', parent_id: last }, now);
    if (typeof made === 'string') return;
    model.make(made.id, last);
    last = made.id;
  }
}

async function assertEqual(store: FileStore, model: TreeModel): Promise<void> {
  for (const id of model.all()) {
    const found = isFile(id) ? await store.findFile(id) : await store.findFolder(id);
    assert.equal(found?.parent_id, model.isLive(id) ? model.parentOf(id) : undefined, id);
    assert.equal((await store.findTrashed(id, now)) !== undefined, model.isTrashed(id), id);
    if (isFile(id) || !model.isLive(id)) continue;
    const children = await store.children({ ...everything, folderId: id });
    assert.deepEqual(children.map((child) => child.id).toSorted(), model.childrenOf(id));
  }
}

/** @param levels folders in one another, as many as there may be */
async function race(
  { first, second }: Replicas,
  plan: readonly Step[][],
  levels: readonly string[],
): Promise<void> {
  const made: string[] = [];
  for (const [wave, actions] of plan.entries()) {
    const folders = made.filter((id) => !isFile(id));
    await Promise.all(
      actions.map(async (step) => {
        const store = step.second ? second : first;
        const parent_id = wave === 0 ? '' : (folders[step.parent % (folders.length + 1)] ?? '');
        const item = made[step.item % Math.max(made.length, 1)] ?? '';
        const entry = { name: 'f', owner_id: 'ann', parent_id };
        if (step.kind === 'folder' || wave === 0) {
          const created = await store.createFolder(entry, now);
          if (typeof created === 'object') made.push(created.id);
        } else if (step.kind === 'file') {
          const pin = await store.pin(`hash ${made.length}`, 1, now + hour);
          const file = await store.createFile({ ...entry, mime_type: 'a/b' }, pin.id, now);
          if (typeof file === 'object') made.push(file.id);
        } else if (step.kind === 'move') {
          const move = { name: undefined, parentId: parent_id };
          await (isFile(item) ? store.moveFile(item, move, now) : store.moveFolder(item, move));
        } else if (step.kind === 'remove') {
          const { recursive } = step;
          await (isFile(item)
            ? store.removeFile(item, kept)
            : store.removeFolder(item, { ...kept, recursive }));
        } else {
          await store.restore(item, parent_id, now);
        }
      }),
    );
  }
  // What a deletion took away comes back with it: then everything is there.
  for (const id of made) await first.restore(id, '', now);
  const parents = new Map<string, string>();
  for (const id of made) {
    const found = isFile(id) ? await first.findFile(id) : await second.findFolder(id);
    assert.ok(found, `${id} is lost`);
    parents.set(id, found.parent_id);
  }
  for (const id of made) {
    let steps = 0;
    for (let at = id; at !== ''; at = parents.get(at)!) {
      assert.ok(++steps <= made.length, `${id} is in a cycle`);
    }
  }
  await assertHeights(first, parents, levels);
}

/** A folder fits as deep as its height allows, and not one level deeper. */
async function assertHeights(
  store: FileStore,
  parents: ReadonlyMap<string, string>,
  levels: readonly string[],
): Promise<void> {
  const folders = [...parents.keys()].filter((id) => !isFile(id));
  const heightOf = (id: string): number =>
    1 + Math.max(0, ...folders.filter((one) => parents.get(one) === id).map(heightOf));
  const fits = async (id: string, level: number) =>
    (await store.moveFolder(id, { name: undefined, parentId: levels[level - 1] })) !== 'too deep';
  for (const id of folders.filter((one) => parents.get(one) === '')) {
    const lowest = maxDepth - heightOf(id);
    assert.equal(await fits(id, lowest + 1), false);
    assert.equal(await fits(id, lowest), true);
    await store.moveFolder(id, { name: undefined, parentId: '' });
  }
}

/** Yields the outermost first. */
async function oneInAnother(store: FileStore, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await folder(store, ids.at(-1))).id);
  return ids;
}
