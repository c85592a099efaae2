/** Pages as JSON. A post never changes, so its text is kept as long as a store keeps the post. */
import type { Page, Post } from './store.ts';

const text = Symbol('text');

function textOf(post: Post & { [text]?: string }): string {
  return (post[text] ??= JSON.stringify(post));
}

/** `{"<member>":[posts],"next_cursor":"…"}`; the cursor is left out on the last page. */
export function pageJson(member: 'timeline' | 'posts', { posts, next }: Page): string {
  const cursor = next === undefined ? '' : `,"next_cursor":"${next}"`;
  return `{"${member}":[${posts.map(textOf).join(',')}]${cursor}}`;
}

/** `{"posts":[…]}`, bit by bit. */
export async function* postsJson(portions: AsyncIterable<Post[]>): AsyncGenerator<string> {
  let before = '{"posts":[';
  for await (const posts of portions) {
    if (posts.length === 0) continue;
    yield before + posts.map((post) => JSON.stringify(post)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
