/** Shared by the tests over HTTP: replicas of a service, requests, readers of streams. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import {
  EventReader,
  missing,
  openService,
  servers,
  unique,
  type OpenService,
} from '#kit/testing/testing.ts';
import { newsFeed } from '../index.ts';

export interface Replica extends OpenService {
  /** Sends a request; fails unless it is answered with this status. */
  readonly ask: (request: string, body?: object, status?: number) => Promise<Json>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
export type Json = any;

/** Two replicas where the store is shared; twice the same one where it is not. */
export type OpenReplicas = (
  t: TestContext,
  env?: Environment,
) => Promise<readonly [Replica, Replica]>;

export async function openReplica(t: TestContext, env: Environment): Promise<Replica> {
  const opened = await openService(t, newsFeed, env);
  return {
    ...opened,
    async ask(what, body, status = 200) {
      const [method, url] = what.split(' ') as ['GET', string];
      const response = await opened.app.inject({ method, url, ...(body && { payload: body }) });
      assert.equal(response.statusCode, status, `${what}: ${response.body}`);
      return response.json();
    },
  };
}

/** Runs a suite on both stores. */
export function onBothStores(suite: (open: OpenReplicas) => void): void {
  describe('on SQLite', () =>
    suite(async (t, env = {}) => {
      const replica = await openReplica(t, env);
      return [replica, replica];
    }));
  describe('on PostgreSQL', { skip: missing('postgres') }, () =>
    suite(async (t, env = {}) => {
      const shared = { DATABASE_URL: servers.postgres, FEED_PREFIX: unique('feed'), ...env };
      return [await openReplica(t, shared), await openReplica(t, shared)];
    }),
  );
}

export async function addUsers({ ask }: Replica, ...ids: string[]): Promise<void> {
  for (const id of ids) await ask('POST /users', { id }, 201);
}

export const post = ({ ask }: Replica, user_id: string, content: string): Promise<Json> =>
  ask('POST /posts', { user_id, content }, 201);

export const follow = ({ ask }: Replica, follower_id: string, followee_id: string, more = {}) =>
  ask('POST /follow', { follower_id, followee_id, ...more });

export async function contents({ ask }: Replica, user: string): Promise<string[]> {
  const { timeline } = await ask(`GET /timeline?user=${user}`);
  return timeline.map(({ content }: Json) => content);
}

/** Reads a stream post by post. */
export class Reader extends EventReader {
  /** Undefined once the stream has ended. */
  async next(): Promise<{ id: string; post: Json } | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const [, id, data] = /^id: (.*)\nevent: post\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined) return { id, post: JSON.parse(data!) };
    }
  }

  /** The contents of as many posts. */
  async contents(count: number): Promise<string[]> {
    const seen: string[] = [];
    while (seen.length < count) {
      const event = await this.next();
      assert.ok(event, `the stream ended after ${seen.length} of ${count}`);
      seen.push(event.post.content);
    }
    return seen;
  }
}

/** Follows the timeline of a user over a real socket. */
export async function followLive(
  t: TestContext,
  { app }: Replica,
  user: string,
  lastEventId?: string,
): Promise<Reader> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const path = `/timeline/stream?user=${encodeURIComponent(user)}`;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const asked = request({ host: '127.0.0.1', port, path, headers });
  t.after(() => asked.destroy());
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return new Reader(response);
}
