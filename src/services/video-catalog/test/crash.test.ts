/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { VideoView } from '../view.ts';

describe('video catalog, killed under load', () => {
  const shared = { DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') };
  const stores = [
    { name: 'SQLite', skip: false, env: {}, ended: async () => {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: shared, ended: statementsEnd },
  ];
  for (const { name, skip, env, ended } of stores) {
    it(
      `keeps every acknowledged upload, view, edit and deletion, on ${name}`,
      { skip },
      async (t) => {
        const full = { DATA_DIR: temporaryFolder(), ...env };
        const first = await startProcess(t, ['video-catalog'], full);
        const uploads: Upload[] = [];
        let done = 0;
        const clients = Array.from({ length: 16 }, async (_, client) => {
          for (let i = 0; ; i++) {
            const own = newUpload(`client ${client}, upload ${i}.`);
            uploads.push(own);
            if (!(await live(first.addresses['video-catalog']!, own, uploads[0]!, i))) return;
            if (++done === 300) void first.end('SIGKILL');
          }
        });
        await Promise.all(clients);
        await first.end('SIGKILL');
        assert.ok(uploads.length >= 300);
        await ended();

        const second = await startProcess(t, ['video-catalog'], full);
        const address = second.addresses['video-catalog']!;
        const stored = await list(address, '/videos');
        await checkIndexes(address, stored);
        const videos = new Map(stored.map((video) => [video.id, video]));
        for (const own of uploads) checkUpload(own, videos);
        await checkKeys(address, uploads, videos);
        await ready(address, stored);
      },
    );
  }
});

/** Waits for what a process had under way in the server when it was killed. */
async function statementsEnd(): Promise<void> {
  const db = new Postgres(servers.postgres, 'test');
  const busy = async () => {
    const rows = await db.query(sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE application_name = 'hawker video-catalog' AND state <> 'idle'`);
    return new Set(rows.map(({ pid }) => pid));
  };
  // Other tests have statements of their own: each connection is waited for once.
  for (let left = await busy(); left.size > 0;) left = left.intersection(await busy());
  await db.close();
}

interface Upload {
  readonly title: string;
  /** Undefined until it is answered. */
  id?: string;
  edit?: 'asked' | 'done';
  removal?: 'asked' | 'done';
  /** Views asked for, and the counts that were answered. */
  asked: number;
  readonly counts: number[];
}

const newUpload = (title: string): Upload => ({ title, asked: 0, counts: [] });

interface Answer {
  readonly status: number;
  readonly body: { readonly video: VideoView };
}

/** Undefined when no whole answer came. */
async function ask(url: string, method: string, json?: object, headers = {}) {
  const body = json && JSON.stringify(json);
  const type = json && { 'content-type': 'application/json' };
  try {
    const answer = await fetch(url, {
      method,
      body: body ?? null,
      headers: { ...type, ...headers },
    });
    return { status: answer.status, body: await answer.json() } as Answer;
  } catch {
    return undefined;
  }
}

/** Each upload has a key of its own: its title. */
const upload = (address: string, { title }: Upload) =>
  ask(`${address}/videos`, 'POST', { title, tags: ['tea'] }, { 'idempotency-key': title });

/**
 * Uploads a video, watches it and the first one, edits every second one, and deletes every third.
 * False when an answer is missing. A store that is slow answers 503: what became of that is unknown.
 */
async function live(address: string, own: Upload, first: Upload, i: number): Promise<boolean> {
  const made = await upload(address, own);
  if (made === undefined) return false;
  if (made.status === 503) return true;
  assert.equal(made.status, 201);
  own.id = made.body.video.id;
  const url = `${address}/videos/${own.id}`;
  for (const watched of [first, own]) {
    if (watched.id === undefined) continue;
    watched.asked++;
    const viewed = await ask(`${address}/videos/${watched.id}`, 'GET');
    if (viewed === undefined) return false;
    if (viewed.status === 503) continue;
    assert.equal(viewed.status, 200);
    watched.counts.push(viewed.body.video.view_count);
  }
  if (own !== first && i % 2 === 0) {
    own.edit = 'asked';
    const edited = await ask(url, 'PATCH', { title: `edited ${own.title}` });
    if (edited === undefined) return false;
    if (edited.status === 503) return true;
    assert.equal(edited.status, 200);
    own.edit = 'done';
  }
  if (own !== first && i % 3 === 0) {
    own.removal = 'asked';
    const removed = await ask(url, 'DELETE');
    if (removed === undefined) return false;
    if (removed.status === 503) return true;
    assert.equal(removed.status, 200);
    own.removal = 'done';
  }
  return true;
}

/** What was stored with a video was stored together with it. */
async function checkIndexes(address: string, stored: readonly VideoView[]): Promise<void> {
  for (const path of ['/search?q=UPLOAD', '/videos?tag=tea']) {
    assert.deepEqual(ids(await list(address, path)), ids(stored));
  }
  const ranked = ids(await list(address, '/videos?sort=views'));
  assert.deepEqual(ranked.toSorted(), ids(stored).toSorted());
  const edited = stored.filter(({ title }) => title.startsWith('edited'));
  assert.deepEqual(ids(await list(address, '/search?q=EDITED')), ids(edited));
}

function checkUpload(own: Upload, videos: ReadonlyMap<string, VideoView>): void {
  const { id, title, edit, removal, asked, counts } = own;
  assert.equal(new Set(counts).size, counts.length);
  if (id === undefined) return;
  const video = videos.get(id);
  if (video === undefined) return assert.ok(removal !== undefined, `${id} is lost`);
  assert.notEqual(removal, 'done', `${id} is back`);
  const before = edit === 'done' ? [] : [title];
  const after = edit === undefined ? [] : [`edited ${title}`];
  assert.ok([...before, ...after].includes(video.title), `${video.title}: ${edit}`);
  assert.ok(video.view_count >= Math.max(0, ...counts), id);
  assert.ok(video.view_count <= asked, id);
}

/** Uploads all again: what was stored is not stored twice, what was not is stored now. */
async function checkKeys(
  address: string,
  uploads: readonly Upload[],
  videos: ReadonlyMap<string, VideoView>,
): Promise<void> {
  const left = uploads.values();
  const again = async () => {
    for (const own of left) {
      const { status, body } = await answered(() => upload(address, own));
      if (own.id !== undefined) assert.deepEqual([status, body.video.id], [200, own.id]);
      else if (status === 200) assert.equal(videos.get(body.video.id)?.title, own.title);
      else assert.equal(status, 201);
    }
  };
  await Promise.all(Array.from({ length: 16 }, again));
  const titles = (await list(address, '/videos')).map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
}

/** Waits until all videos are ready; one that was ready keeps its duration. */
async function ready(address: string, before: readonly VideoView[]): Promise<void> {
  let now: VideoView[] = [];
  await eventually(async () => {
    now = await list(address, '/videos');
    return now.every(({ status }) => status === 'ready');
  });
  const durations = new Map(now.map((video) => [video.id, video.duration_secs]));
  for (const { id, status, duration_secs } of before) {
    const duration = durations.get(id)!;
    assert.ok(duration >= 10 && duration <= 609);
    if (status === 'ready') assert.equal(duration, duration_secs);
  }
}

const ids = (videos: readonly VideoView[]) => videos.map(({ id }) => id);

async function list(address: string, path: string): Promise<VideoView[]> {
  const answer = await answered(() => fetch(address + path));
  return ((await answer.json()) as { videos: VideoView[] }).videos;
}

/** Asks until the store is there again. */
async function answered<T extends { readonly status: number }>(
  ask: () => Promise<T | undefined>,
): Promise<T> {
  let answer: T | undefined;
  await eventually(async () => {
    answer = await ask();
    return answer?.status !== 503;
  });
  return answer!;
}
