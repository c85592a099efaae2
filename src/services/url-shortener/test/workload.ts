/** Codes that lead to their URLs, and links that redirect so often and no more. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  settle,
  type Workload,
} from '#kit/testing/workload/workload.ts';

/** Redirects of each link with a limit; a few of them are left for the check. */
const limit = 10;

interface Limited {
  readonly code: string;
  /** Redirects that were answered. */
  redirected: number;
  /** Requests of which nobody knows whether they were counted. */
  unclear: number;
}

export function urlShortenerWorkload(): Workload {
  const urls = new Map<string, string>();
  const codes: string[] = [];
  const links: Limited[] = [];

  return {
    service: 'url-shortener',

    async act(ask, client, n) {
      const url = `https://example.com/${client}/${n}/${bulk().slice(0, 1_500)}`;
      const isLimited = n % 4 === 0;
      const body = { url, ...(isLimited && { max_clicks: limit }) };
      const answer = await once(ask, { method: 'POST', path: '/shorten', body });
      if (isRefused(answer)) return;
      expectStatus(answer, 201);
      const { code } = answer.data;
      codes.push(code);
      if (!isLimited) {
        urls.set(code, url);
        return;
      }
      const link: Limited = { code, redirected: 0, unclear: 0 };
      links.push(link);
      const follow = async () => {
        const redirect = await once(ask, { method: 'GET', path: `/${code}` });
        if (redirect.status === 302) link.redirected++;
        else if (isUnclear(redirect)) link.unclear++;
        else if (!isRefused(redirect)) expectStatus(redirect, 302, 410);
      };
      // At once, through all replicas.
      await Promise.all(Array.from({ length: limit - 3 }, follow));
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct('the code', codes);
      await forEachOf(urls, async ([code, url]) => {
        const { status, headers } = await read(ask, `/${code}`);
        if (status !== 302 || headers.get('location') !== url)
          findings.lost(`the URL of ${code}: ${status}`);
      });
      await forEachOf(links, async (link) => {
        const shown = {
          method: 'GET',
          path: `/admin/links/${link.code}`,
          isForConsole: true,
        } as const;
        const { data } = await settle(ask, shown);
        findings.between(`clicks of ${link.code}`, data.clicks, link.redirected, link.unclear);
        let last = 302;
        while (last === 302 && link.redirected <= limit) {
          const { status, isRepeated } = await read(ask, `/${link.code}`);
          last = status;
          if (status === 302) link.redirected++;
          if (isRepeated) link.unclear++;
        }
        if (last !== 410) findings.wrong(`${link.code} is not used up, but ${last}`);
        const { redirected, unclear } = link;
        findings.doubled(`redirects of ${link.code}: ${redirected}`, redirected - limit);
        const told = `redirects of ${link.code}: ${redirected}, perhaps ${unclear} more`;
        findings.lost(told, limit - redirected - unclear);
      });
      return findings.all;
    },
  };
}
