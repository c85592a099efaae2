import { Type } from 'typebox';
import { Id } from '#kit/web/schema.ts';
import { leftOutBecause, shownBecause } from './reasons.ts';

export const UserBody = Type.Object({ id: Id('id of the user, chosen by the client') });
const userId = Type.String({ description: 'id of the user' });
export const UserResult = Type.Object({ id: userId });
export const Profile = Type.Object({
  id: userId,
  followers: Type.Integer({ description: 'number of users who follow this user now' }),
  following: Type.Integer({ description: 'number of users whom this user follows now' }),
});

const Content = Type.String({
  minLength: 1,
  maxLength: 10_000,
  format: 'text',
  description: 'the text, 1–10,000 characters (code points)',
});
const content = Type.String({ description: 'the text' });
const createdAt = Type.Integer({ description: 'when it was made, milliseconds since the epoch' });
const Extra = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'anything that the author adds, at most 4 KiB of JSON',
  },
);
export const PostBody = Type.Object({
  user_id: Id('the author'),
  content: Content,
  extra: Type.Optional(Extra),
});
export const Post = Type.Object({
  id: Type.String({
    description:
      'author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, …',
  }),
  user_id: Type.String({ description: 'the author' }),
  content,
  created_at: createdAt,
  extra: Type.Optional(Extra),
  reactions: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: Type.Integer(),
        description: 'number of reactions by kind; absent while there are none',
      },
    ),
  ),
  comments: Type.Optional(
    Type.Integer({ description: 'number of comments; absent while there are none' }),
  ),
});
// Longer than any id can be, so that an unknown post is 404.
const PostId = (description = 'id of the post') =>
  Type.String({ maxLength: 256, format: 'text', description });
const postId = Type.String({ description: 'id of the post' });
export const PostParams = Type.Object({ id: PostId() });
export const Deleted = Type.Object({ deleted: Type.Literal(true) });

const relation = {
  follower_id: Id('the user who follows'),
  followee_id: Id('the user who is followed'),
};
export const FollowBody = Type.Object({
  ...relation,
  backfill: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description:
      'how many of the newest posts of the followee a new follow adds to the timeline, each at its place in the order',
  }),
});
export const UnfollowQuery = Type.Object(relation);
export const FollowResult = Type.Object({
  follower_id: Type.String({ description: 'the user who follows' }),
  followee_id: Type.String({ description: 'the user who is followed' }),
  followed: Type.Boolean({ description: 'whether the follower now follows the followee' }),
});

export const MuteQuery = Type.Object({
  user: Id('the user who mutes'),
  muted: Id('the author to mute'),
});
export const MuteResult = Type.Object({
  user_id: Type.String({ description: 'the user who mutes' }),
  muted_id: Type.String({ description: 'the author' }),
  muted: Type.Boolean({ description: 'whether the author is muted now' }),
});
export const HideQuery = Type.Object({ user: Id('the user who hides'), post: PostId() });
export const HideResult = Type.Object({
  user_id: Type.String({ description: 'the user who hides' }),
  post_id: postId,
  hidden: Type.Boolean({ description: 'whether the post is hidden now' }),
});

const cursor = Type.Optional(
  Type.String({
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'next_cursor of the previous page; new posts do not shift the pages',
  }),
);
const limit = { minimum: 0, maximum: 1_000 } as const;
const nextCursor = Type.Optional(
  Type.String({ description: 'cursor of the next page; absent on the last one' }),
);

export const TimelineQuery = Type.Object({
  user: Id('owner of the timeline'),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'posts to skip, 0 when absent; beyond the end the page is empty; cannot be combined with cursor',
    }),
  ),
  limit: Type.Integer({ ...limit, default: 20, description: 'maximum number of posts per page' }),
  cursor,
});
export const Timeline = Type.Object({
  timeline: Type.Array(Post, { description: 'posts, the newest first' }),
  next_cursor: nextCursor,
});

export const UserParams = Type.Object({ id: Id('id of the user') });
export const PostsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ ...limit, description: 'maximum number of posts per page; all when absent' }),
  ),
  cursor,
});
export const Posts = Type.Object({
  posts: Type.Array(Post, { description: 'the newest first' }),
  next_cursor: nextCursor,
});

/** The query of lists of users and of comments. */
export const ListQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of entries per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the previous page' }),
  ),
});
export const Followers = Type.Object({
  followers: Type.Array(UserResult, { description: 'in the order in which they became users' }),
  next_cursor: nextCursor,
});
export const Following = Type.Object({
  following: Type.Array(UserResult, { description: 'in the order in which they became users' }),
  next_cursor: nextCursor,
});

export const ReactionParams = Type.Object({
  id: PostId(),
  kind: Type.String({
    minLength: 1,
    maxLength: 32,
    format: 'id',
    description: 'kind of the reaction, such as `like`',
  }),
});
export const ReactionQuery = Type.Object({ user: Id('the user who reacts') });
export const ReactionResult = Type.Object({
  post_id: postId,
  user_id: Type.String({ description: 'the user who reacts' }),
  kind: Type.String({ description: 'kind of the reaction' }),
  reacted: Type.Boolean({ description: 'whether the user has this reaction now' }),
});

export const CommentBody = Type.Object({ user_id: Id('the user who comments'), content: Content });
export const Comment = Type.Object({
  id: Type.String({ description: 'comment_<n>' }),
  post_id: postId,
  user_id: Type.String({ description: 'the user who commented' }),
  content,
  created_at: createdAt,
});
export const Comments = Type.Object({
  comments: Type.Array(Comment, { description: 'the oldest first' }),
  next_cursor: nextCursor,
});
// No pattern: a text that cannot be an id is unknown (404).
export const CommentParams = Type.Object({ id: PostId('comment_<n>') });

export const StreamQuery = Type.Object({ user: Id('owner of the timeline') });
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: 'id of the last event received' }),
  ),
});

export const Receipt = Type.Object({
  delivered_to: Type.Integer({
    description:
      'timelines that the post was delivered to: the author and the followers at that moment',
  }),
  pushed: Type.Integer({ description: 'timelines into which the post was written: always 0' }),
  merged: Type.Integer({ description: 'timelines that find the post when they are read' }),
  followers_then: Type.Integer({ description: 'followers of the author when the post was made' }),
  took_ms: Type.Integer({
    description:
      'milliseconds from the arrival of the post until its turn to be written, without the commit',
  }),
});
export const WhyQuery = Type.Object({ user: Id('owner of the timeline'), post: PostId() });
export const Why = Type.Object({
  shown: Type.Boolean({ description: 'whether the timeline shows the post' }),
  because: Type.String({
    enum: [...shownBecause, ...leftOutBecause],
    description: 'trimmed: newer posts have filled the timeline',
  }),
  at: Type.Integer({
    description:
      'since when this has been so, milliseconds since the epoch; for own and not_followed_then, when the post was made',
  }),
});
