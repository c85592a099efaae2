/** The short form of `npm run attack`: see faults/attack. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noCaddy } from '#kit/testing/caddy.ts';
import { attack, maxPeakMiB, shortRounds, told } from '../../faults/attack/attack.ts';
import { openStage } from '../../faults/attack/stage.ts';

/** Part 0, 1 or 2: each sends other shapes to an operation. */
const part = Number(process.env['ATTACK_PART'] ?? 0);

it(
  'hostile requests to each operation, through Caddy with the file of the project, break nothing',
  // It takes 40 s of processor time; other tests may run beside it.
  { skip: noCaddy(), timeout: 600_000 },
  async (t) => {
    const stage = await openStage(t);
    const report = await attack(stage, (operations) => ({
      seed: part * shortRounds * operations,
      goesOn: (requests) => requests < shortRounds * operations,
    }));
    t.diagnostic(told(report));
    assert.deepEqual(report.faults, []);
    assert.ok(report.operations > 200, `only ${report.operations}`);
    assert.ok((report.peakMiB ?? 0) < maxPeakMiB, `${report.peakMiB} MiB`);
  },
);
