/** The list of nodes, as `KV_NODES` and the operator give it. */
import { isRedisUrl } from '#kit/base/address-form.ts';

export interface NodeAddress {
  readonly name: string;
  /** Redis that holds the node's map; without one it is where the service keeps its state. */
  readonly address?: string;
}

/** The fault in an entry. */
interface NodeListError {
  readonly index: number;
  readonly message: string;
}

export const maxNodes = 256;

const namePattern = /^[A-Za-z0-9._-]{1,64}$/;
/** Reads entries `name` and `name=redis://…`; around them, spaces do not count. */
export function readNodeList(entries: readonly string[]): NodeAddress[] | NodeListError {
  const nodes: NodeAddress[] = [];
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const [name = '', ...rest] = entry.trim().split('=');
    const address = rest.length === 0 ? undefined : rest.join('=');
    if (name === '') return { index, message: 'must not be empty' };
    if (!namePattern.test(name)) {
      return { index, message: 'must have a name of 1–64 characters a–z, A–Z, 0–9, ".", "_", "-"' };
    }
    if (names.has(name)) return { index, message: `repeats the name "${name}"` };
    names.add(name);
    if (address !== undefined && !isRedisUrl(address)) {
      return {
        index,
        message: 'must have the form name or name=redis://user:password@host:port/0',
      };
    }
    nodes.push(address === undefined ? { name } : { name, address });
  }
  return nodes;
}

/** The same nodes at the same addresses, in any order. */
export function sameNodes(a: readonly NodeAddress[], b: readonly NodeAddress[]): boolean {
  const ids = new Set(a.map(nodeId));
  return a.length === b.length && b.every((node) => ids.has(nodeId(node)));
}

/** A name at another address is another map. */
export function nodeId({ name, address = '' }: NodeAddress): string {
  return `${name}=${address}`;
}
