/**
 * Random histories in swarm form: each draws its own small configuration first, so that some enable few
 * operations, or have tiny domains, and reach states that one large generator never does.
 * Groce, Zhang, Eide, Chen, Regehr: Swarm Testing, ISSTA 2012.
 */
import type { TestContext } from 'node:test';
import * as fc from 'fast-check';

/** A history and the configuration that it was drawn by. The report of a failure has both. */
export interface Drawn<SettingT, StepT> {
  readonly setting: SettingT;
  readonly steps: readonly StepT[];
}

/** The configuration of any swarm: the operations that its histories may have, and which come often. */
interface Enabling {
  readonly operations: readonly string[];
  readonly often: readonly string[];
}

/** How much more often. */
const oftenFactor = 4;

/** Each of these in `share` of four configurations. */
export const some = <T>(all: readonly T[], share: 1 | 2 | 3 = 2): fc.Arbitrary<T[]> =>
  fc.tuple(...all.map(() => fc.nat(3))).map((drawn) => all.filter((_, i) => drawn[i]! < share));

export type Choices<StepT> = Readonly<Record<string, fc.WeightedArbitrary<StepT>>>;

/**
 * Histories of the enabled operations.
 *
 * @param choicesOf the steps of each operation, in this configuration
 */
export function swarm<SettingT extends Enabling, StepT>(
  settings: fc.Arbitrary<SettingT>,
  choicesOf: (setting: SettingT) => Choices<StepT>,
  lengths: Pick<fc.ArrayConstraints, 'minLength' | 'maxLength'>,
): fc.Arbitrary<Drawn<SettingT, StepT>> {
  return settings.chain((setting) => {
    const choices = choicesOf(setting);
    const enabled = setting.operations.map((operation) => {
      const { weight, arbitrary } = choices[operation]!;
      return {
        weight: setting.often.includes(operation) ? weight * oftenFactor : weight,
        arbitrary,
      };
    });
    // Otherwise nearly all are a few steps longer than the shortest.
    return fc
      .array(fc.oneof(...enabled), { ...lengths, size: 'max' })
      .map((steps) => ({ setting, steps }));
  });
}

/** Runs histories, and says which operations they had enabled. */
export async function runSwarm<SettingT extends Enabling, StepT>(
  t: TestContext,
  histories: fc.Arbitrary<Drawn<SettingT, StepT>>,
  numRuns: number,
  law: (history: Drawn<SettingT, StepT>) => Promise<void>,
): Promise<void> {
  const enabled = new Map<string, number>();
  let drawn = 0;
  const counted = async (history: Drawn<SettingT, StepT>) => {
    drawn++;
    for (const operation of history.setting.operations) {
      enabled.set(operation, (enabled.get(operation) ?? 0) + 1);
    }
    await law(history);
  };
  try {
    // Unbiased: in domains this small, values at the ends come up as often as others.
    await fc.assert(fc.asyncProperty(histories, counted), { numRuns, unbiased: true });
  } finally {
    const counts = Array.from(enabled, ([operation, n]) => `${operation} ${n}`).join(', ');
    t.diagnostic(`${drawn} configurations, of which enabled: ${counts}`);
  }
}
