import { portVariableName, type Environment } from '#kit/host/env.ts';
import { serviceNames } from '../../services.ts';

/** Any free port for each service and for the console. */
export const freePorts: Environment = Object.fromEntries(
  [...serviceNames.map(portVariableName), 'CONSOLE_PORT'].map((name) => [name, '0']),
);
