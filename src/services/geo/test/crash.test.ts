/** The real process, killed under load: what it acknowledged is there afterwards. */
import { describe, it } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { deployments } from './fixtures.ts';
import { geoWorkload } from './workload.ts';

describe('geo, killed under load', () => {
  for (const { name, skip, env } of deployments) {
    it(`keeps every acknowledged change of a hub, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      await surviveEnd(t, geoWorkload(), full, { clients: 8, acts: 150 });
    });
  }
});
