/**
 * Writes city and country databases for tests, small and complete.
 * Source: MaxMind DB File Format Specification 2.0.
 */
import { isIPv4 } from 'node:net';

type Value = string | number | { readonly [key: string]: Value };
type Tree = [zero: Branch, one: Branch];
type Branch = Tree | { readonly data: Value } | undefined;

/** @param networks by address and prefix length: `{'203.0.113.0/24': {location: {…}}}` */
export function mmdb(
  networks: Record<string, Value>,
  { type = 'Test-City', ipVersion = 6 }: { type?: string; ipVersion?: 4 | 6 } = {},
): Buffer {
  const root: Tree = [undefined, undefined];
  for (const [network, data] of Object.entries(networks)) {
    insert(root, bitsOf(network, ipVersion), { data });
  }
  const nodes = collect(root);
  const chunks: Buffer[] = [];
  let size = 0;
  const record = (branch: Branch): number => {
    if (branch === undefined) return nodes.length; // not found
    if (Array.isArray(branch)) return nodes.indexOf(branch);
    const pointer = nodes.length + 16 + size;
    const chunk = encode(branch.data);
    chunks.push(chunk);
    size += chunk.length;
    return pointer;
  };
  const tree = Buffer.alloc(nodes.length * 8); // two records of 32 bits
  nodes.forEach((node, i) => node.forEach((b, j) => tree.writeUInt32BE(record(b), i * 8 + j * 4)));
  const metadata = encode({
    node_count: nodes.length,
    record_size: 32,
    ip_version: ipVersion,
    database_type: type,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), ...chunks, marker, metadata]);
}

/** @param networks ISO codes by address and prefix length, all IPv4: `{'203.0.113.0/24': 'IN'}` */
export function countryMmdb(
  networks: Readonly<Record<string, string>>,
  type = 'Test-Country',
): Buffer {
  const countries = Object.entries(networks).map(([network, code]): [string, Value] => [
    network,
    { country: { iso_code: code } },
  ]);
  return mmdb(Object.fromEntries(countries), { type, ipVersion: 4 });
}

function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address = '', length = ''] = network.split('/');
  if (!isIPv4(address)) return bits(groups(address), 16).slice(0, Number(length));
  const prefix = ipVersion === 6 ? '0'.repeat(96) : '';
  return prefix + bits(address.split('.').map(Number), 8).slice(0, Number(length));
}

const bits = (numbers: number[], width: number) =>
  numbers.map((n) => n.toString(2).padStart(width, '0')).join('');

/** The eight groups of an IPv6 address. */
function groups(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
}

function insert(root: Tree, path: string, leaf: Branch): void {
  let node = root;
  for (const bit of path.slice(0, -1)) {
    const next = node[Number(bit)];
    const child: Tree = Array.isArray(next) ? next : [undefined, undefined];
    node[Number(bit)] = child;
    node = child;
  }
  node[Number(path.at(-1))] = leaf;
}

function collect(root: Tree): Tree[] {
  const nodes = [root];
  for (const node of nodes)
    for (const branch of node) if (Array.isArray(branch)) nodes.push(branch);
  return nodes;
}

const control = (type: number, size: number) => Buffer.from([(type << 5) | size]);

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8');
    return Buffer.concat([control(2, text.length), text]); // up to 28 bytes
  }
  if (typeof value === 'object') {
    const pairs = Object.entries(value);
    const body = pairs.flatMap(([key, member]) => [encode(key), encode(member)]);
    return Buffer.concat([control(7, pairs.length), ...body]);
  }
  const isUint = Number.isInteger(value) && value >= 0;
  const number = Buffer.alloc(isUint ? 4 : 8);
  if (isUint) number.writeUInt32BE(value);
  else number.writeDoubleBE(value);
  return Buffer.concat([control(isUint ? 6 : 3, number.length), number]);
}
