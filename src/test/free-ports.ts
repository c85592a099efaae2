import { freePortsOf } from '#kit/testing/process.ts';
import { serviceNames } from '../services.ts';

/** Any free port for each service and for the console. */
export const freePorts = freePortsOf(serviceNames);
