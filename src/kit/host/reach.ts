/** Whether anybody but this machine can reach the process: what is open on a laptop depends on it. */
import { commaSeparated } from '../base/comma-separated.ts';
import { isThisMachine } from '../web/safety/browser-safety.ts';

/** The variables that show it. */
interface ReachVariables {
  readonly HOST: string;
  readonly TRUSTED_PROXIES: string;
  readonly ALLOWED_HOSTS: string;
  readonly BASE_URL?: string | undefined;
  readonly FILE_BASE_URL?: string | undefined;
  readonly CORS_ORIGINS?: string | undefined;
}

/**
 * The name of the variable by which others reach this process. A proxy on the same machine opens
 * a loopback address to everybody, so its names and the addresses that clients use count as well as
 * `HOST`.
 *
 * @returns undefined if only this machine reaches it
 */
export function reachedBy(variables: ReachVariables): string | undefined {
  const { HOST, TRUSTED_PROXIES } = variables;
  if (!isThisMachine(HOST)) return 'HOST';
  if (TRUSTED_PROXIES !== '') return 'TRUSTED_PROXIES';
  if (!commaSeparated(variables.ALLOWED_HOSTS).every(namesThisMachine)) return 'ALLOWED_HOSTS';
  const addresses = ['BASE_URL', 'FILE_BASE_URL', 'CORS_ORIGINS'] as const;
  return addresses.find((name) => !commaSeparated(variables[name] ?? '').every(leadsHere));
}

/** @param name with or without a port */
const namesThisMachine = (name: string) =>
  isThisMachine(name) || isThisMachine(name.replace(/:\d{1,5}$/, ''));

/** `*` names every origin. The service that uses an address checks whether it is one. */
function leadsHere(url: string): boolean {
  if (url === '*') return false;
  const host = URL.parse(url)?.hostname;
  return host === undefined || isThisMachine(host);
}
