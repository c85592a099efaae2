/** Videos, uploaded with keys, edited and deleted; and views, each of which counts once. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  settle,
  within,
  type Ask,
  type Workload,
} from '#kit/testing/workload/workload.ts';
import type { VideoView } from '../view.ts';

/** How long it may take until every video is ready, milliseconds. */
const readyMs = 20_000;

type Listed = Pick<VideoView, 'id' | 'title' | 'status' | 'duration_secs'>;

interface Video {
  readonly id: string;
  readonly client: number;
  /** The key of its upload, which is its first title. */
  readonly key: string;
  title: string;
  /** From the moment on when it was asked for. */
  isRemoved: boolean;
  /** The counts that were answered. */
  readonly views: number[];
  unclear: number;
}

/** @param fillsDisk then a count may stand still for a while */
export function videoCatalogWorkload({ name = '', fillsDisk = false } = {}): Workload {
  const videos: Video[] = [];
  /** All titles begin with it. */
  const word = `${name}video`;

  const send = (ask: Ask, key: string, client: number) =>
    settle(ask, {
      method: 'POST',
      path: '/videos',
      body: { title: key, tags: [`${name}client ${client}`] },
      headers: { 'idempotency-key': key },
    });

  async function upload(ask: Ask, client: number, n: number): Promise<void> {
    const key = `${word} ${client} ${n}.`;
    const made = await send(ask, key, client);
    expectStatus(made, 201, ...(made.isRepeated ? [200] : []));
    const { id } = made.data.video;
    videos.push({ id, client, key, title: key, isRemoved: false, views: [], unclear: 0 });
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
    const { id, client, key, title, isRemoved, views, unclear } = video;
    const again = await send(ask, key, client);
    if (again.status !== 200 || again.data.video.id !== id)
      findings.doubled(`the key of ${id}: ${again.status}`);
    if (!fillsDisk) findings.distinct(`${id} was viewed as`, views);
    const { status, data } = await read(ask, `/videos/${id}?count=false`);
    if (isRemoved) {
      if (status !== 404) findings.doubled(`the video ${id}, which was deleted`);
      return;
    }
    if (data.video?.title !== title) return findings.lost(`the video ${id}: ${status} ${title}`);
    const counted = views.filter((count) => count > 0);
    const known = fillsDisk ? new Set(counted).size : counted.length;
    const told = Math.max(0, ...views);
    findings.lost(`views of ${id}, of which ${told} were told`, told - data.video.view_count);
    findings.between(`views of ${id}`, data.video.view_count, known, unclear);
  }

  /** Leaves out the videos of others. */
  const list = async (ask: Ask, path: string): Promise<Listed[]> => {
    const all: Listed[] = (await read(ask, path)).data.videos;
    return all.filter(({ title }) => title.startsWith(`${word} `));
  };

  /** @param paths of lists that together have all of them */
  async function checkList(
    ask: Ask,
    paths: readonly string[],
    expected: readonly Video[],
    findings: Findings,
  ): Promise<void> {
    const listed = (await Promise.all(paths.map((path) => list(ask, path)))).flat();
    const titles = new Map(expected.map(({ id, title }) => [id, title]));
    const ids = listed.map(({ id }) => id);
    findings.distinct(`in ${paths[0]}: the video`, ids);
    for (const id of new Set(titles.keys()).difference(new Set(ids))) {
      findings.lost(`in ${paths[0]}: the video ${id}`);
    }
    for (const { id, title } of listed) {
      if (!titles.has(id)) findings.doubled(`in ${paths[0]}: the video ${id}, which is not there`);
      else if (titles.get(id) !== title) findings.lost(`in ${paths[0]}: the title of ${id}`);
    }
  }

  /** Lists and searches have each video once, with its last title, and none that was deleted. */
  async function checkLists(ask: Ask, findings: Findings): Promise<void> {
    const there = videos.filter(({ isRemoved }) => !isRemoved);
    const edited = there.filter(({ key, title }) => title !== key);
    const tags = [...new Set(videos.map(({ client }) => `tag=${name}client%20${client}`))];
    await checkList(ask, ['/videos'], there, findings);
    await checkList(ask, ['/search?q=VIDEO'], there, findings);
    await checkList(ask, ['/search?q=EDIT'], edited, findings);
    await checkList(ask, ['/videos?sort=views'], there, findings);
    const tagged = tags.map((tag) => `/videos?sort=views&${tag}`);
    await checkList(ask, tagged, there, findings);
  }

  /** Every video gets ready, and one that was keeps its duration. */
  async function checkReady(ask: Ask, findings: Findings): Promise<void> {
    const before = await list(ask, '/videos');
    let now = before;
    const areReady = await within(readyMs, async () => {
      now = await list(ask, '/videos');
      return now.every(({ status }) => status === 'ready');
    });
    if (!areReady) findings.wrong('not all videos are ready');
    const durations = new Map(now.map(({ id, duration_secs }) => [id, duration_secs]));
    for (const { id, status, duration_secs } of before) {
      const duration = durations.get(id) ?? 0;
      if (duration < 10 || duration > 609) findings.wrong(`the duration of ${id}: ${duration}`);
      if (status === 'ready' && duration !== duration_secs)
        findings.lost(`the duration of ${id}: ${duration_secs}, then ${duration}`);
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
      await checkReady(ask, findings);
      return findings.all;
    },
  };
}
