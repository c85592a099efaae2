import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { FeedStore } from './store/news-feed-store.ts';

/** The counters for the business questions about a news feed. */
const counters = {
  users: { help: 'Users added' },
  posts: { help: 'Posts published' },
  posts_deleted: { help: 'Requests that deleted posts, repeated ones included' },
  timelines: { help: 'Pages of timelines read' },
  reactions: { help: 'Requests that added reactions, repeated ones included' },
  comments: { help: 'Comments written' },
  comments_deleted: { help: 'Requests that deleted comments, repeated ones included' },
  mutes: { help: 'Requests that muted authors, repeated ones included' },
  hides: { help: 'Requests that hid posts, repeated ones included' },
  streamed: { help: 'Posts sent to readers who follow a timeline live' },
} as const;

/** Registers the counters, and returns what counts the steps of the store. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<FeedStore> {
  const count = metrics.counters(name, counters);
  return {
    addUser: (isNew) => {
      if (isNew) count.users();
    },
    addPost: (post) => {
      if (post !== undefined) count.posts();
    },
    removePost: (isKnown) => {
      if (isKnown) count.posts_deleted();
    },
    timeline: (page) => {
      if (page !== undefined) count.timelines();
    },
    setReaction: ({ kind }, _, reacted) => {
      if (kind === 'done' && reacted) count.reactions();
    },
    addComment: ({ kind }) => {
      if (kind === 'made') count.comments();
    },
    removeComment: (isKnown) => {
      if (isKnown) count.comments_deleted();
    },
    setMuted: ({ kind }, _user, _author, muted) => {
      if (kind === 'done' && muted) count.mutes();
    },
    setHidden: ({ kind }, _user, _post, hidden) => {
      if (kind === 'done' && hidden) count.hides();
    },
    since: (news) => {
      if (news !== undefined) count.streamed(news.posts.length);
    },
  };
}
