import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { openService } from '#kit/testing/testing.ts';
import { videoCatalog } from '../index.ts';

test(
  'on a full disk videos are shown, and counted again when there is space',
  { skip: noSmallDisk() },
  async (t) => {
    const disk = smallDisk(t);
    const { app } = await openService(t, videoCatalog, { DATA_DIR: disk.folder });
    const payload = { title: 'tea' };
    const { video } = (await app.inject({ method: 'POST', url: '/videos', payload })).json();
    const view = async () => {
      const answer = await app.inject(`/videos/${video.id}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return Number(answer.json().video.view_count);
    };
    disk.fill();
    // There is some room in the log.
    let count = 0;
    for (let next = await view(); next > count; next = await view()) count = next;
    assert.equal(await view(), count);
    assert.equal((await app.inject('/videos/vid_9')).statusCode, 404);
    disk.free();
    assert.equal(await view(), count + 1);
  },
);
