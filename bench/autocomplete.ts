/**
 * Completions among 1,000,000 generated terms whose frequencies follow Zipf's law: in process,
 * beside MiniSearch, also folded and with a mistake; over HTTP, beside a bare Fastify route.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { Completions } from '../src/services/autocomplete/completions/completions.ts';
import { complete, type Lookup } from '../src/services/autocomplete/complete.ts';
import { fold } from '../src/services/autocomplete/completions/folding.ts';
import { Dictionary } from '../src/services/autocomplete/dictionaries/dictionary.ts';
import {
  openDatabase,
  readDictionaries,
} from '../src/services/autocomplete/store/sqlite/database.ts';
import { sqliteStore } from '../src/services/autocomplete/store/sqlite/sqlite-autocomplete-store.ts';
import { trainer } from '../src/services/autocomplete/train.ts';
import {
  interleave,
  printTable,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  setting,
  isQuick,
} from './lib/harness.ts';
import { drawRank, freqOf, makePrefixes, makeTerms, shuffled } from './lib/terms.ts';

const size = setting('BENCH_TERMS', 1_000_000, 10_000);
/** The length of one measurement of lookups, milliseconds. */
const lookupMs = isQuick ? 50 : 500;
const limit = 10;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { terms, completions } = fill();
compare();
await forgive();
train();
await withFolder(overHttp);

function fill() {
  const bytes = () => (collectGarbage(), process.memoryUsage().heapUsed);
  const before = bytes();
  const terms = makeTerms(size);
  const order = shuffled(size);
  const completions = new Completions();
  const started = performance.now();
  for (const rank of order) completions.set(terms[rank]!, freqOf(rank, size));
  const rate = (size / (performance.now() - started)) * 1_000;
  // The list of the terms does not belong to the index.
  const perTerm = (bytes() - before) / size - 8;
  console.log(`${size} terms: ${perTerm.toFixed(0)} bytes a term, its text included`);
  console.log(`new terms: ${rate.toFixed(0)}/s`);
  return { terms, completions };
}

interface Index {
  best(prefix: string, limit: number): unknown;
}

function compare(): void {
  const lengths = [1, 2, 3, 5, 10].map((length) => makePrefixes(terms, length));
  const row = (candidate: string, index: Index) => ({
    'lookups/s, by length of prefix': candidate,
    ...Object.fromEntries(
      lengths.map((prefixes) => [`${prefixes[0]!.length} letters`, lookups(index, prefixes)]),
    ),
  });
  console.log(`limit ${limit}`);
  printTable([row('ours', completions), row('MiniSearch autoSuggest', miniSearch())]);
}

/** Lookups a second, measured after as long a time to warm up. */
function lookups(index: Index, prefixes: readonly string[]): number {
  let rate = 0;
  for (let run = 0; run < 2; run++) {
    const started = performance.now();
    let done = 0;
    let elapsed = 0;
    while (elapsed < lookupMs) {
      // A clock is slower than a lookup.
      const next = done + (rate > 100_000 ? 1_000 : 1);
      while (done < next) index.best(prefixes[done++ % prefixes.length]!, limit);
      elapsed = performance.now() - started;
    }
    rate = Math.round((done / elapsed) * 1_000);
  }
  return rate;
}

function miniSearch(): Index {
  const whole = (text: string) => [text];
  const search = new MiniSearch({ fields: ['term'], tokenize: whole, processTerm: (term) => term });
  search.addAll(terms.map((term, id) => ({ id, term })));
  const boostDocument = (rank: number) => freqOf(rank, size);
  return {
    best: (prefix, limit) => search.autoSuggest(prefix, { boostDocument }).slice(0, limit),
  };
}

/** Every third term with a capital, every third one with an accent; prefixes with one mistake. */
async function forgive(): Promise<void> {
  const odd = terms.map((term, i) => {
    if (i % 3 === 0) return term;
    return i % 3 === 1
      ? term[0]!.toUpperCase() + term.slice(1)
      : term.replace(/[aeiou]/, '$&\u0301');
  });
  const dictionary = new Dictionary('bench', 1);
  odd.forEach((term, rank) => dictionary.set(term, { freq: freqOf(rank, size), halvings: 0 }));
  const right = [3, 5, 8].flatMap((length) => makePrefixes(terms, length));
  const wrong = right.map((prefix, i) => {
    const at = 2 + (i % (prefix.length - 2));
    return `${prefix.slice(0, at)}x${prefix.slice(at + 1)}`;
  });
  const rows = [];
  for (const [isFolded, isFuzzy] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const prefixes = isFuzzy ? wrong : right;
    const ask = (prefix: string) => {
      const lookup: Lookup = { prefix, limit, isFolded, isFuzzy };
      return complete(dictionary, lookup, 0);
    };
    rows.push({
      'µs a lookup':
        [isFolded && 'folded', isFuzzy && 'fuzzy'].filter(Boolean).join(' + ') || 'exact',
      ours: await micros(prefixes, ask),
      MiniSearch: await micros(prefixes, forgivingMiniSearch(odd, isFolded, isFuzzy)),
    });
  }
  console.log(`limit ${limit}, prefixes of 3, 5 and 8 letters, the fuzzy ones with a mistake`);
  printTable(rows);
}

/** The mean, and what 99 of 100 lookups take at most, measured after as long a time to warm up. */
async function micros(
  prefixes: readonly string[],
  ask: (prefix: string) => unknown,
): Promise<string> {
  let times: number[] = [];
  for (let run = 0; run < 2; run++) {
    times = [];
    const end = performance.now() + lookupMs;
    for (let i = 0; performance.now() < end; i++) {
      const started = performance.now();
      await ask(prefixes[(i * 7) % prefixes.length]!);
      times.push((performance.now() - started) * 1_000);
    }
  }
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return `${mean.toFixed(1)} (p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(0)})`;
}

function forgivingMiniSearch(list: readonly string[], isFolded: boolean, isFuzzy: boolean) {
  const processTerm = isFolded ? fold : (term: string) => term;
  const tokenize = (text: string) => [text];
  const search = new MiniSearch({ fields: ['term'], tokenize, processTerm });
  search.addAll(list.map((term, id) => ({ id, term })));
  const boostDocument = (rank: number) => freqOf(rank, size);
  const options = { boostDocument, ...(isFuzzy && { fuzzy: 1 }) };
  return (prefix: string) => search.autoSuggest(prefix, options).slice(0, limit);
}

/** Terms drawn as often as Zipf's law has them come. */
function train(): void {
  const freqs = terms.map((_, rank) => freqOf(rank, size));
  const drawn = Uint32Array.from({ length: size }, () => drawRank(size));
  const started = performance.now();
  for (const rank of drawn) completions.set(terms[rank]!, ++freqs[rank]!);
  const rate = (size / (performance.now() - started)) * 1_000;
  console.log(`trainings: ${rate.toFixed(0)}/s`);
}

async function overHttp(folder: string): Promise<void> {
  await seedDatabase(join(folder, 'autocomplete.db'));
  const short = [1, 2, 3].flatMap((length) => makePrefixes(terms, length));
  const prefixes = short.filter((prefix) => completions.best(prefix, limit).length === limit);
  const file = join(folder, 'prefixes');
  writeFileSync(file, prefixes.join('\n'));
  const [query] = prefixes as [string];
  const answer = { data: { query, results: completions.best(query, limit) } };
  const servers: Server[] = [];
  try {
    servers.push(await startBare({ BARE_AUTOCOMPLETE: JSON.stringify(answer) }));
    servers.push(await startService('autocomplete', 'autocomplete', { DATA_DIR: folder }));
    const load = { connections: 64, seconds, script: 'autocomplete.lua', args: [file] };
    await interleave(servers, load, rounds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Trains every term as bulk requests do; prints what that costs, and what a restart takes. */
async function seedDatabase(file: string): Promise<void> {
  const db = openDatabase({ file });
  const store = sqliteStore(db, readDictionaries(db), { maxTerms: Infinity, maxIndexes: 1 });
  const train = trainer(store, Date.now);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const started = performance.now();
  delay.enable();
  for (let i = 0; i < size; i += 10_000) await train('default', terms.slice(i, i + 10_000));
  delay.disable();
  const rate = (size / (performance.now() - started)) * 1_000;
  console.log(`bulk training over SQLite, 10,000 new terms a call: ${rate.toFixed(0)} terms/s`);
  console.log(
    `event loop delay during it: p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, ` +
      `longest ${(delay.max / 1e6).toFixed(0)} ms`,
  );
  await store.close();
  const again = openDatabase({ file });
  const opened = performance.now();
  readDictionaries(again);
  console.log(`reading them at start: ${((performance.now() - opened) / 1_000).toFixed(1)} s`);
  await again.close();
}
