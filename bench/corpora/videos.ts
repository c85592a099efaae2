/**
 * Made-up videos, every third one Chinese, and queries for them. Words are drawn as in a language:
 * a few often, most of them rarely (Zipf's law).
 */
import { seeded } from '../../src/kit/testing/seeded.ts';
import type { Upload } from '../../src/services/video-catalog/store/store.ts';

const syllables =
  'ka ro mi ten sol va ling der po ist ane gru che th quo ba lex um fy jo or sta wen dis'.split(
    ' ',
  );
const frequent =
  'the how to and in of with video new best music live game review cooking tutorial travel'.split(
    ' ',
  );
const frequentChinese = '视频 音乐 学习 中国 生活 美食 旅行 教程 游戏 我们'.split(' ');
const vocabularySize = 30_000;

function vocabulary() {
  const random = seeded(7);
  const syllable = () => syllables[Math.floor(random() * syllables.length)]!;
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 6_000));
  const rest = <T>(known: T[], make: () => T) => [
    ...known,
    ...Array.from({ length: vocabularySize - known.length }, make),
  ];
  const latin = rest(frequent, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  );
  return { latin, chinese: rest(frequentChinese, () => character() + character()) };
}

const { latin, chinese } = vocabulary();

/** Titles of 6 words, descriptions of 20 to 39, 3 tags. */
export function* videos(count: number): Generator<Upload> {
  const random = seeded(42);
  for (let i = 0; i < count; i++) {
    const words = i % 3 === 0 ? chinese : latin;
    const text = (length: number) =>
      Array.from({ length }, () => words[Math.floor(words.length ** random()) - 1]!).join(
        words === chinese ? '' : ' ',
      );
    const tags = [text(1), text(1), text(1)];
    yield { title: text(6), description: text(20 + Math.floor(random() * 20)), tags };
  }
}

/** Kinds of queries, each with `count` of them. */
export function queries(count: number): [kind: string, queries: string[]][] {
  const random = seeded(3);
  const from = (words: readonly string[], start = 0, end = words.length) =>
    words[Math.floor(start + random() * (end - start))]!;
  const letter = () => String.fromCodePoint(0x61 + Math.floor(random() * 26));
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000));
  const kinds: [string, () => string][] = [
    ['common word', () => from(frequent)],
    ['any word', () => from(latin)],
    ['rare word', () => from(latin, 20_000)],
    ['no word', () => letter() + letter() + letter() + letter() + letter()],
    ['two words side by side', () => `${from(frequent)} ${from(latin, 0, 200)}`],
    ['two letters', () => letter() + letter()],
    ['one letter', letter],
    ['common Chinese word', () => from(frequentChinese)],
    ['rare Chinese word (two characters)', () => from(chinese, 20_000)],
    ['any two Chinese characters', () => character() + character()],
    ['any Chinese character', character],
    ['two Chinese words', () => from(chinese, 0, 200) + from(chinese, 0, 200)],
  ];
  return kinds.map(([kind, make]) => [kind, Array.from({ length: count }, make)]);
}
