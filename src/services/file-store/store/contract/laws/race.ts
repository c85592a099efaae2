/** Many steps at once, through two replicas; then the laws that hold in any order of theirs. */
import assert from 'node:assert/strict';
import { maxDepth, type FileStore } from '../../file-store.ts';
import { folder, hashOf, hour, now, type Replicas } from '../fixtures.ts';
import { isFile } from './model.ts';
import type { History, Step } from './swarm.ts';

type Waves = readonly (readonly Step[])[];

/** @param levels folders in one another, as many as there may be */
export async function race(
  replicas: Replicas,
  { configuration, plan }: History<Waves>,
  levels: readonly string[],
): Promise<void> {
  const { first, second } = replicas;
  const { keptHours, folders: maxFolders, files: maxFiles } = configuration;
  const removal = { now, restorableUntil: keptHours === 0 ? undefined : now + keptHours * hour };
  const made: string[] = [];
  /** Items whose removal for good was acknowledged. */
  const removed = new Set<string>();
  const count = (type: 'file' | 'folder') =>
    made.filter((id) => isFile(id) === (type === 'file')).length;

  async function make(store: FileStore, type: 'file' | 'folder', of: { parent_id: string }) {
    const entry = { name: 'f', owner_id: 'ann', ...of };
    if (type === 'folder') return store.createFolder(entry, now);
    const pin = await store.pin(hashOf(`text ${made.length}`), 1, now + hour);
    return store.createFile({ ...entry, mime_type: 'a/b' }, pin.id, now);
  }

  async function remove(store: FileStore, id: string, recursive: boolean): Promise<void> {
    const outcome = isFile(id)
      ? await (keptHours === 0 && recursive ? store.deleteFile(id) : store.removeFile(id, removal))
      : await store.removeFolder(id, { ...removal, recursive });
    if (keptHours === 0 && outcome === 'removed') removed.add(id);
  }

  async function take(step: Step, parent_id: string): Promise<void> {
    const store = step.second ? second : first;
    const item = made[step.item % Math.max(made.length, 1)] ?? '';
    const move = { name: step.flag ? undefined : 'g', parentId: parent_id };
    switch (step.operation) {
      case 'folder':
      case 'file': {
        const most = step.operation === 'folder' ? maxFolders : maxFiles;
        if (count(step.operation) >= most) return;
        const created = await make(store, step.operation, { parent_id });
        if (typeof created === 'object') made.push(created.id);
        return;
      }
      case 'move':
        await (isFile(item) ? store.moveFile(item, move, now) : store.moveFolder(item, move));
        return;
      case 'remove':
        return remove(store, item, step.flag);
      case 'restore':
        await store.restore(item, parent_id, now);
        return;
      case 'share':
        await store.share(item, `user ${step.user}`, 'read');
    }
  }

  // Something is there from the start, so that few steps meet.
  for (const type of ['folder', 'folder', 'file'] as const) {
    const created = await make(first, type, { parent_id: '' });
    if (typeof created === 'object') made.push(created.id);
  }
  for (const actions of plan) {
    const places = ['', ...made.filter((id) => !isFile(id))];
    await Promise.all(actions.map((step) => take(step, places[step.parent % places.length]!)));
  }
  // Restoring an item brings back everything that its deletion took away: then everything is there.
  for (const id of made) await first.restore(id, '', now);
  const parents = new Map<string, string>();
  for (const id of made) {
    const found = isFile(id) ? await first.findFile(id) : await second.findFolder(id);
    // Without a trash it may have gone with a folder around it.
    assert.ok(found || removed.size > 0, `${id} is lost`);
    assert.ok(!found || !removed.has(id), `${id} was removed for good`);
    if (found) parents.set(id, found.parent_id);
  }
  for (const id of parents.keys()) {
    let steps = 0;
    for (let at: string | undefined = id; at !== ''; at = parents.get(at)) {
      assert.ok(at !== undefined, `${id} is in a folder that is gone`);
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
export async function oneInAnother(store: FileStore, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await folder(store, ids.at(-1))).id);
  return ids;
}
