import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];
const frontier = ['jobs/frontier.test.ts'];
const robots = ['web/robots.test.ts'];

export default [
  {
    rule: 'a URL is queued once',
    file: 'jobs/frontier.ts',
    find: 'if (this.#byUrl.has(url)) return;',
    replace: '',
    tests: frontier,
  },
  {
    rule: 'no request beyond the budget of pages',
    file: 'jobs/frontier.ts',
    find: 'this.#totals.pages + this.#busy >= this.#maxPages',
    replace: 'this.#totals.pages >= this.#maxPages',
    tests: [...frontier, 'test/crawl.test.ts'],
  },
  {
    rule: 'a URL that a redirect led to is not requested again',
    file: 'jobs/frontier.ts',
    find: "else this.set(known, 'duplicate', detail);",
    replace: '',
    tests: [...frontier, 'test/fetching.test.ts'],
  },
  {
    rule: 'URLs beyond the bound of characters are only counted',
    file: 'jobs/frontier.ts',
    find: 'this.#totals.urlCharacters + url.length > maxUrlCharacters',
    replace: 'false',
    tests: [...frontier, 'test/large-answers.test.ts'],
  },
  {
    rule: 'shallow URLs come before deep ones',
    file: 'jobs/frontier.ts',
    find: 'this.#levels[entry.depth] ??=',
    replace: 'this.#levels[0] ??=',
    tests: frontier,
  },
  {
    rule: 'of two equally long rules the one that allows decides',
    file: 'web/robots.ts',
    find: 'rule.length === best.length && rule.allow',
    replace: 'rule.length === best.length',
    tests: robots,
  },
  {
    rule: 'a $ counts in the length of a rule',
    file: 'web/robots.ts',
    find: 'pattern.length + Number(isAnchored)',
    replace: 'pattern.length',
    tests: robots,
  },
  {
    rule: 'a group of its own, or that of all',
    file: 'web/robots.ts',
    find: 'isOwn ? groups.own : groups.any',
    replace: 'groups.own.rules.length > 0 ? groups.own : groups.any',
    tests: robots,
  },
  {
    rule: 'a host without answer allows nothing',
    file: 'jobs/robots-cache.ts',
    find: 'if (status >= 500) return unreachable',
    replace: 'if (status > 500) return unreachable',
    tests: ['test/politeness.test.ts', 'test/fetching.test.ts'],
  },
  {
    rule: 'half a rule at the end of a long robots.txt forbids nothing',
    file: 'jobs/robots-cache.ts',
    find: 'body.length < maxRobotsBytes ? body : body.subarray(0, whole)',
    replace: 'body',
    tests: ['test/politeness.test.ts', 'test/fetching.test.ts'],
  },
  {
    rule: 'requests to one host are apart',
    file: 'store/sqlite/host-schedule.ts',
    find: 'Math.max(earliest, this.#next.get(host) ?? 0)',
    replace: 'earliest',
    tests: stores,
  },
  {
    rule: 'a job is taken once its lease is over',
    file: 'store/sqlite/store.ts',
    find: "IN ('started', 'running') AND lease_until <= ?",
    replace: "IN ('started', 'running') AND lease_until < ?",
    tests: stores,
  },
  {
    rule: 'a job that ends the process again and again has failed',
    file: 'store/sqlite/store.ts',
    find: 'status = iif(starts',
    replace: 'status = iif(starts - 1',
    tests: stores,
  },
  {
    rule: 'who lost the lease records nothing',
    file: 'store/sqlite/store.ts',
    find: 'if (hold(summedUp, n, owner) === 0) return false;',
    replace: 'hold(summedUp, n, owner);',
    tests: stores,
  },
  {
    rule: 'a cancelled job stays cancelled',
    file: 'store/sqlite/store.ts',
    find: "WHERE n = ? AND owner = ? AND status = 'running'`);\n  const cancel",
    replace: 'WHERE n = ? AND owner = ?`);\n  const cancel',
    tests: stores,
  },
  {
    rule: 'a request that a stop interrupted is not sent again',
    file: 'jobs/job-run.ts',
    find: "for (const entry of frontier.entries('claimed')) recordInterrupted(visits, entry);",
    replace: '',
    tests: ['test/resume.test.ts'],
  },
  {
    rule: 'redirects up to the bound, and not one more',
    file: 'jobs/visit.ts',
    find: 'redirects === maxRedirects',
    replace: 'redirects > maxRedirects',
    tests: ['test/fetching.test.ts'],
  },
  {
    rule: 'no redirect leads to what robots.txt forbids',
    file: 'jobs/visit.ts',
    find: "if (!(await rules.allows(url))) {\n    frontier.add(target.url, depth, 'robots');",
    replace:
      "if (!(await rules.allows(url)) && depth < 0) {\n    frontier.add(target.url, depth, 'robots');",
    tests: ['test/fetching.test.ts', 'test/politeness.test.ts'],
  },
  {
    rule: 'pages that arrive at once are decoded in a turn of the event loop each',
    file: 'web/extract.ts',
    find: `if (slice.isOver) await slice.next();
  const text`,
    replace: 'const text',
    tests: ['web/extract.test.ts'],
  },
] satisfies Mutant[];
