/** All services in one process, on a disk of their own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { fromItsEnd, type Scenario } from '../lib/scenario.ts';
import { allServices } from '../../src/test/workloads.ts';

const outageMs = 4_000;

export const embeddedScenarios: readonly Scenario[] = [
  {
    name: 'embedded-disk-full',
    summary: 'Embedded stores of all services: the disk full for 4 s',
    services: allServices,
    replicas: 1,
    isBrief: true,
    fillsDisk: true,
    missing: noSmallDisk,
    async start(t) {
      const disk = smallDisk(t, { megabytes: 64 });
      const strike = () =>
        fromItsEnd(async () => {
          disk.fill();
          await sleep(outageMs);
          disk.free();
        });
      return { env: { DATA_DIR: disk.folder }, strike };
    },
  },
];
