import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Held } from './held.ts';

it('takes more messages at once than a call has room for arguments, and keeps the last ones', () => {
  const held = new Held();
  const messages = Array.from({ length: 200_000 }, (_, i) => {
    return { user: 'ann', room: 'tea', content: '', timestamp: 0, seq: i + 1 };
  });
  held.add(messages);
  assert.deepEqual([held.messages[0]!.seq, held.messages.length], [199_001, 1_000]);
  assert.equal(held.isIncomplete, true);
});
