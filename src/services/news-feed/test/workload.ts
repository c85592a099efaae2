/** Posts that are in the timelines of their author and of all followers, once and in one order. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  isRefused,
  isUnclear,
  make,
  once,
  read,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

interface Post {
  readonly id: string;
  readonly content: string;
}

export function newsFeedWorkload({ name = '' }: Named = {}): Workload {
  const authors = [`${name}ann`, `${name}bob`];
  /** They follow both authors, and the last one only the first of them. */
  const followers = [`${name}fay`, `${name}fox`];
  const halfFollower = `${name}gil`;
  const posts = new Map<string, Post[]>(authors.map((author) => [author, []]));
  const unclear = new Set<string>();

  const follow = (ask: Ask, follower_id: string, followee_id: string) =>
    make(ask, { method: 'POST', path: '/follow', body: { follower_id, followee_id } }, 200);

  return {
    service: 'news-feed',

    async prepare(ask) {
      for (const id of [...authors, ...followers, halfFollower]) {
        await make(ask, { method: 'POST', path: '/users', body: { id } }, 201);
      }
      for (const author of authors) {
        for (const follower of followers) await follow(ask, follower, author);
      }
      await follow(ask, halfFollower, authors[0]!);
    },

    async act(ask, client, n) {
      const author = authors[client % authors.length]!;
      const content = `${author} ${client} ${n} ${bulk()}`;
      const body = { user_id: author, content };
      const answer = await once(ask, { method: 'POST', path: '/posts', body });
      if (isUnclear(answer)) unclear.add(content);
      if (isRefused(answer)) return;
      expectStatus(answer, 201);
      posts.get(author)!.push({ id: answer.data.id, content });
    },

    async check(ask) {
      const findings = new Findings();
      const timelineOf = async (user: string): Promise<Post[]> => {
        const { data } = await read(ask, `/timeline?user=${user}&limit=1000`);
        return data.timeline.map(({ id, content }: Post) => ({ id, content }));
      };
      const [timeline = [], ...others] = await Promise.all(followers.map(timelineOf));
      findings.distinct(
        'in a timeline',
        timeline.map(({ content }) => content),
      );
      for (const other of others) {
        if (!isDeepStrictEqual(other, timeline)) findings.wrong('two followers see other posts');
      }
      const half = await timelineOf(halfFollower);
      for (const [author, known] of posts) {
        const own = await timelineOf(author);
        const followed = timeline.filter(({ content }) => content.startsWith(`${author} `));
        if (!isDeepStrictEqual(own, followed)) findings.wrong(`${author} sees other posts`);
        if (author === authors[0] && !isDeepStrictEqual(own, half))
          findings.wrong(`the one who follows only ${author} sees other posts`);
        const { data } = await read(ask, `/users/${author}/posts?limit=1000`);
        const all: Post[] = data.posts;
        for (const { id } of known) {
          const isThere = [own, all].every((list) => list.some((post) => post.id === id));
          if (!isThere) findings.lost(`the post ${id}`);
        }
        const told = new Set(known.map(({ content }) => content));
        for (const { content } of all) {
          if (!told.has(content) && !unclear.has(content)) findings.wrong(`a post ${content}`);
        }
      }
      return findings.all;
    },
  };
}
