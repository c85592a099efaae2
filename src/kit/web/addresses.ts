/**
 * The guard against requests to private addresses (SSRF). It stands where connections are made, so
 * it sees the address that is connected to: neither a name that resolves differently the second
 * time nor a redirect gets around it.
 */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import os from 'node:os';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** The addresses of a name, all of them. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';

  constructor() {
    super('private address');
  }
}

/** Networks of IPv6 addresses that contain an IPv4 address, which is the one they lead to. */
const embedding: [network: string, firstByte: number][] = [
  ['::ffff:0:0/96', 12], // IPv4-mapped
  ['::ffff:0:0:0/96', 12], // IPv4-translated
  ['::/96', 12], // IPv4-compatible
  ['64:ff9b::/96', 12], // NAT64
  ['2002::/16', 2], // 6to4
];

/**
 * The host of a virtual machine at Azure, which hands out its secrets. It is the only such address
 * among the public ones (learn.microsoft.com, "What is IP address 168.63.129.16?").
 */
const azureHost = '168.63.129.16';

/** Whether an address belongs to the public internet, by the IANA special-purpose registries. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = destinationOf(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && parsed.toString() !== azureHost;
  }
  // What is in use today (RFC 4291, section 2.4); ISATAP hides an IPv4 address in the rest.
  const isGlobal = parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  const isIsatap = (parsed.parts[4]! & 0xfdff) === 0 && parsed.parts[5] === 0x5efe;
  return isGlobal && !isIsatap && parsed.range() === 'unicast';
}

/**
 * Whether an address belongs to the public internet, and not to this machine: what listens here on a
 * public address may be guarded against others only.
 */
export function isPublicElsewhere(address: string): boolean {
  if (!isPublicAddress(address)) return false;
  const destination = destinationOf(address).toNormalizedString();
  const own = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.every((one) => destinationOf(one.address).toNormalizedString() !== destination);
}

/** The IPv4 address that an IPv6 address contains and leads to, or the address itself. */
function destinationOf(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed;
  const found = embedding.find(([network]) => parsed.match(ipaddr.IPv6.parseCIDR(network)));
  if (found === undefined) return parsed;
  const [, first] = found;
  return ipaddr.fromByteArray(parsed.toByteArray().slice(first, first + 4));
}

/**
 * A connector for undici that connects only to addresses that `isAllowed`. If any address of a
 * name is not allowed, it fails with a PrivateAddressError, or with an error caused by one.
 *
 * @param timeoutMs for making one connection
 */
export function guardedConnector(
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  timeoutMs: number,
) {
  const connect = buildConnector({
    lookup: vettedLookup(resolve, isAllowed),
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
  });
  const guard: buildConnector.connector = (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // A literal address is not looked up.
    if (isIP(host) !== 0 && !isAllowed(host)) {
      process.nextTick(callback, new PrivateAddressError(), null);
      return;
    }
    connect(options, callback);
  };
  return guard;
}

function vettedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const vetted = async (hostname: string) => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw new Error(`${hostname} has no address`);
    if (!addresses.every(isAllowed)) throw new PrivateAddressError();
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const lookup = callbackify(vetted);
  return (hostname, { all }, callback) => {
    lookup(hostname, (error, found) => {
      if (error !== null) callback(error, []);
      else if (all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };
}
