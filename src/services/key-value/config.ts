import { join } from 'node:path';
import { Type } from 'typebox';
import {
  prefixVariable,
  readEnv,
  StartupError,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { maxNodes, readNodeList, type NodeAddress } from './ring/node-list.ts';

export const Variables = Type.Object({
  KV_NODES: Type.String({
    default: 'default',
    description:
      'nodes of the ring, comma-separated: name, or name=redis://host:port for a Redis of its own',
  }),
  KEY_VALUE_PREFIX: prefixVariable('kv'),
});

export interface Config {
  /** Where the ring is kept, and the nodes without an address. */
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'redis'; readonly address: string };
  readonly nodes: readonly NodeAddress[];
  readonly prefix: string;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { KV_NODES, KEY_VALUE_PREFIX: prefix } = readEnv(Variables, env);
  const { STORE_ADDR: address, DATA_DIR: folder } = common;
  const nodes = readNodes(KV_NODES);
  return address === undefined
    ? { store: { kind: 'sqlite', file: join(folder, 'key-value.db') }, nodes, prefix }
    : { store: { kind: 'redis', address }, nodes, prefix };
}

function readNodes(text: string): NodeAddress[] {
  const entries = text.split(',');
  if (entries.length > maxNodes) throw new StartupError(`KV_NODES has more than ${maxNodes} nodes`);
  const nodes = readNodeList(entries);
  if (Array.isArray(nodes)) return nodes;
  throw new StartupError(`KV_NODES: entry ${nodes.index + 1} ${nodes.message}`);
}
