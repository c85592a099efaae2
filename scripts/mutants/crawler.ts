import type { Planted } from '../mutant-lists.ts';

export default {
  'jobs/frontier.test.ts': {
    'jobs/frontier.ts': {
      'a URL is queued once': { find: 'if (this.#byUrl.has(url)) return;', replace: '' },
    },
  },
  'jobs/frontier.test.ts test/crawl.test.ts': {
    'jobs/frontier.ts': {
      'no request beyond the budget of pages': {
        find: 'this.#totals.pages + this.busy >= this.#maxPages',
        replace: 'this.#totals.pages >= this.#maxPages',
      },
    },
  },
  'test/politeness.test.ts test/fetching.test.ts': {
    'jobs/robots-cache.ts': {
      'half a rule at the end of a long robots.txt forbids nothing': {
        find: 'body.length < maxRobotsBytes ? body : body.subarray(0, whole)',
        replace: 'body',
      },
    },
  },
  'store/stores.test.ts': {
    'store/sqlite/host-schedule.ts': {
      'requests to one host are apart': {
        find: 'Math.max(earliest, this.#next.get(host) ?? 0)',
        replace: 'earliest',
      },
    },
    'store/sqlite/sqlite-crawler-store.ts': {
      'a job is taken once its lease is over': {
        find: "IN ('started', 'running') AND lease_until <= ?4",
        replace: "IN ('started', 'running') AND lease_until < ?4",
      },
      'a job that ends the process again and again has failed': {
        find: 'status = iif(starts',
        replace: 'status = iif(starts - 1',
      },
      'who lost the lease records nothing': {
        find: 'if (hold(summedUp, Number(pages.some(isFetched)), n, owner) === 0) return false;',
        replace: 'hold(summedUp, Number(pages.some(isFetched)), n, owner);',
      },
      'a cancelled job stays cancelled': {
        find: "WHERE n = ?2 AND owner = ?3 AND status = 'running'`);\n  const cancel",
        replace: 'WHERE n = ?2 AND owner = ?3`);\n  const cancel',
      },
    },
    'store/sqlite/archive.ts': {
      'who lost the lease keeps no content': {
        find: "WHERE n = ?1 AND owner = ?2 AND status = 'running'",
        replace: 'WHERE n = ?1',
      },
    },
    'store/postgres/archive.ts': {
      'a job is removed only when it is over': {
        find: 'AND removed = 0 AND ended_at IS NOT NULL`);',
        replace: 'AND removed = 0`);',
      },
    },
    'store/postgres/postgres-crawler-store.ts': {
      'the end of a job makes its webhook due': {
        find: "SET status = 'cancelled', ended_at = ${now}::bigint, webhook_due = ${dueAt(now)}",
        replace: "SET status = 'cancelled', ended_at = ${now}::bigint",
      },
    },
    'store/sqlite/webhooks.ts': {
      'a late end of an attempt changes nothing': {
        find: 'AND webhook_attempts = ?2 AND webhook_due',
        replace: 'AND ?2 > 0 AND webhook_due',
      },
    },
  },
  'test/resume.test.ts': {
    'jobs/job-run.ts': {
      'a request that a stop interrupted is not sent again': {
        find: "for (const entry of frontier.entries('claimed')) this.#resume(visits, entry);",
        replace: '',
      },
      'an attempt that was interrupted counts': {
        find: 'if (entry.attempts > retries.count) return recordInterrupted',
        replace: 'if (entry.attempts > retries.count + 1) return recordInterrupted',
      },
    },
  },
  'test/fetching.test.ts test/politeness.test.ts': {
    'jobs/request.ts': {
      'no redirect leads to what robots.txt forbids': {
        find: "if (!(await rules.allows(url))) {\n    frontier.add(target.url, depth, 'robots');",
        replace:
          "if (!(await rules.allows(url)) && depth < 0) {\n    frontier.add(target.url, depth, 'robots');",
      },
    },
  },
  'jobs/scheduler.test.ts': {
    'jobs/scheduler.ts': {
      'leases that lapsed in an outage are left to their owners': {
        find: 'now < this.#graceUntil ? 0 : now',
        replace: 'now',
      },
    },
  },
  'test/webhooks.test.ts': {
    'webhooks/sender.ts': {
      'a webhook to a private address is not sent again': {
        find: "if (isPrivate(error)) return { kind: 'refused', reason: 'private address' };",
        replace: '',
      },
    },
  },
} satisfies Planted;
