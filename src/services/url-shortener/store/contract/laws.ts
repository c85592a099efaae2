/** Random histories of links, through two replicas in turn, followed as a naive model says. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '#kit/web/problem.ts';
import { follow, type Redirects, type Visit } from '../../follow.ts';
import type { Limits } from '../../link.ts';
import { Resolver } from '../../resolve.ts';
import type { Stores } from '../url-shortener-store.ts';
import { newCode, newLink, now as start, url, type Open } from './fixtures.ts';

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly links: number;
  readonly tags: readonly string[];
  readonly enabled: readonly Kind[];
  readonly caps: readonly (number | null)[];
  /** From now to the instants of a link's life, milliseconds. */
  readonly spans: readonly (number | null)[];
  /** How far the clock may go from step to step, milliseconds. */
  readonly ticks: readonly number[];
}

const kinds = ['change', 'remove', 'look', 'prefetch', 'restart'] as const;
type Kind = (typeof kinds)[number];

interface Given extends Limits {
  readonly tags: readonly string[];
  readonly isDisabled: boolean;
}

type Step = { readonly link: number; readonly tick: number } & (
  | { readonly kind: 'make' | 'change'; readonly given: Given }
  | { readonly kind: 'follow' | 'remove' | 'look' | 'prefetch' | 'restart' }
);

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });

const configurations: fc.Arbitrary<Configuration> = fc.record({
  links: fc.integer({ min: 1, max: 3 }),
  tags: some(['a', 'b']),
  enabled: fc.subarray([...kinds]),
  caps: some([null, 1, 2, 3]),
  spans: some([null, -1, 0, 1, 1_000]),
  ticks: some([0, 1, 1_000]),
});

function stepOf({ links, tags, enabled, caps, spans, ticks }: Configuration): fc.Arbitrary<Step> {
  const common = { link: fc.nat(links - 1), tick: fc.constantFrom(...ticks) };
  const given = fc.record({
    notBefore: fc.constantFrom(null, ...spans),
    expiresAt: fc.constantFrom(null, ...spans),
    maxClicks: fc.constantFrom(...caps),
    tags: fc.subarray([...tags]),
    isDisabled: fc.boolean(),
  });
  const plain = (kind: 'follow' | Exclude<Kind, 'change'>) =>
    fc.record({ kind: fc.constant(kind), ...common });
  const full = (kind: 'make' | 'change') =>
    fc.record({ kind: fc.constant(kind), ...common, given });
  return fc.oneof(
    { weight: 2, arbitrary: full('make') },
    { weight: 4, arbitrary: plain('follow') },
    ...enabled.map((kind) => ({
      weight: 1,
      arbitrary: kind === 'change' ? full(kind) : plain(kind),
    })),
  );
}

const histories = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    steps: fc.array(stepOf(configuration), { maxLength: 40, size: 'max' }),
  }),
);

interface Known extends Given {
  readonly code: string;
  clicks: number;
}

/** The outcome of a visit: a URL, or the code of a refusal. */
function outcomeOf(link: Known | undefined, { isPrefetch }: Visit, now: number): string {
  if (link === undefined || (link.notBefore ?? now) > now) return 'UNKNOWN_CODE';
  if (link.isDisabled) return 'LINK_DISABLED';
  if ((link.expiresAt ?? Infinity) <= now) return 'LINK_EXPIRED';
  if (link.maxClicks === null) return url;
  if (link.clicks >= link.maxClicks) return 'LINK_USED_UP';
  return isPrefetch ? 'PREFETCH_REFUSED' : url;
}

/** A replica with a cache, which asks for changes before each request. */
class Replica {
  readonly stores: Stores;
  readonly #redirects: Redirects;
  #portions = 0;
  readonly #name = newCode();

  constructor(stores: Stores) {
    this.stores = stores;
    const options = { entries: 2, maxStaleMs: Infinity, elapsed: () => 0 };
    const resolver = new Resolver(stores.links, options);
    this.#redirects = { store: stores.links, resolver };
  }

  async visit(code: string, visit: Visit, now: number): Promise<string> {
    await this.#redirects.resolver.refresh();
    try {
      const link = await follow(this.#redirects, code, visit, now);
      if (link.maxClicks === null && !visit.isLook && !visit.isPrefetch) await this.#count(link.id);
      return link.url;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  #count(linkId: number): Promise<void> {
    const clicks = [{ linkId, day: 0, clicks: 1, bots: 0, uncounted: 1, sources: [] }];
    const portion = { writer: this.#name, number: ++this.#portions, clicks };
    return this.stores.clicks.record(portion, start);
  }
}

async function play(replica: Replica, known: Known[], code: string, step: Step, now: number) {
  const { links } = replica.stores;
  const index = known.findIndex((one) => one.code === code);
  const link = known[index];
  if (step.kind === 'make' || step.kind === 'change') {
    const at = (span: number | null) => (span === null ? null : now + span);
    const { given } = step;
    const next = { ...given, notBefore: at(given.notBefore), expiresAt: at(given.expiresAt) };
    if (step.kind === 'change') {
      const changed = await links.update(code, (one) => ({ ...one, ...next }));
      assert.equal(changed?.clicks, link?.clicks);
      if (link) Object.assign(link, next);
    } else {
      const { isDisabled: _, ...limits } = next;
      const isMade = await links.insertIfAbsent(newLink(code, { ...limits, createdAt: now }));
      assert.equal(isMade, link === undefined);
      if (isMade) known.unshift({ ...next, isDisabled: false, code, clicks: 0 });
    }
  } else if (step.kind === 'remove') {
    assert.equal(await links.remove(code), link !== undefined);
    if (link) known.splice(index, 1);
  } else {
    const visit = { isLook: step.kind === 'look', isPrefetch: step.kind === 'prefetch' };
    const expected = outcomeOf(link, visit, now);
    assert.equal(await replica.visit(code, visit, now), expected);
    if (expected === url && !visit.isLook && !visit.isPrefetch) link!.clicks++;
  }
}

export function lawsContract(name: string, skip: string | false, open: Open): void {
  describe(`links on ${name}`, { skip }, () => {
    test('lead where a naive model says, and no further than they may, in random histories', async (t) => {
      const { first, second } = await open(t);
      const law = fc.asyncProperty(histories, async ({ configuration: { tags, links }, steps }) => {
        // Each history has codes and tags of its own in what all share.
        const run = newCode();
        const codes = Array.from({ length: links }, newCode);
        const owned = (given: Given) => ({ ...given, tags: given.tags.map((tag) => tag + run) });
        const replicas = [new Replica(first), new Replica(second)];
        const known: Known[] = [];
        let now = start;
        for (const [i, step] of steps.entries()) {
          now += step.tick;
          const own = 'given' in step ? { ...step, given: owned(step.given) } : step;
          const stores = i % 2 ? first : second;
          if (step.kind === 'restart') replicas[i % 2] = new Replica(stores);
          else await play(replicas[i % 2]!, known, codes[step.link]!, own, now);
        }
        for (const { stores } of replicas) {
          for (const code of codes) {
            const link = known.find((one) => one.code === code);
            const found = await stores.links.find(code);
            assert.deepEqual([found?.clicks, found?.tags], [link?.clicks, link?.tags]);
          }
          for (const tag of tags) {
            const listed = await stores.links.list({ tag: tag + run, after: undefined, limit: 9 });
            const expected = known.filter((one) => one.tags.includes(tag + run));
            assert.deepEqual(
              listed.map(({ code }) => code),
              expected.map(({ code }) => code),
            );
          }
        }
      });
      await fc.assert(law, { numRuns: name === 'SQLite' ? 60 : 40 });
    });
  });
}
