/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { VideoView } from '../view.ts';

describe('video catalog, killed under load', () => {
  const shared = { DATABASE_URL: servers.postgres, VIDEO_CATALOG_PREFIX: unique('video-') };
  const stores = [
    { name: 'SQLite', skip: false, env: {} },
    { name: 'PostgreSQL', skip: missing('postgres'), env: shared },
  ];
  for (const { name, skip, env } of stores) {
    it(`keeps every acknowledged upload and view, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env };
      const first = await startProcess(t, ['video-catalog'], full);
      const address = first.addresses['video-catalog']!;
      const uploaded = new Map<string, string>();
      /** Of each video: views asked for, and the counts that were answered. */
      const asked = new Map<string, number>();
      const counts = new Map<string, number[]>();
      let done = 0;
      const clients = Array.from({ length: 16 }, async (_, client) => {
        for (let i = 0; ; i++) {
          const title = `client ${client}, upload ${i}`;
          const answer = await post(address, '/videos', { title, tags: ['tea'] }).catch(
            () => undefined,
          );
          if (answer?.status !== 201) return;
          uploaded.set(answer.body.video.id, title);
          for (const id of ['vid_1', answer.body.video.id as string]) {
            asked.set(id, (asked.get(id) ?? 0) + 1);
            const viewed = await watch(address, id).catch(() => undefined);
            if (viewed === undefined) return;
            counts.set(id, [...(counts.get(id) ?? []), viewed.view_count]);
          }
          if (++done === 300) void first.end('SIGKILL');
        }
      });
      await Promise.all(clients);
      await first.end('SIGKILL');
      assert.ok(uploaded.size >= 300);
      for (const own of counts.values()) assert.equal(new Set(own).size, own.length);

      const second = await startProcess(t, ['video-catalog'], full);
      const again = second.addresses['video-catalog']!;
      const stored = await list(`${again}/videos`);
      const found = await list(`${again}/search?q=TEA`);
      assert.deepEqual(ids(found), ids(stored));
      const videos = new Map(stored.map((video) => [video.id, video]));
      for (const [id, title] of uploaded) {
        const { title: kept, view_count } = videos.get(id)!;
        assert.equal(kept, title);
        assert.ok(view_count >= Math.max(0, ...(counts.get(id) ?? [])), id);
        assert.ok(view_count <= (asked.get(id) ?? 0), id);
      }
      assert.deepEqual(
        ids(stored),
        stored.map((_, i) => `vid_${stored.length - i}`),
      );
      await ready(again, stored);
    });
  }
});

/** Waits until all videos are ready; one that was ready keeps its duration. */
async function ready(address: string, before: readonly VideoView[]): Promise<void> {
  let now: VideoView[];
  do now = await list(`${address}/videos`);
  while (now.some(({ status }) => status !== 'ready'));
  const durations = new Map(now.map((video) => [video.id, video.duration_secs]));
  for (const { id, status, duration_secs } of before) {
    const duration = durations.get(id)!;
    assert.ok(duration >= 10 && duration <= 609);
    if (status === 'ready') assert.equal(duration, duration_secs);
  }
}

const ids = (videos: readonly VideoView[]) => videos.map(({ id }) => id);

async function list(url: string): Promise<VideoView[]> {
  return ((await (await fetch(url)).json()) as { videos: VideoView[] }).videos;
}

async function watch(address: string, id: string): Promise<VideoView | undefined> {
  const response = await fetch(`${address}/videos/${id}`);
  return ((await response.json()) as { video: VideoView }).video;
}
