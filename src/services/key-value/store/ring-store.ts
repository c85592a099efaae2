import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { NodeAddress } from '../ring/node-list.ts';

/** The ring in force, or the change that is under way. */
export interface RingRecord {
  /** A random name, which tells this ring from any other that a node may have served. */
  readonly ring: string;
  /** Grows by one when a change begins and when it ends. */
  readonly version: number;
  /** A random name of the change that led here: two that begin at one version differ in it. */
  readonly change: string;
  readonly nodes: readonly NodeAddress[];
  /** While keys move: the nodes that had them. */
  readonly former?: readonly NodeAddress[];
  /** Names of former nodes that are gone for good, with their keys. */
  readonly lost?: readonly string[];
}

const Nodes = Type.Array(
  Type.Object({ name: Type.String(), address: Type.Optional(Type.String()) }),
);

export const readRecord: (json: string) => RingRecord = storedJson(
  'the stored ring',
  Type.Object({
    ring: Type.String(),
    version: Type.Integer(),
    change: Type.String(),
    nodes: Nodes,
    former: Type.Optional(Nodes),
    lost: Type.Optional(Type.Array(Type.String())),
  }),
);

/** Names one version of one ring: `<ring> <version> <change>`. */
export function versionIdOf({ ring, version, change }: RingRecord): string {
  return `${ring} ${version} ${change}`;
}

/** The parts of an id. */
export function parseVersionId(id: string): { ring: string; version: number } {
  const [ring = '', version = ''] = id.split(' ');
  return { ring, version: Number(version) };
}

/** A name that nobody else has. */
export const newName = () => randomBytes(12).toString('hex');

/** Where all replicas find the ring. Throws STORE_UNAVAILABLE (503) while it is away. */
export interface RingStore {
  /** Undefined before the first `replace`. */
  load(): Promise<RingRecord | undefined>;
  /**
   * Replaces `before` (undefined: none) by `record`, in one indivisible, durable step.
   * False when something else is there.
   */
  replace(before: RingRecord | undefined, record: RingRecord): Promise<boolean>;
}
