import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, numberedId } from './ids.ts';

test('ids of later instants sort later, and two of one instant differ', () => {
  const now = Date.UTC(2026, 0, 1);
  assert.ok(newId('res', now) < newId('res', now + 1));
  assert.notEqual(newId('res', now), newId('res', now));
});

test('a numbered id is read back; what cannot be one is undefined', () => {
  const videoId = numberedId('vid');
  assert.equal(videoId.parse(videoId.format(42)), 42);
  for (const id of [
    'vid_0',
    'vid_01',
    'vid_-1',
    'vid_1e3',
    'vid_',
    'id_1',
    ' vid_1',
    `vid_1${'0'.repeat(15)}`,
  ]) {
    assert.equal(videoId.parse(id), undefined, id);
  }
});
