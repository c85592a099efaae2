/** Codes that lead to their URLs. */
import { Findings } from '../lib/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  once,
  read,
  type Workload,
} from '../lib/workload.ts';

export function urlShortener(): Workload {
  const urls = new Map<string, string>();
  const codes: string[] = [];

  return {
    service: 'url-shortener',

    async act(ask, client, n) {
      const url = `https://example.com/${client}/${n}/${bulk().slice(0, 1_500)}`;
      const answer = await once(ask, { method: 'POST', path: '/shorten', body: { url } });
      if (isRefused(answer)) return;
      expectStatus(answer, 201);
      codes.push(answer.data.code);
      urls.set(answer.data.code, url);
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct('the code', codes);
      await forEachOf(urls, async ([code, url]) => {
        const { status, data } = await read(ask, `/${code}`);
        if (data?.location !== url) findings.lost(`the URL of ${code}: ${status}`);
      });
      return findings.all;
    },
  };
}
