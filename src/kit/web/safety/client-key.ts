import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv6 client has at least a /56 to itself, so a limit of each address would not limit it. */
const networkBits = 56;

/**
 * The key of a client address: IPv4 as it is, also when it comes as IPv6 (`::ffff:192.0.2.1`);
 * IPv6 as its network. A port that a proxy wrote behind it is ignored, since it differs for each
 * connection. Undefined when the text is not an address.
 */
export function clientKey(text: string): string | undefined {
  const address = withoutPort(text);
  if (isIPv4(address)) return address;
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return undefined;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().split('%')[0]}/${networkBits}`,
  );
  return `${network.toString()}/${networkBits}`;
}

/** `192.0.2.1:5000` and `[2001:db8::1]:5000`, and the latter without a port. */
function withoutPort(text: string): string {
  const [, address] = /^(?:\[(.*)\](?::\d+)?)$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return address ?? text;
}

interface FromAddress {
  /** As far as proxies are believed. */
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Text from a proxy that is not an address could differ in each request: the socket's is taken. */
export function addressOf({ ip = '', socket }: FromAddress): string {
  return clientKey(ip) ?? clientKey(socket.remoteAddress ?? '') ?? '';
}
