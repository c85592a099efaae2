/** One colour for each meaning, on every page: what failed is red wherever it is drawn. */

/** As base.css names the colours, which have a light and a dark value. */
export type Tone = `series-${1 | 2 | 3 | 4 | 5 | 6 | 7}` | 'warn' | 'bad';

/** By what a line, a part of a bar or a mark stands for. */
const tonesByMeaning: Readonly<Record<Tone, readonly string[]>> = {
  bad: ['failed', 'error', 'manual', 'uncounted clicks'],
  warn: [
    'refused',
    'policy refused',
    'declined',
    'short of stock',
    'would have refused',
    'robots',
    'private-address',
    'turned away',
  ],
  // What comes in, is there to be had, or is being done.
  'series-1': ['answered', 'available', 'orders', 'in hand', 'busy', 'claimed'],
  // What is promised to somebody.
  'series-2': ['held', 'offered', 'offers', 'reserved'],
  // What has come to a good end, or is free for one.
  'series-3': [
    'confirmed',
    'accepted',
    'allowed',
    'policy allowed',
    'fetched',
    'units sold',
    'idle',
  ],
  'series-4': ['waiting', 'queued'],
  // What has ended without anything, and what does not take part.
  'series-5': ['cancelled', 'expired', 'holds lapsed', 'offline', 'paused'],
  'series-6': [],
  'series-7': [],
};

const meanings = new Map(
  Object.entries(tonesByMeaning).flatMap(([tone, names]) =>
    names.map((name) => [name, tone as Tone]),
  ),
);

/** Tones without a meaning: neither red, amber nor grey. */
const plainTones: readonly Tone[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-6',
  'series-7',
];

/**
 * The colours of what is drawn side by side, in its order. What has no meaning of its own gets a colour
 * that stands for nothing else in the picture.
 *
 * @param names as `failed`, or with a kind behind it: `failed: email`
 */
export function tonesOf(names: readonly string[]): Tone[] {
  const taken = new Set<Tone>();
  const own = names.map((name) => {
    const tone = meanings.get(name.split(': ', 1)[0]!);
    const isShared = tone === 'bad' || tone === 'warn';
    if (tone === undefined || (taken.has(tone) && !isShared)) return undefined;
    taken.add(tone);
    return tone;
  });
  const free = plainTones.filter((tone) => !taken.has(tone));
  let next = 0;
  return own.map((tone) => tone ?? free[next++ % free.length] ?? 'series-5');
}

/** The colour of the i-th of things that have no meaning of their own, such as hubs and nodes. */
export const plainTone = (i: number): Tone => plainTones[i % plainTones.length]!;

/** The colour of one meaning. */
export const toneOf = (meaning: string): Tone => tonesOf([meaning])[0]!;
