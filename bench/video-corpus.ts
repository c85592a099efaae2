/** Made-up videos in English and Chinese: words drawn as in a language, a few often, most rarely. */
import type { Upload } from '../src/services/video-catalog/store.ts';

const syllables = [
  'ka',
  'ro',
  'mi',
  'ten',
  'sol',
  'va',
  'ling',
  'der',
  'po',
  'ist',
  'ane',
  'gru',
  'che',
  'th',
  'quo',
  'ba',
  'lex',
  'um',
  'fy',
  'jo',
  'or',
  'sta',
  'wen',
  'dis',
];
const frequent = [
  'the',
  'how',
  'to',
  'and',
  'in',
  'of',
  'with',
  'video',
  'new',
  'best',
  'music',
  'live',
  'game',
  'review',
  'cooking',
  'tutorial',
  'travel',
  'official',
];
const chineseFrequent = [
  '视频',
  '音乐',
  '学习',
  '中国',
  '生活',
  '美食',
  '旅行',
  '教程',
  '游戏',
  '我们',
];

/** A generator of the same numbers in every run (mulberry32, Tommy Ettinger). */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number below `n`, small ones far more often (Zipf's law, about). */
const zipf = (n: number, random: () => number) => Math.floor(n ** random()) - 1;

function vocabulary(): { latin: string[]; chinese: string[] } {
  const random = seeded(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const latin = [...frequent];
  while (latin.length < 30_000) {
    latin.push(
      Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
    );
  }
  const chinese = [...chineseFrequent];
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 6_000));
  while (chinese.length < 30_000) chinese.push(character() + character());
  return { latin, chinese };
}

/** Every third video is Chinese. */
export function* corpus(count: number): Generator<Upload> {
  const { latin, chinese } = vocabulary();
  const random = seeded(42);
  for (let i = 0; i < count; i++) {
    const isChinese = i % 3 === 0;
    const words = isChinese ? chinese : latin;
    const text = (length: number) =>
      Array.from({ length }, () => words[zipf(words.length, random)]!).join(isChinese ? '' : ' ');
    const tags = Array.from({ length: 3 }, () => text(1));
    yield { title: text(6), description: text(20 + Math.floor(random() * 20)), tags };
  }
}
