/** How many streams and sockets one user, and one client address, may hold open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listenerOptions, readCommon, type Environment } from '../../host/env.ts';
import { stranger, type Caller } from '../identity/caller.ts';
import { OpenStreams } from './open-streams.ts';

const userOf = (name: string): Caller => ({ kind: 'user', name, endsAt: 0 });
const shop: Caller = { kind: 'service', name: 'shop', endsAt: 0 };
const streamsOf = (env: Environment) => listenerOptions(readCommon(env)).streams;

/** How many of so many streams are opened, and how the first one that is not is refused. */
function openAll(streams: OpenStreams, times: number, open: (i: number) => [Caller, string]) {
  const opened: (() => void)[] = [];
  try {
    for (let i = 0; i < times; i++) opened.push(streams.open(...open(i)));
    return { opened, code: undefined };
  } catch (error) {
    return { opened, code: (error as { code: string }).code };
  }
}

const told = ({ opened, code }: ReturnType<typeof openAll>) => [opened.length, code];

describe('open streams', () => {
  it('of one user are bounded, from whichever address, and end', () => {
    const streams = new OpenStreams({ ofUser: 2, ofAddress: 9, ofAll: 9 });
    const first = openAll(streams, 3, (i) => [userOf('ann'), `192.0.2.${i}`]);
    assert.deepEqual(told(first), [2, 'TOO_MANY_STREAMS_OF_USER']);
    assert.deepEqual(told(openAll(streams, 2, () => [userOf('bob'), '192.0.2.1'])), [2, undefined]);
    first.opened[0]!();
    const next = openAll(streams, 2, () => [userOf('ann'), '192.0.2.1']);
    assert.deepEqual(told(next), [1, 'TOO_MANY_STREAMS_OF_USER']);
  });

  it('of one address are bounded, of whichever users', () => {
    const streams = new OpenStreams({ ofUser: 9, ofAddress: 2, ofAll: 9 });
    const users = openAll(streams, 3, (i) => [userOf(`${i}`), '192.0.2.1']);
    assert.deepEqual(told(users), [2, 'TOO_MANY_STREAMS_OF_ADDRESS']);
    assert.deepEqual(told(openAll(streams, 2, () => [stranger, '192.0.2.2'])), [2, undefined]);
  });

  it('leave room for operators and services, whatever others have open', () => {
    const streams = new OpenStreams({ ofUser: 9, ofAddress: 9, ofAll: 2 });
    const others = openAll(streams, 3, (i) => [stranger, `192.0.2.${i}`]);
    assert.deepEqual(told(others), [2, 'TOO_MANY_STREAMS']);
    assert.deepEqual(told(openAll(streams, 50, () => [shop, '192.0.2.1'])), [50, undefined]);
  });

  it('are bounded where others can reach hawker: 20 of a user, 200 of an address', () => {
    const ann = (env: Environment) =>
      told(openAll(streamsOf(env), 300, () => [userOf('ann'), 'a']));
    const anybody = (env: Environment) => told(openAll(streamsOf(env), 300, () => [stranger, 'a']));
    const open = { HOST: '0.0.0.0' };
    assert.deepEqual(
      [ann({}), anybody({})],
      [
        [300, undefined],
        [300, undefined],
      ],
    );
    assert.deepEqual(ann(open), [20, 'TOO_MANY_STREAMS_OF_USER']);
    assert.deepEqual(anybody(open), [200, 'TOO_MANY_STREAMS_OF_ADDRESS']);
    assert.deepEqual(ann({ MAX_STREAMS_PER_USER: '3' }), [3, 'TOO_MANY_STREAMS_OF_USER']);
    const few = { MAX_STREAMS_PER_ADDRESS: '3' };
    assert.deepEqual(anybody(few), [3, 'TOO_MANY_STREAMS_OF_ADDRESS']);
    const small = { ...open, MAX_CONNECTIONS: '10', MAX_STREAMS_PER_ADDRESS: '300' };
    assert.deepEqual(anybody(small), [8, 'TOO_MANY_STREAMS']);
  });
});
