import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, numberedId } from './ids.ts';

test('ids sort by time and never repeat', () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => newId('res', 1_700_000_000_000 + i));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 1_000);
  assert.match(ids[0]!, /^res_[0-9a-z]{9}[\w-]{22}$/);
  assert.notEqual(newId('res', 1), newId('res', 1));
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
