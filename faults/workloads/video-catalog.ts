/** Videos, uploaded with keys, edited and deleted; and views of which each counts once. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  settle,
  type Ask,
  type Workload,
} from '../lib/workload.ts';

interface Video {
  readonly id: string;
  readonly client: number;
  title: string;
  /** From the moment on when it was asked for. */
  isRemoved: boolean;
  /** The counts that were answered. */
  readonly views: number[];
  unclear: number;
}

/** @param fillsDisk then a count may stand still for a while */
export function videoCatalog({ fillsDisk }: { readonly fillsDisk: boolean }): Workload {
  const videos: Video[] = [];

  async function upload(ask: Ask, client: number, n: number): Promise<void> {
    const title = `video ${client} ${n}.`;
    const body = { title, tags: [`client ${client}`] };
    const headers = { 'idempotency-key': title };
    const made = await settle(ask, { method: 'POST', path: '/videos', body, headers });
    expectStatus(made, 201, ...(made.isRepeated ? [200] : []));
    const { id } = made.data.video;
    videos.push({ id, client, title, isRemoved: false, views: [], unclear: 0 });
  }

  async function edit(ask: Ask, video: Video, n: number): Promise<void> {
    const title = `${video.title} Edit ${n}.`;
    const path = `/videos/${video.id}`;
    expectStatus(await settle(ask, { method: 'PATCH', path, body: { title } }), 200);
    video.title = title;
  }

  async function remove(ask: Ask, video: Video): Promise<void> {
    video.isRemoved = true;
    const answer = await settle(ask, { method: 'DELETE', path: `/videos/${video.id}` });
    expectStatus(answer, 200, ...(answer.isRepeated ? [404] : []));
  }

  async function view(ask: Ask, video: Video): Promise<void> {
    const viewed = await once(ask, { method: 'GET', path: `/videos/${video.id}` });
    if (isUnclear(viewed)) video.unclear++;
    if (isRefused(viewed)) return;
    if (viewed.status === 404 && video.isRemoved) return;
    expectStatus(viewed, 200);
    video.views.push(viewed.data.video.view_count);
  }

  async function checkVideo(ask: Ask, video: Video, findings: Findings): Promise<void> {
    const { id, title, isRemoved, views, unclear } = video;
    if (!fillsDisk) findings.distinct(`${id} was viewed as`, views);
    const { status, data } = await read(ask, `/videos/${id}?count=false`);
    if (isRemoved) {
      if (status !== 404) findings.doubled(`the video ${id}, which was deleted`);
      return;
    }
    if (data.video?.title !== title) return findings.lost(`the video ${id}: ${status} ${title}`);
    const counted = views.filter((count) => count > 0);
    const known = fillsDisk ? new Set(counted).size : counted.length;
    findings.between(`views of ${id}`, data.video.view_count, known, unclear);
  }

  /** Lists and searches have each video once, with its last title, and none that was deleted. */
  async function checkLists(ask: Ask, findings: Findings): Promise<void> {
    const expected = new Map(videos.flatMap((one) => (one.isRemoved ? [] : [[one.id, one.title]])));
    const tagged = [...new Set(videos.map(({ client }) => `tag=client%20${client}`))];
    for (const paths of [['/search?q=VIDEO'], tagged.map((tag) => `/videos?sort=views&${tag}`)]) {
      const answers = await Promise.all(paths.map((path) => read(ask, path)));
      const listed: Pick<Video, 'id' | 'title'>[] = answers.flatMap(({ data }) => data.videos);
      const ids = listed.map(({ id }) => id);
      findings.distinct('in a list: the video', ids);
      for (const id of new Set(expected.keys()).difference(new Set(ids))) {
        findings.lost(`in a list: the video ${id}`);
      }
      for (const { id, title } of listed) {
        if (!expected.has(id)) findings.doubled(`in a list: the video ${id}, which is not there`);
        else if (expected.get(id) !== title) findings.lost(`in a list: the title of ${id}`);
      }
    }
  }

  return {
    service: 'video-catalog',

    async act(ask, client, n) {
      const own = videos.findLast((video) => video.client === client && !video.isRemoved);
      const any = videos.at(-1 - (n % 3));
      if (n % 4 === 0 || own === undefined || any === undefined) return upload(ask, client, n);
      if (n % 8 === 3) return edit(ask, own, n);
      if (n % 8 === 7) return remove(ask, own);
      return view(ask, any);
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct(
        'the video',
        videos.map(({ id }) => id),
      );
      await forEachOf(videos, (video) => checkVideo(ask, video, findings));
      await checkLists(ask, findings);
      return findings.all;
    },
  };
}
