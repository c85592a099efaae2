/**
 * Writes country databases of IPv4 networks for tests, small and complete.
 * Source: MaxMind DB File Format Specification 2.0.
 */

type Value = string | number | { readonly [key: string]: Value };

/** @param networks ISO codes by address and prefix length: `{'203.0.113.0/24': 'IN'}` */
export function countryDatabase(
  networks: Readonly<Record<string, string>>,
  type = 'Test-Country',
): Buffer {
  const nodes: [number | undefined, number | undefined][] = [[undefined, undefined]];
  const records = Object.values(networks).map((code) => encode({ country: { iso_code: code } }));
  /** Places of the data, told from those of nodes by their sign. */
  const leaves = Object.keys(networks).map((network, i) => ({ network, leaf: -1 - i }));
  for (const { network, leaf } of leaves) {
    const [address = '', length] = network.split('/');
    const bits = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
    const path = bits.join('').slice(0, Number(length));
    let node = nodes[0]!;
    for (const bit of path.slice(0, -1)) {
      const next = node[Number(bit)] ?? nodes.push([undefined, undefined]) - 1;
      node[Number(bit)] = next;
      node = nodes[next]!;
    }
    node[Number(path.at(-1))] = leaf;
  }
  const offsets = records.map((_, i) => Buffer.concat(records.slice(0, i)).length);
  const tree = Buffer.alloc(nodes.length * 8); // two records of 32 bits
  nodes.forEach((node, i) =>
    node.forEach((branch = nodes.length, j) => {
      const record = branch < 0 ? nodes.length + 16 + offsets[-1 - branch]! : branch;
      tree.writeUInt32BE(record, i * 8 + j * 4);
    }),
  );
  const metadata = encode({
    node_count: nodes.length,
    record_size: 32,
    ip_version: 4,
    database_type: type,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata]);
}

function encode(value: Value): Buffer {
  const control = (type: number, size: number) => Buffer.from([(type << 5) | size]);
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8');
    return Buffer.concat([control(2, text.length), text]); // up to 28 bytes
  }
  if (typeof value === 'number') {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), number]);
  }
  const pairs = Object.entries(value);
  return Buffer.concat([
    control(7, pairs.length),
    ...pairs.flatMap(([key, member]) => [encode(key), encode(member)]),
  ]);
}
