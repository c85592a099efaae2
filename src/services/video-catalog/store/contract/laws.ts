/** Random histories of videos, through two replicas in turn, listed as a filter over all would. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { fold } from '../../text-search/fold.ts';
import {
  always,
  everything,
  type Created,
  type Selection,
  type Upload,
  type VideoRecord,
  type VideoStore,
} from '../video-catalog-store.ts';
import { all, create, newVideo, now as start, top, type Backend } from './fixtures.ts';
import { byViews, matches } from './selections.ts';

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly keys: readonly (string | undefined)[];
  readonly enabled: readonly Kind[];
  /** How far the clock may go from step to step, milliseconds: that of a replica may be behind. */
  readonly ticks: readonly number[];
}

const kinds = ['edit', 'view', 'remove', 'find', 'restart'] as const;
type Kind = (typeof kinds)[number];

type Step = { readonly tick: number } & (
  | { readonly kind: 'create'; readonly upload: Upload; readonly key: string | undefined }
  /** `nth`: from the latest on. */
  | { readonly kind: 'edit'; readonly nth: number; readonly changes: Partial<Upload> }
  | { readonly kind: 'view'; readonly nth: number }
  | { readonly kind: 'remove'; readonly nth: number }
  | {
      readonly kind: 'find';
      readonly query: string;
      readonly tag: string | undefined;
      /** Only videos of this many milliseconds before now; null: all. */
      readonly age: number | null;
      readonly count: number;
      readonly nth: number;
    }
  | { readonly kind: 'restart' }
);

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const characters = Array.from('aAbE %_*"\\ΣςİßKé日本😀');

const configurations: fc.Arbitrary<Configuration> = fc.record({
  words: some(characters).chain((few) =>
    fc.array(fc.string({ unit: fc.constantFrom(...few), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    }),
  ),
  tags: some(['a', 'A', 'tea', '']),
  keys: some([undefined, 'one', 'other']),
  enabled: fc.subarray([...kinds]),
  ticks: some([0, 1, 10, -10, keyLifetimeMs]),
});

function stepOf({ words, tags, keys, enabled, ticks }: Configuration): fc.Arbitrary<Step> {
  const word = fc.constantFrom(...words);
  const tag = fc.constantFrom(...tags);
  const nth = fc.nat(4);
  const tick = fc.constantFrom(...ticks);
  const upload = { title: word, description: word, tags: fc.array(tag, { maxLength: 2 }) };
  const key = fc.constantFrom(...keys);
  const made = fc.record({ kind: fc.constant('create'), tick, key, upload: fc.record(upload) });
  const changes = fc.record(upload, { requiredKeys: [] });
  const others: Record<Kind, fc.Arbitrary<Step>> = {
    edit: fc.record({ kind: fc.constant('edit'), tick, nth, changes }),
    view: fc.record({ kind: fc.constant('view'), tick, nth }),
    remove: fc.record({ kind: fc.constant('remove'), tick, nth }),
    find: fc.record({
      kind: fc.constant('find'),
      tick,
      nth,
      query: fc.option(word, { nil: '' }),
      tag: fc.option(tag, { nil: undefined }),
      age: fc.constantFrom(null, null, 0, 10),
      count: fc.integer({ min: 1, max: 4 }),
    }),
    restart: fc.record({ kind: fc.constant('restart'), tick }),
  };
  return fc.oneof({ weight: 2, arbitrary: made }, ...enabled.map((kind) => others[kind]));
}

const histories = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    steps: fc.array(stepOf(configuration), { maxLength: 30, size: 'max' }),
  }),
);

interface Key {
  readonly text: string;
  readonly fingerprint: string;
}

/** The catalog as a list, the newest first. */
class Model {
  videos: VideoRecord[] = [];
  readonly #latest: { n: number; uploadedAt: number };
  readonly #keys = new Map<string, { readonly fingerprint: string; readonly made: VideoRecord }>();

  /** @param before the latest video that was there before the first one */
  constructor({ n, uploadedAt }: VideoRecord) {
    this.#latest = { n, uploadedAt };
  }

  create(upload: Upload, key: Key | undefined, at: number): Created {
    const known = key && this.#keys.get(key.text);
    if (known && known.made.createdAt + keyLifetimeMs > at) {
      if (known.fingerprint !== key.fingerprint) return { kind: 'mismatched' };
      const { n, createdAt, uploadedAt } = known.made;
      return { kind: 'repeated', video: { n, createdAt, uploadedAt } };
    }
    this.#latest.n++;
    this.#latest.uploadedAt = Math.max(this.#latest.uploadedAt, at);
    const video = { ...newVideo(upload, at), ...this.#latest, viewCount: 0 };
    this.videos.unshift(video);
    if (key) this.#keys.set(key.text, { fingerprint: key.fingerprint, made: video });
    return { kind: 'new', video };
  }

  change(n: number, changes: Partial<VideoRecord>): VideoRecord | undefined {
    const index = this.videos.findIndex((one) => one.n === n);
    const found = this.videos[index];
    return found && (this.videos[index] = { ...found, ...changes });
  }
}

type Played = Exclude<Step, { readonly kind: 'restart' }>;

/** @param run whose keys are its own */
async function play(store: VideoStore, model: Model, step: Played, now: number, run: number) {
  if (step.kind === 'create') {
    const { upload } = step;
    const text = step.key && `${step.key} ${run}`;
    const key = text === undefined ? undefined : { text, fingerprint: JSON.stringify(upload) };
    const expected = model.create(upload, key, now);
    assert.deepEqual(await store.create(newVideo(upload, now), key), expected);
    return;
  }
  const found = model.videos[step.nth];
  const n = found?.n ?? 0;
  if (step.kind === 'edit') {
    assert.deepEqual(await store.edit(n, step.changes), model.change(n, step.changes));
  } else if (step.kind === 'view') {
    const viewed = model.change(n, { viewCount: (found?.viewCount ?? 0) + 1 });
    assert.deepEqual(await store.view(n), viewed);
  } else if (step.kind === 'remove') {
    assert.equal(await store.remove(n), found !== undefined);
    model.videos = model.videos.filter((one) => one.n !== n);
  } else {
    await expectFound(store, model, step, now);
  }
}

async function expectFound(
  store: VideoStore,
  { videos }: Model,
  { query, tag, age, count, nth }: Extract<Step, { readonly kind: 'find' }>,
  now: number,
) {
  const created = age === null ? always : { after: now - age, until: now };
  const selection: Selection = { query: fold(query), tag, created };
  const selected = videos.filter((video) => matches(video, selection));
  const before = videos[nth]?.n ?? all.before;
  const page = selected.filter(({ n }) => n < before).slice(0, count);
  assert.deepEqual(await store.newest(selection, { before, count }), page);
  const behind = videos[nth] ?? top;
  const ranked = selected.toSorted(byViews).map(({ n, viewCount }) => ({ n, viewCount }));
  const rest = ranked.filter((place) => byViews(place, behind) > 0).slice(0, count);
  assert.deepEqual(await store.mostViewed(selection, { behind, count }), rest);
}

export function lawsContract({ name, skip, open }: Backend): void {
  describe(`videos on ${name}`, { skip }, () => {
    test('are kept, listed and found as a naive model does, in random histories', async (t) => {
      const { first, second, another } = await open(t);
      const replicas = [first, second];
      let now = start;
      let run = 0;
      const law = fc.asyncProperty(histories, async ({ steps }) => {
        run++;
        // Each history begins with an empty catalog, also after one that has failed.
        for (const { n } of await first.newest(everything, all)) await first.remove(n);
        const before = await create(first, newVideo({}, now));
        await first.remove(before.n);
        const model = new Model(before);
        for (const [i, step] of steps.entries()) {
          now += step.tick;
          if (step.kind === 'restart') replicas[i % 2] = await another();
          else await play(replicas[i % 2]!, model, step, now, run);
        }
        for (const store of replicas) {
          assert.deepEqual(await store.newest(everything, all), model.videos);
        }
      });
      await fc.assert(law, { numRuns: name === 'SQLite' ? 80 : 40 });
    });
  });
}
