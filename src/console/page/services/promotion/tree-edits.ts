/** Edits of a condition tree; each yields a new tree. */
import { isBranch, newNode, type Draft, type NodeType } from './tree.ts';

export type Edit = (tree: Draft) => Draft;

const mapChildren = (
  tree: Draft,
  edit: (children: readonly Draft[]) => readonly Draft[],
): Draft => ({
  ...tree,
  children: edit(tree.children).map((child) => mapChildren(child, edit)),
});

/** Changes one node, wherever it is. */
export const change =
  (id: number, edit: Edit): Edit =>
  (tree) =>
    tree.id === id
      ? edit(tree)
      : { ...tree, children: tree.children.map((child) => change(id, edit)(child)) };

/** The root cannot be removed. */
export const remove =
  (id: number): Edit =>
  (tree) =>
    mapChildren(tree, (children) => children.filter((child) => child.id !== id));

export const append = (parentId: number, node: Draft): Edit =>
  change(parentId, (parent) => ({ ...parent, children: [...parent.children, node] }));

const insert =
  (siblingId: number, node: Draft, offset: 0 | 1): Edit =>
  (tree) => {
    const { parent, index } = placeOf(tree, siblingId)!;
    const children = parent.children.toSpliced(index + offset, 0, node);
    return change(parent.id, () => ({ ...parent, children }))(tree);
  };

/** A condition that becomes a branch is the first child of it. */
export const setType = (id: number, type: NodeType): Edit =>
  change(id, (node) => {
    const isNowBranch = isBranch({ type });
    if (isBranch(node) && isNowBranch) return { ...node, type };
    return isNowBranch ? newNode(type, [node]) : newNode(type);
  });

interface NodePosition {
  readonly parent: Draft;
  readonly index: number;
}

/** Undefined for the root. */
export function placeOf(tree: Draft, id: number): NodePosition | undefined {
  const index = tree.children.findIndex((child) => child.id === id);
  if (index >= 0) return { parent: tree, index };
  for (const child of tree.children) {
    const place = placeOf(child, id);
    if (place) return place;
  }
  return undefined;
}

export function find(tree: Draft, id: number): Draft | undefined {
  if (tree.id === id) return tree;
  for (const child of tree.children) {
    const found = find(child, id);
    if (found) return found;
  }
  return undefined;
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/** Where a node may go by a button; undefined where that leads nowhere. */
export function step(tree: Draft, id: number, direction: Direction): Edit | undefined {
  const node = find(tree, id);
  const place = placeOf(tree, id);
  if (!node || !place) return undefined;
  const { parent, index } = place;
  const [before, after] = [parent.children[index - 1], parent.children[index + 1]];
  const moved =
    (put: Edit): Edit =>
    (whole) =>
      put(remove(id)(whole));
  switch (direction) {
    case 'up':
      return before && moved(insert(before.id, node, 0));
    case 'down':
      return after && moved(insert(after.id, node, 1));
    case 'in':
      return before && isBranch(before) ? moved(append(before.id, node)) : undefined;
    case 'out':
      return parent.id === tree.id ? undefined : moved(insert(parent.id, node, 1));
  }
}

/** Drops a node on another: into a branch as its last child, before a condition. */
export function drop(tree: Draft, id: number, targetId: number): Edit | undefined {
  const node = find(tree, id);
  const target = find(tree, targetId);
  // Nothing can become a part of itself.
  if (!node || !target || node.id === tree.id || find(node, targetId)) return undefined;
  const put = isBranch(target) ? append(targetId, node) : insert(targetId, node, 0);
  return (whole) => put(remove(id)(whole));
}
