/** Which URLs a crawl may request. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { CrawlOptions } from '../options.ts';
import { matchesGlob, parseGlob, type Glob } from './glob.ts';

/** Why a URL is left out, in words. */
type LeftOutBy = 'same_host' | 'include' | 'exclude' | 'max_depth';

export class Scope {
  readonly #seed: string;
  /** With its port, unless that is the one of the scheme. */
  readonly #host: string | undefined;
  readonly #include: readonly Glob[];
  readonly #exclude: readonly Glob[];
  readonly #maxDepth: number;

  /** @param seed in normal form */
  constructor(seed: string, options: CrawlOptions) {
    const { same_host, include = [], exclude = [], max_depth = Infinity } = options;
    this.#seed = seed;
    this.#host = same_host === true ? new URL(seed).host : undefined;
    this.#include = include.map(parseGlob);
    this.#exclude = exclude.map(parseGlob);
    this.#maxDepth = max_depth;
  }

  /**
   * Which option leaves a URL out; undefined when it is in scope, as the seed always is. In slices of
   * time: a hundred globs may take long on a long URL.
   *
   * @param url in normal form
   * @param depth links from the seed
   */
  async leavesOut(url: string, depth: number): Promise<LeftOutBy | undefined> {
    if (url === this.#seed) return undefined;
    if (depth > this.#maxDepth) return 'max_depth';
    if (this.#host !== undefined && new URL(url).host !== this.#host) return 'same_host';
    const slice = new TimeSlice();
    if (this.#include.length > 0 && !(await matchesAny(this.#include, url, slice))) {
      return 'include';
    }
    return (await matchesAny(this.#exclude, url, slice)) ? 'exclude' : undefined;
  }
}

/** The scope of a job; undefined when everything is in it. */
export function scopeOf(seed: string, options: CrawlOptions): Scope | undefined {
  const { same_host = false, include = [], exclude = [], max_depth } = options;
  const isLimited =
    same_host || include.length > 0 || exclude.length > 0 || max_depth !== undefined;
  return isLimited ? new Scope(seed, options) : undefined;
}

async function matchesAny(globs: readonly Glob[], url: string, slice: TimeSlice): Promise<boolean> {
  for (const glob of globs) {
    if (slice.isOver) await slice.next();
    if (matchesGlob(glob, url)) return true;
  }
  return false;
}
