import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as replies from './replies.ts';

describe('replies of scripts', () => {
  it('become outcomes', () => {
    assert.deepEqual(replies.reserveReply(['short', [0, 3]]), { kind: 'short', available: [0, 3] });
    assert.equal(replies.stockReply(null), undefined);
    assert.deepEqual(replies.backlogReply([0, '']), { entries: 0, oldestAt: undefined });
    const [snapshot] = replies.toSnapshots(
      [[2, [10, 4, 1, 5, 1], ['1', '10 load-1', '2', '-5 entry of 2 words']]],
      [{ hubId: 'hub', sku: 'milk' }],
    );
    assert.deepEqual(snapshot?.pending, [
      { entryId: 'load-1', seq: 1, delta: 10 },
      { entryId: 'entry of 2 words', seq: 2, delta: -5 },
    ]);
  });

  it('that are none of what a script replies are an error that names it', () => {
    const wrong: [what: RegExp, decode: (reply: unknown) => unknown, ...wrong: unknown[]][] = [
      [/reserve\.lua/, replies.reserveReply, null, ['reserved', 'id'], ['short', ['3']], ['taken']],
      [/load\.lua/, replies.loadReply, ['loaded', [1, 2]], ['below-held', '3'], []],
      [/confirm\.lua/, replies.confirmReply, 'held', null, 1],
      [/release\.lua/, replies.releaseReply, 'held', ''],
      [/reap\.lua/, replies.reapReply, '7', null],
      [/backlog\.lua/, replies.backlogReply, [1, 'soon'], [1]],
      [/claim\.lua/, replies.claimReply, null, [1]],
      [/outbox/, replies.claimReply, ['{"id":"x"}']],
      [
        /pending/,
        (reply) => replies.toSnapshots(reply, [{ hubId: 'h', sku: 's' }]),
        [[1, [1, 1, 0, 0, 1], ['1', 'x']]],
      ],
    ];
    for (const [what, decode, ...given] of wrong) {
      for (const reply of given) assert.throws(() => decode(reply), what, JSON.stringify(reply));
    }
  });
});
