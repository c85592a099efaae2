/** Posts that are in the timelines of their author and of all followers, once and in one order. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '../lib/findings.ts';
import {
  bulk,
  expectStatus,
  isRefused,
  isUnclear,
  make,
  once,
  read,
  type Workload,
} from '../lib/workload.ts';

const followers = ['fay', 'fox'];

interface Post {
  readonly id: string;
  readonly content: string;
}

export function newsFeed({ clients }: { readonly clients: number }): Workload {
  const authors = Array.from({ length: clients }, (_, client) => `ann-${client}`);
  const posts = new Map<string, Post[]>(authors.map((author) => [author, []]));
  const unclear = new Set<string>();

  return {
    service: 'news-feed',

    async prepare(ask) {
      for (const id of [...authors, ...followers]) {
        await make(ask, { method: 'POST', path: '/users', body: { id } }, 201);
      }
      for (const followee_id of authors) {
        for (const follower_id of followers) {
          const body = { follower_id, followee_id };
          await make(ask, { method: 'POST', path: '/follow', body }, 200);
        }
      }
    },

    async act(ask, client, n) {
      const author = authors[client]!;
      const content = `${author} ${n} ${bulk()}`;
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
      for (const [author, known] of posts) {
        const own = await timelineOf(author);
        const followed = timeline.filter(({ content }) => content.startsWith(`${author} `));
        if (!isDeepStrictEqual(own, followed)) findings.wrong(`${author} sees other posts`);
        const { data } = await read(ask, `/users/${author}/posts`);
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
