/**
 * The forms that addresses in variables may have. They are checked when a process starts, before
 * anything connects: messages of drivers repeat what they could not read, passwords included.
 */
import { isIP } from 'node:net';

export interface AddressForm {
  /** Follows "must have the form". The value itself is never shown. */
  readonly form: string;
  fits(text: string): boolean;
  /** Says of a text that does not fit what is wrong with it, if more can be said than the form. */
  problemOf?(text: string): string | undefined;
}

/** Returns what follows the name of the variable; undefined when the text fits. */
export function addressProblem(address: AddressForm, text: string): string | undefined {
  if (address.fits(text)) return undefined;
  return address.problemOf?.(text) ?? `must have the form ${address.form}`;
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

/** Those of libpq that the driver knows, and that of the driver itself: TLS, with any certificate. */
const sslmodes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export const postgresAddress: AddressForm = {
  form: `postgres://user:password@host:port/database, ${encoded}`,
  fits: (text) => isPostgresUrl(text) && unknownSslmode(text) === undefined,
  problemOf(text) {
    if (isPostgresUrl(text)) {
      const known = `it must be ${sslmodes.slice(0, -1).join(', ')} or ${sslmodes.at(-1)}`;
      return `has the sslmode "${unknownSslmode(text)}", which is unknown; ${known}`;
    }
    if (!isPostgresUrl(encodeUser(text))) return undefined;
    return 'has a user or password with a character such as / ? # or % in it: percent-encode the password, as in postgres://user:p%2Fss@host:port/database';
  },
};

const isPostgresUrl = (text: string) =>
  /^postgres(ql)?:\/\//i.test(text) &&
  isUrl(text, { schemes: ['postgres:', 'postgresql:'], isHostOptional: true });

function unknownSslmode(url: string): string | undefined {
  // The driver takes the last one.
  const mode = new URL(url).searchParams.getAll('sslmode').at(-1);
  return mode === undefined || sslmodes.includes(mode) ? undefined : mode;
}

/** Percent-encodes what precedes the last `@`. */
const encodeUser = (text: string) =>
  text.replace(/(?<=:\/\/).*(?=@)/s, (user) => user.split(':').map(encodeURIComponent).join(':'));

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
