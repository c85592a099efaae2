import { Type } from 'typebox';
import { Id } from '#kit/web/schema.ts';

export const UserBody = Type.Object({ id: Id('chosen by the client') });
export const UserResult = Type.Object({ id: Type.String() });

export const PostBody = Type.Object({
  user_id: Id('the author'),
  content: Type.String({ minLength: 1, maxLength: 10_000, format: 'text' }),
});
export const Post = Type.Object({
  id: Type.String({
    description: 'author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second',
  }),
  user_id: Type.String(),
  content: Type.String(),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
});
// Longer than any id can be, so that an unknown post is 404.
export const PostParams = Type.Object({ id: Type.String({ maxLength: 256, format: 'text' }) });
export const Deleted = Type.Object({ deleted: Type.Literal(true) });

export const FollowBody = Type.Object({
  follower_id: Id('who wants to see the posts'),
  followee_id: Id('whose posts'),
});
export const FollowResult = Type.Object({
  follower_id: Type.String(),
  followee_id: Type.String(),
  followed: Type.Boolean(),
});

const pageEnd = 1_000;
const cursor = Type.Optional(
  Type.String({
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'next_cursor of the page before; posts made meanwhile do not shift it',
  }),
);
const limit = { minimum: 0, maximum: pageEnd } as const;
const nextCursor = Type.Optional(
  Type.String({ description: 'the cursor of the next page; absent on the last one' }),
);

export const TimelineQuery = Type.Object({
  user: Id('whose timeline'),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: pageEnd, description: 'posts to skip; 0 if omitted' }),
  ),
  limit: Type.Integer({ ...limit, default: 20 }),
  cursor,
});
export const Timeline = Type.Object({ timeline: Type.Array(Post), next_cursor: nextCursor });

export const UserParams = Type.Object({ id: Id() });
export const PostsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ ...limit, description: 'all posts if omitted' })),
  cursor,
});
export const Posts = Type.Object({ posts: Type.Array(Post), next_cursor: nextCursor });
