/**
 * Random histories in swarm form: each draws its own small configuration first, so that no act drowns
 * the others. Source: A. Groce et al., "Swarm Testing", ISSTA 2012.
 */
import * as fc from 'fast-check';

const sending = ['send', 'send later', 'join', 'send to all', 'join for all'] as const;
const others = ['repeat', 'cancel', 'mute', 'die', 'sender'] as const;
const channels = ['in_app', 'email', 'push'] as const;
const results = ['sent', 'temporary-failure', 'permanent-failure'] as const;
const jumpsMs = [0, 1, 5_000, 10_000, 30_000, 60_000, 600_000, 3_600_000, 50_000_000];

export interface Config {
  readonly sending: readonly (typeof sending)[number][];
  readonly others: readonly ((typeof others)[number] | 'tick')[];
  readonly channels: readonly (typeof channels)[number][];
  readonly results: readonly (typeof results)[number][];
  readonly jumpsMs: readonly number[];
  readonly users: number;
  readonly recipients: number;
  readonly keys: number;
  readonly windowsS: readonly number[];
  /** By the clock on the wall; it is noon when a history begins. */
  readonly quiet: { readonly from: string; readonly to: string } | undefined;
  readonly urgent: boolean;
  readonly maxAttempts: number;
  readonly retryMs: number;
}

export interface Step {
  readonly act: (Config['sending'] | Config['others'])[number];
  readonly via: 0 | 1;
  /** How long after the step before. */
  readonly afterMs: number;
  readonly user: number;
  readonly recipient: number;
  readonly key: number;
  readonly channel: Config['channels'][number];
  readonly urgent: boolean;
  readonly windowS: number;
  readonly result: Config['results'][number];
  /** Which one is repeated or cancelled, counted from the last. */
  readonly nth: number;
}

const some = <T>(all: readonly T[], maxLength = all.length) =>
  fc.shuffledSubarray([...all], { minLength: 1, maxLength });
const oneOrTwo = fc.integer({ min: 1, max: 2 });

const config: fc.Arbitrary<Config> = fc.record({
  sending: some(sending, 2),
  others: some(others, 3).map((own) => [...own, 'tick' as const]),
  channels: some(channels),
  results: some(results, 2),
  jumpsMs: some(jumpsMs, 4),
  users: oneOrTwo,
  recipients: oneOrTwo,
  keys: oneOrTwo,
  windowsS: some([10, 60, 600, 86_400], 2),
  quiet: fc.constantFrom(
    undefined,
    { from: '12:01', to: '12:10' },
    { from: '12:00', to: '20:00' },
    { from: '22:00', to: '12:01' },
  ),
  urgent: fc.boolean(),
  maxAttempts: fc.constantFrom(2, 100),
  retryMs: fc.constantFrom(3_600_000, 86_400_000),
});

const stepOf = (config: Config): fc.Arbitrary<Step> =>
  fc.record({
    act: fc.oneof(fc.constantFrom(...config.sending), fc.constantFrom(...config.others)),
    via: fc.constantFrom(0, 1),
    afterMs: fc.constantFrom(...config.jumpsMs),
    user: fc.nat(config.users - 1),
    recipient: fc.nat(config.recipients - 1),
    key: fc.nat(config.keys - 1),
    channel: fc.constantFrom(...config.channels),
    urgent: config.urgent ? fc.boolean() : fc.constant(false),
    windowS: fc.constantFrom(...config.windowsS),
    result: fc.constantFrom(...config.results),
    nth: fc.nat(5),
  });

export const history = config.chain((own) =>
  fc.record({
    config: fc.constant(own),
    steps: fc.array(stepOf(own), { minLength: 1, maxLength: 30 }),
  }),
);
