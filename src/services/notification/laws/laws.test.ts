/** Whatever happens, what was accepted goes out once, to its own recipient, in time and in order. */
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { backends } from '../store/contract/backends.ts';
import { history } from './history.ts';
import { Oracle } from './oracle.ts';

for (const { name, skip, open } of backends) {
  describe(`random histories on ${name}`, { skip }, () => {
    test('each part goes out once, to its own recipient, in time and in order', async (t) => {
      const law = fc.asyncProperty(history, async ({ config, steps }) => {
        const { first, second } = await open(t);
        try {
          const oracle = new Oracle([first, second], config);
          await oracle.begin();
          for (const step of steps) await oracle.take(step);
          await oracle.finish();
        } finally {
          // A server has no connections left for all histories at once.
          await Promise.all([first, second].map((store) => store.close()));
        }
      });
      await fc.assert(law, { numRuns: 100 });
    });
  });
}
