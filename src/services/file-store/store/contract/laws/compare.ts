/** A history, step by step against a naive model; then all that there is. */
import assert from 'node:assert/strict';
import type { FileStore } from '../../file-store.ts';
import { add, everything, hashOf, hour, now, update, type Reopenable } from '../fixtures.ts';
import { isFile, TreeModel } from './model.ts';
import type { Configuration, History, Operation, Step } from './swarm.ts';

type Steps = readonly Step[];

let histories = 0;

/** @returns the replicas that are open at the end */
export async function compare(
  replicas: Reopenable,
  { configuration, plan }: History<Steps>,
): Promise<Reopenable> {
  const history = new ComparedHistory(replicas, configuration);
  for (const step of plan) await history.take(step);
  await history.check();
  return history.replicas;
}

class ComparedHistory {
  replicas: Reopenable;
  readonly #configuration: Configuration;
  readonly #model = new TreeModel(now);
  /** Nobody else's things are in the way of this history. */
  readonly #prefix = `${++histories}-`;
  readonly #texts: string[] = [];

  constructor(replicas: Reopenable, configuration: Configuration) {
    this.replicas = replicas;
    this.#configuration = configuration;
  }

  #user = (n: number) => `${this.#prefix}${n}`;

  #text(): string {
    // Every third has been there before.
    const text = `${this.#prefix}${this.#texts.length - (this.#texts.length % 3 === 2 ? 1 : 0)}`;
    this.#texts.push(text);
    return text;
  }

  async take(step: Step): Promise<void> {
    const store = step.second ? this.replicas.second : this.replicas.first;
    const model = this.#model;
    const parent_id = step.parent % 4 === 0 ? '' : (model.pickFolder(step.parent) ?? '');
    const item = model.pick(step.item);
    if (this.#makes(step.operation)) {
      const name = step.flag ? 'a' : 'b';
      return this.#make(store, step.operation, {
        name,
        owner_id: this.#user(step.user),
        parent_id,
      });
    }
    switch (step.operation) {
      case 'jump':
        model.now += this.#configuration.jumpHours * hour;
        return;
      case 'reopen':
        this.replicas = await this.replicas.reopen();
        return;
      case 'purge':
        await store.purge(model.now, step.flag ? 100 : 2);
        return;
      default:
        if (item !== undefined) await this.#change(store, step, item, parent_id);
    }
  }

  #makes(operation: Operation): operation is 'file' | 'folder' | 'chain' {
    return operation === 'file' || operation === 'folder' || operation === 'chain';
  }

  async #make(
    store: FileStore,
    operation: 'file' | 'folder' | 'chain',
    of: { name: string; owner_id: string; parent_id: string },
  ): Promise<void> {
    const model = this.#model;
    if (operation === 'file') {
      if (model.count('file') >= this.#configuration.files || !model.isLive(of.parent_id)) return;
      const text = this.#text();
      model.make((await add(store, text, of)).id, of, text);
      return;
    }
    if (operation === 'folder' && model.count('folder') >= this.#configuration.folders) return;
    let parent_id = of.parent_id;
    for (let left = operation === 'chain' ? 25 : 1; left > 0; left--) {
      const folder = { ...of, parent_id };
      const made = await store.createFolder(folder, model.now);
      assert.equal(typeof made === 'object' || made, model.mayMake(parent_id));
      if (typeof made === 'string') return;
      model.make(made.id, folder);
      parent_id = made.id;
    }
  }

  async #change(store: FileStore, step: Step, id: string, parentId: string): Promise<void> {
    const model = this.#model;
    const user = this.#user(step.user);
    const outcome = (result: object | string) => typeof result === 'object' || result;
    switch (step.operation) {
      case 'version': {
        const text = this.#text();
        if (!isFile(id)) return;
        const isKnown = model.append(id, text);
        const result = await update(store, id, text);
        return assert.equal(outcome(result), isKnown || 'unknown');
      }
      case 'move': {
        const move = { name: undefined, parentId };
        const moved = isFile(id)
          ? await store.moveFile(id, move, model.now)
          : await store.moveFolder(id, move);
        return assert.equal(outcome(moved), model.move(id, parentId));
      }
      case 'rename': {
        const name = step.flag ? 'a' : 'c';
        const move = { name, parentId: undefined };
        const moved = isFile(id)
          ? await store.moveFile(id, move, model.now)
          : await store.moveFolder(id, move);
        return assert.equal(outcome(moved), model.rename(id, name));
      }
      case 'remove':
        return this.#remove(store, id, step.flag);
      case 'restore': {
        const wanted = step.flag ? model.get(id).parent : '';
        const restored = await store.restore(id, wanted, model.now);
        return assert.equal(restored, model.restore(id, wanted));
      }
      case 'discard':
        return assert.equal(await store.discard(id, model.now), model.discard(id));
      case 'share': {
        const permission = step.flag ? 'read' : 'write';
        const isKnown = model.share(id, user, permission);
        return assert.equal(
          await store.share(id, user, permission),
          isKnown ? 'shared' : 'unknown',
        );
      }
      case 'unshare':
        return assert.equal(await store.unshare(id, user), model.share(id, user, undefined));
    }
  }

  async #remove(store: FileStore, id: string, recursive: boolean): Promise<void> {
    const model = this.#model;
    const { keptHours } = this.#configuration;
    const until = keptHours === 0 ? undefined : model.now + keptHours * hour;
    const removal = { now: model.now, restorableUntil: until };
    const isAtOnce = until === undefined && isFile(id) && recursive;
    const removed = isAtOnce
      ? await store.deleteFile(id)
      : isFile(id)
        ? await store.removeFile(id, removal)
        : await store.removeFolder(id, { ...removal, recursive });
    assert.equal(removed, model.remove(id, recursive, until ?? 0));
  }

  async check(): Promise<void> {
    const model = this.#model;
    const { first, second } = this.replicas;
    const users = Array.from({ length: this.#configuration.users }, (_, n) => this.#user(n));
    for (const id of model.all()) await this.#checkItem(second, id);
    for (const user of users) {
      const top = await second.children({ ...everything, visibleTo: user });
      assert.deepEqual(idsOf(top), model.childrenOf('', user));
      const page = { now: model.now, before: undefined, limit: 1_000 };
      const isOwn = (id: string) => model.isTrashed(id) && model.get(id).owner === user;
      const listed = idsOf(await second.listTrash(user, page));
      assert.deepEqual(listed.toSorted(), model.all().filter(isOwn).toSorted());
    }
    await this.#checkContents(first, second);
  }

  async #checkItem(store: FileStore, id: string): Promise<void> {
    const model = this.#model;
    const { parent, name, owner, shares, versions } = model.get(id);
    const isLive = model.isLive(id);
    const found = isFile(id) ? await store.findFile(id) : await store.findFolder(id);
    const trashed = await store.findTrashed(id, model.now);
    assert.equal(trashed !== undefined, model.isTrashed(id), id);
    assert.deepEqual(
      found && [
        found.parent_id,
        found.name,
        found.owner_id,
        new Map(Object.entries(found.shared_with)),
      ],
      isLive ? [parent, name, owner, shares] : undefined,
      id,
    );
    const listed = isFile(id) ? await store.versions(id, 0, 1_000) : [];
    const hashes = listed.map((version) => version.content_hash);
    assert.deepEqual(hashes, isLive ? versions.map(hashOf) : []);
    if (isFile(id) || !isLive) return;
    assert.deepEqual(idsOf(await store.lineage(id)), model.lineage(id));
    for (const user of [undefined, owner, this.#user(0)]) {
      const children = await store.children({ ...everything, folderId: id, visibleTo: user });
      assert.deepEqual(idsOf(children), model.childrenOf(id, user), id);
    }
  }

  /** The bytes of what can be had, now or from the trash, are kept; all others are given back. */
  async #checkContents(first: FileStore, second: FileStore): Promise<void> {
    const model = this.#model;
    while (await first.purge(model.now, 100));
    // Later than any pin of this history, and of those before.
    const later = model.now + 10_000 * hour;
    while (true) {
      const gone = await second.claimDeletions(later, later + hour, 1_000);
      if (gone.length === 0) break;
      await second.finishDeletions(gone.map(({ id }) => id));
    }
    const kept = model.all().filter((id) => model.isKept(id));
    const referred = new Set(kept.flatMap((id) => model.get(id).versions));
    for (const text of this.#texts) {
      const { stored } = await first.pin(hashOf(text), text.length, model.now);
      assert.equal(stored, referred.has(text), `the content of ${text}`);
    }
  }
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
