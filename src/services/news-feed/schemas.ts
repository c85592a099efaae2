import { Type } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { leftOutBecause, shownBecause } from './reasons.ts';

export const UserBody = Type.Object({ id: Id('chosen by the client') });
export const UserResult = Type.Object({ id: Type.String() });
export const Profile = Type.Object({
  id: Type.String(),
  followers: Type.Integer({ description: 'at present' }),
  following: Type.Integer({ description: 'at present' }),
});

const Content = Type.String({ minLength: 1, maxLength: 10_000, format: 'text' });
const Instant = (description = 'milliseconds since the epoch') => Type.Integer({ description });
const Extra = Type.Object(
  {},
  { additionalProperties: true, description: 'whatever the author adds: at most 4 KiB of JSON' },
);
export const PostBody = Type.Object({
  user_id: Id('the author'),
  content: Content,
  extra: Type.Optional(Extra),
});
export const Post = Type.Object({
  id: Type.String({
    description: 'author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second',
  }),
  user_id: Type.String(),
  content: Type.String(),
  created_at: Instant(),
  extra: Type.Optional(Extra),
  reactions: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: Type.Integer(),
        description: 'how many there are, by kind; absent while there are none',
      },
    ),
  ),
  comments: Type.Optional(
    Type.Integer({ description: 'how many there are; absent while there are none' }),
  ),
});
// Longer than any id can be, so that an unknown post is 404.
const PostId = (description?: string) =>
  Type.String({ maxLength: 256, format: 'text', description });
export const PostParams = Type.Object({ id: PostId() });
export const Deleted = Type.Object({ deleted: Type.Literal(true) });

const relation = {
  follower_id: Id('who wants to see the posts'),
  followee_id: Id('whose posts'),
};
export const FollowBody = Type.Object({
  ...relation,
  backfill: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: 'of a new follow: how many of the newest posts join the timeline, in their place',
  }),
});
export const UnfollowQuery = Type.Object(relation);
export const FollowResult = Type.Object({
  follower_id: Type.String(),
  followee_id: Type.String(),
  followed: Type.Boolean(),
});

export const MuteQuery = Type.Object({ user: Id('who mutes'), muted: Id('whose posts') });
export const MuteResult = Type.Object({
  user_id: Type.String(),
  muted_id: Type.String(),
  muted: Type.Boolean(),
});
export const HideQuery = Type.Object({ user: Id('who hides'), post: PostId() });
export const HideResult = Type.Object({
  user_id: Type.String(),
  post_id: Type.String(),
  hidden: Type.Boolean(),
});

const cursor = Type.Optional(
  Type.String({
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'next_cursor of the page before; posts made meanwhile do not shift it',
  }),
);
const limit = { minimum: 0, maximum: 1_000 } as const;
const nextCursor = Type.Optional(
  Type.String({ description: 'the cursor of the next page; absent on the last one' }),
);

export const TimelineQuery = Type.Object({
  user: Id('whose timeline'),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'posts to skip, 0 if omitted; beyond the end the page is empty',
    }),
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

/** The query of lists other than lists of posts. */
export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the page before' }),
  ),
});
export const Followers = Type.Object({
  followers: Type.Array(UserResult),
  next_cursor: nextCursor,
});
export const Following = Type.Object({
  following: Type.Array(UserResult),
  next_cursor: nextCursor,
});

export const ReactionParams = Type.Object({
  id: PostId(),
  kind: Type.String({ minLength: 1, maxLength: 32, format: 'id', description: 'such as `like`' }),
});
export const ReactionQuery = Type.Object({ user: Id('who reacts') });
export const ReactionResult = Type.Object({
  post_id: Type.String(),
  user_id: Type.String(),
  kind: Type.String(),
  reacted: Type.Boolean(),
});

export const CommentBody = Type.Object({ user_id: Id('who comments'), content: Content });
export const Comment = Type.Object({
  id: Type.String({ description: 'comment_<n>' }),
  post_id: Type.String(),
  user_id: Type.String(),
  content: Type.String(),
  created_at: Instant(),
});
export const Comments = Type.Object({ comments: Type.Array(Comment), next_cursor: nextCursor });
// No pattern: what cannot be an id is unknown (404).
export const CommentParams = Type.Object({ id: PostId('comment_<n>') });

export const StreamQuery = Type.Object({ user: Id('whose timeline') });
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: 'the last one received' }),
  ),
});

export const Receipt = Type.Object({
  delivered_to: Type.Integer({ description: 'the author, and the followers of that moment' }),
  pushed: Type.Integer({ description: 'timelines into which it was written: none' }),
  merged: Type.Integer({ description: 'timelines that find it when they are read' }),
  followers_then: Type.Integer(),
  took_ms: Type.Integer({
    description: 'from its arrival until its turn to be written; without the commit',
  }),
});
export const WhyQuery = Type.Object({ user: Id('whose timeline'), post: PostId() });
export const Why = Type.Object({
  shown: Type.Boolean(),
  because: Type.String({ enum: [...shownBecause, ...leftOutBecause] }),
  at: Instant('when that came about, milliseconds since the epoch'),
});
