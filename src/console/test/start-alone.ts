/** Some services in this process, with nothing in them and a clock to turn. */
import { pino } from 'pino';
import { portVariableName } from '#kit/host/env.ts';
import { startHost } from '#kit/host/host.ts';
import type { Clock } from '#kit/host/service.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { loadServices, type ServiceName } from '../../services.ts';
import { pageRoutes } from '../routes.ts';

/** Yields the console's address. */
export async function startAlone(t: Ends, names: readonly ServiceName[], clock: Clock = Date.now) {
  const ports = [...names.map(portVariableName), 'CONSOLE_PORT'].map((name) => [name, '0']);
  const env = { DATA_DIR: temporaryFolder(), ...Object.fromEntries(ports) };
  const log = pino({ level: 'silent' });
  const host = await startHost(await loadServices(names), { env, clock, log, page: pageRoutes });
  t.after(() => host.stop());
  return host.console;
}
