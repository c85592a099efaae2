/**
 * The forms that addresses in variables may have. They are checked when a process starts, before
 * anything connects: messages of drivers repeat what they could not read, passwords included.
 */
import { isIP } from 'node:net';

export interface AddressForm {
  /** Follows "must have the form". The value itself is never shown. */
  readonly form: string;
  fits(text: string): boolean;
}

interface UrlRules {
  /** With the colon. */
  readonly schemes: readonly string[];
  readonly credentials?: 'allowed' | 'refused';
  /** Whether the host may be left out. */
  readonly isHostOptional?: boolean;
  /** Whether a path is appended to it, so that neither query nor fragment may follow its own. */
  readonly isBase?: boolean;
  readonly path?: RegExp;
}

function isUrl(text: string, rules: UrlRules): boolean {
  const { schemes, credentials = 'allowed', isHostOptional, isBase, path = /^/ } = rules;
  // Not `URL.parse`: the library of the rate limiter runs on Node 20, too.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text);
  if (!schemes.includes(protocol) || !path.test(pathname)) return false;
  if (hostname === '' && isHostOptional !== true) return false;
  if (isBase === true && search + hash !== '') return false;
  const user = username + password;
  if (credentials === 'refused') return user === '';
  // A password with a slash, a question mark or a hash as it is ends the authority: what follows would
  // be taken for a path, and what comes before it for the host.
  return !`${pathname}${search}${hash}`.includes('@') && isPercentEncoded(user);
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const encoded = 'user and password percent-encoded';

/** One Redis server. Its path is the number of a database. */
const redisUrl: UrlRules = { schemes: ['redis:', 'rediss:'], path: /^\/?\d*$/ };

export const redisAddress: AddressForm = {
  form: `redis://user:password@host:port/0 (or rediss://…), host:port, or redis+cluster://host:port,host:port, ${encoded}`,
  fits: (text) => {
    const cluster = /^redis\+cluster:\/\/(.*)$/s.exec(text);
    const nodes = cluster?.[1]!.split(',').map((node) => `redis://${node}`);
    const urls = nodes ?? [text.includes('/') ? text : `redis://${text}`];
    return urls.every((url) => isUrl(url, redisUrl));
  },
};

/** Options in a query would be those of the client library, not ours. */
export const isRedisUrl = (text: string) => isUrl(text, { ...redisUrl, isBase: true });

export const postgresAddress: AddressForm = {
  form: `postgres://user:password@host:port/database, ${encoded}`,
  fits: (text) =>
    /^postgres(ql)?:\/\//i.test(text) &&
    isUrl(text, { schemes: ['postgres:', 'postgresql:'], isHostOptional: true }),
};

export const mailServerAddress: AddressForm = {
  form: `smtp://user:password@host:port or smtps://user:password@host:port, ${encoded}`,
  fits: (text) => isUrl(text, { schemes: ['smtp:', 'smtps:'] }),
};

const http: UrlRules = { schemes: ['http:', 'https:'] };

/** @param example which address is meant */
export const httpAddress = (example: string): AddressForm => ({
  form: `${example}, without user and password`,
  fits: (text) => isHttp(text) && isUrl(text, { ...http, credentials: 'refused' }),
});

/** @param example which address is meant; a path is appended to it */
export const baseAddress = (example: string): AddressForm => ({
  form: `${example}, without user, password, query and fragment`,
  fits: (text) => isHttp(text) && isUrl(text, { ...http, credentials: 'refused', isBase: true }),
});

export const collectorAddress: AddressForm = {
  form: 'http://host:4318 or https://host:4318, without query and fragment',
  fits: (text) => isHttp(text) && isUrl(text, { ...http, isBase: true }),
};

/** URLs of these schemes may lack the slashes; then something else is meant: `http:user:password`. */
const isHttp = (text: string) => /^https?:\/\/[^/]/i.test(text);

export const contactAddress: AddressForm = {
  form: 'mailto:somebody@example.com or https://example.com/contact',
  fits: (text) => /^mailto:[^@\s/]+@[^@\s/]+$/i.test(text) || httpAddress('').fits(text),
};

export const bucketName: AddressForm = {
  form: 'my-bucket: the name of a bucket',
  fits: (text) => /^(arn:[\w:.-]+\/)?[\w.-]+$/.test(text),
};

export const listenAddress: AddressForm = {
  form: '127.0.0.1, :: or a name of this machine',
  fits: (text) => isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[\w.-]+$/.test(text),
};

/** An address without what may be secret in it: user, password, query. */
export function redactUrl(address: string): string {
  return address.replace(/^([a-z][\w+.-]*:\/\/)?.*@/i, '$1').replace(/\/?(\?.*)?$/, '');
}
