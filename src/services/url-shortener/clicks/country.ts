/** In which country a network address is, by a database in MMDB format. */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { StartupError } from '#kit/base/startup-error.ts';

/** ISO 3166 code of an address's country, or `unknown`. */
export type CountryOf = (address: string) => string;

const unknownCountry = 'unknown';

/** Records of the database that are kept decoded. */
const decodedRecords = 10_000;

/**
 * Reads a country or city database (GeoIP2, GeoLite2, DB-IP and the like) into memory.
 *
 * @throws StartupError when the file cannot be read, is not an MMDB, or has no countries
 */
export function openCountryDatabase(file: string): CountryOf {
  const reader = openReader(file);
  const { databaseType, ipVersion } = reader.metadata;
  if (!/country|city|enterprise|insights/i.test(databaseType)) {
    throw new StartupError(
      `GEOIP_DB="${file}" holds no countries: it is a ${databaseType} database`,
    );
  }
  return (address) => {
    const plain = mapped.exec(address)?.[1] ?? address;
    if (ipVersion === 4 && isIPv6(plain)) return unknownCountry;
    return codeOf(reader, plain) ?? unknownCountry;
  };
}

/** An IPv4 address that came as IPv6. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function openReader(file: string): Reader<CountryResponse> {
  try {
    // Kept by their place in the file: no address is remembered.
    const cache = new LRUCache<string | number, object>({ max: decodedRecords });
    const reader = new Reader<CountryResponse>(readFileSync(file), { cache });
    if (typeof reader.metadata.databaseType !== 'string') throw new Error('it has no type');
    return reader;
  } catch (error) {
    const { message } = error as Error;
    throw new StartupError(`GEOIP_DB="${file}" is not a readable MMDB file: ${message}`);
  }
}

function codeOf(reader: Reader<CountryResponse>, address: string): string | undefined {
  try {
    const code: unknown = reader.get(address)?.country?.iso_code;
    return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined;
  } catch {
    return undefined; // a damaged record, or no address
  }
}
