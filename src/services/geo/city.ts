/** Fourth tier: where the client's network address is, by a city database in MMDB format. */
import { readFileSync } from 'node:fs';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Reader, type CityResponse } from 'mmdb-lib';
import { StartupError } from '#kit/base/startup-error.ts';
import type { Area } from './cells/geometry.ts';

/** Where an address is: the circle in which the city lies, or undefined. */
export type LocateAddress = (address: string) => Area | undefined;

/**
 * Reads a city database (GeoIP2 or GeoLite2 City, DB-IP City and the like) into memory.
 *
 * @throws StartupError when the file cannot be read, is not an MMDB, or has no cities
 */
export function openCityDatabase(file: string): LocateAddress {
  const reader = openReader(file);
  const { databaseType, ipVersion } = reader.metadata;
  if (!/city|enterprise|insights/i.test(databaseType)) {
    throw new StartupError(`GEOIP_DB="${file}" holds no cities: it is a ${databaseType} database`);
  }
  return (address) => {
    const plain = publicAddress(address);
    if (plain === undefined || (ipVersion === 4 && isIPv6(plain))) return undefined;
    return areaOf(reader, plain);
  };
}

function openReader(file: string): Reader<CityResponse> {
  try {
    const reader = new Reader<CityResponse>(readFileSync(file));
    if (typeof reader.metadata.databaseType !== 'string') throw new Error('it has no type');
    return reader;
  } catch (error) {
    const { message } = error as Error;
    throw new StartupError(`GEOIP_DB="${file}" is not a readable MMDB file: ${message}`);
  }
}

function areaOf(reader: Reader<CityResponse>, address: string): Area | undefined {
  const location = lookUp(reader, address)?.location;
  if (location === undefined) return undefined;
  const { latitude: lat, longitude: lng, accuracy_radius: radius } = location;
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isPlace ? { lat, lng, radiusKm: radius >= 0 ? radius : 0 } : undefined;
}

/** A damaged record is as good as none. */
function lookUp(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(address);
  } catch {
    return null;
  }
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address that a city database can know, IPv4 in its plain form; undefined for all others. */
function publicAddress(address: string): string | undefined {
  const plain = mapped.exec(address)?.[1] ?? address;
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined;
  return family === undefined || nowhere.check(plain, family) ? undefined : plain;
}

/** Addresses without a place (IANA special-purpose registries: RFC 6890 and its updates). */
const nowhere = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.168.0.0/16', // private
  '224.0.0.0/3', // multicast and reserved
]) {
  addNetwork(network, 'ipv4');
}
for (const network of [
  '::/127', // unspecified and loopback
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'ff00::/8', // multicast
]) {
  addNetwork(network, 'ipv6');
}

function addNetwork(network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/');
  nowhere.addSubnet(address, Number(bits), family);
}
