/**
 * Swarm testing (Groce et al., 2012): each history draws its own small configuration. Among few
 * things, with few kinds of steps, steps that rarely meet meet often.
 */
import type { TestContext } from 'node:test';
import * as fc from 'fast-check';

export const operations = [
  'folder',
  'file',
  'chain',
  'version',
  'move',
  'rename',
  'remove',
  'restore',
  'discard',
  'purge',
  'share',
  'unshare',
  'jump',
  'reopen',
] as const;
export type Operation = (typeof operations)[number];

export interface Configuration {
  readonly operations: readonly Operation[];
  /** Folders and files that there may be at a time, beside those of chains. */
  readonly folders: number;
  readonly files: number;
  readonly users: number;
  /** How long what is removed can be restored, hours; 0: not at all. */
  readonly keptHours: number;
  /** How far a jump of the clock goes, hours. */
  readonly jumpHours: number;
}

export interface Step {
  readonly operation: Operation;
  readonly item: number;
  readonly parent: number;
  readonly user: number;
  readonly flag: boolean;
  readonly second: boolean;
}

export interface History<PlanT> {
  readonly configuration: Configuration;
  readonly plan: PlanT;
}

/** Each with a chance of one half. */
export const someOf = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.tuple(...all.map(() => fc.boolean())).map((coins) => all.filter((_one, i) => coins[i]));

const few = () => fc.integer({ min: 1, max: 3 });

/** @param among what a configuration may enable; something is always made */
export function histories<PlanT>(
  among: readonly Operation[],
  planOf: (step: fc.Arbitrary<Step>) => fc.Arbitrary<PlanT>,
): fc.Arbitrary<History<PlanT>> {
  const makes = fc.constantFrom<Operation[]>(['folder'], ['file'], ['folder', 'file']);
  const others = among.filter((one) => one !== 'folder' && one !== 'file');
  return fc
    .record({
      operations: fc.tuple(makes, someOf(others)).map((both) => both.flat()),
      folders: few(),
      files: few(),
      users: few(),
      keptHours: fc.constantFrom(0, 1, 24),
      jumpHours: fc.constantFrom(1, 24),
    })
    .chain((configuration) =>
      planOf(stepOf(configuration)).map((plan) => ({ configuration, plan })),
    );
}

function stepOf({ operations: enabled, users }: Configuration): fc.Arbitrary<Step> {
  return fc.record({
    operation: fc.constantFrom(...enabled),
    item: fc.nat(100),
    parent: fc.nat(100),
    user: fc.nat(users - 1),
    flag: fc.boolean(),
    second: fc.boolean(),
  });
}

/** Says at the end which configurations were run: how many enabled what. */
export function reportConfigurations(t: TestContext): (configuration: Configuration) => void {
  const run: Configuration[] = [];
  t.after(() => {
    const enabling = (one: Operation) => run.filter((each) => each.operations.includes(one)).length;
    const counts = operations.map((one) => `${one} ${enabling(one)}`);
    t.diagnostic(`${run.length} configurations, enabled in: ${counts.join(', ')}`);
  });
  return (configuration) => void run.push(configuration);
}
