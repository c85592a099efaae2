/** Videos, and views of which each counts once. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  type Workload,
} from '../lib/workload.ts';

interface Video {
  readonly id: string;
  readonly title: string;
  /** The counts that were answered. */
  readonly views: number[];
  unclear: number;
}

/** @param fillsDisk then a count may stand still for a while */
export function videoCatalog({ fillsDisk }: { readonly fillsDisk: boolean }): Workload {
  const videos: Video[] = [];

  return {
    service: 'video-catalog',

    async act(ask, client, n) {
      const video = videos.at(-1 - (n % 3));
      if (n % 4 === 0 || video === undefined) {
        const title = `video ${client} ${n}`;
        const made = await once(ask, { method: 'POST', path: '/videos', body: { title } });
        if (isRefused(made)) return;
        expectStatus(made, 201);
        videos.push({ id: made.data.video.id, title, views: [], unclear: 0 });
        return;
      }
      const viewed = await once(ask, { method: 'GET', path: `/videos/${video.id}` });
      if (isUnclear(viewed)) video.unclear++;
      if (isRefused(viewed)) return;
      expectStatus(viewed, 200);
      video.views.push(viewed.data.video.view_count);
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct(
        'the video',
        videos.map(({ id }) => id),
      );
      await forEachOf(videos, async ({ id, title, views, unclear }) => {
        const { status, data } = await read(ask, `/videos/${id}`);
        if (data.video?.title !== title) return findings.lost(`the video ${id}: ${status}`);
        if (!fillsDisk) findings.distinct(`${id} was viewed as`, views);
        const counted = views.filter((count) => count > 0);
        const known = fillsDisk ? new Set(counted).size : counted.length;
        // This one counts as well; so does one that was asked for in vain before it.
        findings.between(`views of ${id}`, data.video.view_count - 1, known, unclear + 1);
      });
      return findings.all;
    },
  };
}
