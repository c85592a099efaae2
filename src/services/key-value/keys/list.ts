/**
 * Pages of the keys of all nodes, in the order of their bytes.
 *
 * While the ring changes, keys move from former nodes to present ones. So a stretch of keys is read
 * at the former nodes first: a key that is there all the time is found before it moves, or after.
 */
import { invalid } from '#kit/web/problem.ts';
import { compareBytes } from './byte-order.ts';
import type { Cluster } from '../cluster.ts';
import { maxKeyBytes } from './entries.ts';
import type { ListedKey, NodeMap, Range } from '../store/node.ts';
import { fence, ownersOf, type Owners, type View } from '../view.ts';

export interface ListQuery {
  readonly prefix: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Page {
  readonly keys: readonly ListedKey[];
  /** Undefined after the last page. */
  readonly nextCursor: string | undefined;
}

/** Stretches of a page: expired keys may make it short, but never slow to come. */
const maxStretches = 16;

/** Keys that each node is asked for beyond its share of a stretch, as no share is exact. */
const spareKeys = 8;

/**
 * @param now milliseconds since the epoch
 * @throws Refusal VALIDATION_FAILED for a cursor of another list; STORE_UNAVAILABLE while a node is
 *   away
 */
export async function listKeys(
  cluster: Cluster,
  { prefix, cursor, limit }: ListQuery,
  now: number,
): Promise<Page> {
  const after = cursor === undefined ? undefined : readCursor(cursor, prefix);
  return cluster.withView(async (view) => {
    const nodes = Math.max(view.current.nodes.size, view.former?.nodes.size ?? 0);
    const found: ListedKey[] = [];
    let looked: { upTo: string | undefined } = { upTo: after };
    for (let i = 0; i < maxStretches && found.length <= limit; i++) {
      const missing = limit + 1 - found.length;
      const share = Math.ceil((missing / nodes) * 1.25) + spareKeys;
      const range = {
        from: looked.upTo === undefined ? prefix : `${looked.upTo}\0`,
        prefix,
        limit: Math.min(missing, share * 2 ** i),
      };
      const stretch = await readStretch(view, range, now);
      found.push(...stretch.keys);
      looked = stretch;
      if (stretch.upTo === undefined) break;
    }
    const keys = found.slice(0, limit);
    const last = found.length > limit ? keys.at(-1)!.key : looked.upTo;
    return { keys, nextCursor: last === undefined ? undefined : formatCursor(last) };
  });
}

interface Stretch {
  readonly keys: readonly ListedKey[];
  /** Where it ends; undefined: there are no more keys. */
  readonly upTo: string | undefined;
}

async function readStretch(view: View, range: Range, now: number): Promise<Stretch> {
  const isMoving = (node: NodeMap, { former }: Owners) => former === node;
  const isAtHome = (node: NodeMap, { owner }: Owners) => owner === node;
  const former = await readNodes(view, view.former?.nodes.values() ?? [], isMoving, range, now);
  const present = await readNodes(view, view.current.nodes.values(), isAtHome, range, now);
  const upTo = nearer(former.upTo, present.upTo);
  const known = new Set(present.keys.map(({ key }) => key));
  const left = former.keys.filter(({ key }) => !known.has(key));
  const gone = await goneAmong(view, left, now);
  const keys = [...present.keys, ...left.filter(({ key }) => !gone.has(key))]
    .filter(({ key }) => upTo === undefined || compareBytes(key, upTo) <= 0)
    .toSorted((one, other) => compareBytes(one.key, other.key));
  return { keys, upTo };
}

/** Lists the keys that count at each node, up to where all nodes have read. */
async function readNodes(
  view: View,
  nodes: Iterable<NodeMap>,
  counts: (node: NodeMap, owners: Owners) => boolean,
  range: Range,
  now: number,
): Promise<Stretch> {
  const lists = await Promise.all(
    Array.from(nodes, async (node) => {
      await fence(view, node);
      const { keys, upTo } = await node.list(view.versionId, range, now);
      return { keys: keys.filter(({ key }) => counts(node, ownersOf(view, key))), upTo };
    }),
  );
  return {
    keys: lists.flatMap(({ keys }) => keys),
    upTo: lists.map(({ upTo }) => upTo).reduce(nearer, undefined),
  };
}

/** Those of the keys at former owners that were deleted, or have expired, at their present ones. */
async function goneAmong(
  view: View,
  left: readonly ListedKey[],
  now: number,
): Promise<ReadonlySet<string>> {
  const byOwner = Map.groupBy(left, ({ key }) => ownersOf(view, key).owner);
  const gone = await Promise.all(
    Array.from(byOwner, ([owner, keys]) =>
      owner.gone(
        view.versionId,
        keys.map(({ key }) => key),
        now,
      ),
    ),
  );
  return new Set(gone.flat());
}

function nearer(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareBytes(one, other) < 0 ? one : other;
}

const formatCursor = (last: string) => Buffer.from(last).toString('base64url');

/** @throws Refusal VALIDATION_FAILED when it was not the next_cursor of a list with this prefix */
function readCursor(cursor: string, prefix: string): string {
  const last = Buffer.from(cursor, 'base64url').toString();
  const isOurs = formatCursor(last) === cursor && last.startsWith(prefix) && last !== '';
  if (isOurs && Buffer.byteLength(last) <= maxKeyBytes) return last;
  throw invalid('cursor', 'must be the next_cursor of another page with the same prefix');
}
