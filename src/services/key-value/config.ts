import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';
import { maxNodes, readNodeList, type NodeAddress } from './ring/node-list.ts';

export const Variables = Type.Object({
  KV_NODES: Type.String({
    default: 'default',
    description:
      'nodes of the ring, comma-separated: name, or name=redis://host:port for a Redis of its own',
  }),
  KEY_VALUE_PREFIX: prefixVariable('kv'),
  KV_MAX_BYTES: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 1024 ** 3,
    description: 'most bytes of keys and values, in UTF-8, of all nodes in this process together',
  }),
});

export interface Config {
  /** Where the ring is kept, and the nodes without an address. */
  readonly store: RedisConfig | SqliteConfig;
  readonly nodes: readonly NodeAddress[];
  /** First part of all keys in Redis, also of nodes in one of their own. */
  readonly prefix: string;
  /** The most bytes of keys and values in UTF-8, of all nodes in this process together. */
  readonly maxBytes: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { KV_NODES, KEY_VALUE_PREFIX: prefix, KV_MAX_BYTES: maxBytes } = readEnv(Variables, env);
  const store = redisOrSqlite('key-value', prefix, common);
  return { store, nodes: readNodes(KV_NODES), prefix, maxBytes };
}

function readNodes(text: string): NodeAddress[] {
  const entries = text.split(',');
  if (entries.length > maxNodes) throw new StartupError(`KV_NODES has more than ${maxNodes} nodes`);
  const nodes = readNodeList(entries);
  if (Array.isArray(nodes)) return nodes;
  throw new StartupError(`KV_NODES: entry ${nodes.index + 1} ${nodes.message}`);
}
