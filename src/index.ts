/** Hawker inside a process of your own. It needs Node 26 or later. */
import './demand-node.ts';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { pageRoutes } from './console/routes.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { createLog } from '#kit/host/log.ts';
import { loadServices, serviceNames, type ServiceName } from './services.ts';

export { serviceNames, type ServiceName, type RunningHost };

export interface StartOptions {
  /** All of them, unless some are named. */
  readonly services?: readonly ServiceName[];
  /** The variables that `hawker --help` lists; by default those of this process. */
  readonly env?: Environment;
}

/**
 * Starts services on their ports and the console on its own; `stop()` of what it resolves with ends
 * them cleanly.
 *
 * @throws StartupError naming the variable, file or port that is wrong; nothing runs then
 */
export async function start({
  services = serviceNames,
  env = process.env,
}: StartOptions = {}): Promise<RunningHost> {
  const log = createLog(readCommon(env).LOG_LEVEL);
  return startHost(await loadServices(services), { env, clock: Date.now, log, page: pageRoutes });
}
