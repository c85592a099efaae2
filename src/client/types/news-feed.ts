/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface NewsFeed {
  /** POST /posts. Delivers the post to its author and to everybody who follows the author now. While identity is on, a user may make `FEED_POSTS_PER_MINUTE` posts and comments a minute (429 QUOTA_EXCEEDED). */
  publish(
    body: JsonBody<operations['newsFeedPublish']>,
    members?: Members<operations['newsFeedPublish']>,
  ): Call<Json<operations['newsFeedPublish']>, Codes<operations['newsFeedPublish']>>;
  /** DELETE /posts/{id}. Erases its content; no older post moves up in its place. It may be repeated. */
  deletePost(
    id: string | number,
    members?: Members<operations['newsFeedDeletePost']>,
  ): Call<Json<operations['newsFeedDeletePost']>, Codes<operations['newsFeedDeletePost']>>;
  /** GET /posts/{id}/receipt. Describes the moment when the post was made; later follows and unfollows do not change it. */
  showReceipt(
    id: string | number,
    members?: Members<operations['newsFeedShowReceipt']>,
  ): Call<Json<operations['newsFeedShowReceipt']>, Codes<operations['newsFeedShowReceipt']>>;
  /** GET /users/{id}/posts. The newest first: all of them, or a page with `limit`. */
  listPosts(
    id: string | number,
    members?: Members<operations['newsFeedListPosts']>,
  ): Call<Json<operations['newsFeedListPosts']>, Codes<operations['newsFeedListPosts']>>;
  /** PUT /posts/{id}/reactions/{kind}. A user has each kind of reaction once on a post, so it may be repeated. Fails with 409 TOO_MANY_KINDS when the post has reactions of 64 other kinds. */
  react(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedReact']>,
  ): Call<Json<operations['newsFeedReact']>, Codes<operations['newsFeedReact']>>;
  /** DELETE /posts/{id}/reactions/{kind}. Answers the same when there was no such reaction. */
  takeReactionBack(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedTakeReactionBack']>,
  ): Call<
    Json<operations['newsFeedTakeReactionBack']>,
    Codes<operations['newsFeedTakeReactionBack']>
  >;
  /** POST /posts/{id}/comments. Counts towards the posts that a user may make a minute while identity is on (429 QUOTA_EXCEEDED). */
  comment(
    id: string | number,
    body: JsonBody<operations['newsFeedComment']>,
    members?: Members<operations['newsFeedComment']>,
  ): Call<Json<operations['newsFeedComment']>, Codes<operations['newsFeedComment']>>;
  /** GET /posts/{id}/comments. The oldest first. A deleted post is 404. */
  listComments(
    id: string | number,
    members?: Members<operations['newsFeedListComments']>,
  ): Call<Json<operations['newsFeedListComments']>, Codes<operations['newsFeedListComments']>>;
  /** DELETE /comments/{id}. Erases it for good. It may be repeated. */
  deleteComment(
    id: string | number,
    members?: Members<operations['newsFeedDeleteComment']>,
  ): Call<Json<operations['newsFeedDeleteComment']>, Codes<operations['newsFeedDeleteComment']>>;
  /** POST /users. Answers 201 for a new user, and 200 for one that exists. */
  addUser(
    body: JsonBody<operations['newsFeedAddUser']>,
    members?: Members<operations['newsFeedAddUser']>,
  ): Call<Json<operations['newsFeedAddUser']>, Codes<operations['newsFeedAddUser']>>;
  /** GET /users/{id} */
  showUser(
    id: string | number,
    members?: Members<operations['newsFeedShowUser']>,
  ): Call<Json<operations['newsFeedShowUser']>, Codes<operations['newsFeedShowUser']>>;
  /** POST /follow. Posts that the followee makes from now on appear in the follower's timeline; with `backfill`, a new follow also adds the newest earlier ones. It may be repeated. Fails with 400 for a user who follows themselves, and with 404 UNKNOWN_USER when either does not exist. */
  follow(
    body: JsonBody<operations['newsFeedFollow']>,
    members?: Members<operations['newsFeedFollow']>,
  ): Call<Json<operations['newsFeedFollow']>, Codes<operations['newsFeedFollow']>>;
  /** DELETE /follow. Stops later posts; those that are in the timeline stay. It may be repeated. */
  unfollow(
    members: Members<operations['newsFeedUnfollow']>,
  ): Call<Json<operations['newsFeedUnfollow']>, Codes<operations['newsFeedUnfollow']>>;
  /** GET /users/{id}/followers. In the order in which they became users. */
  listFollowers(
    id: string | number,
    members?: Members<operations['newsFeedListFollowers']>,
  ): Call<Json<operations['newsFeedListFollowers']>, Codes<operations['newsFeedListFollowers']>>;
  /** GET /users/{id}/following. In the order in which they became users. */
  listFollowing(
    id: string | number,
    members?: Members<operations['newsFeedListFollowing']>,
  ): Call<Json<operations['newsFeedListFollowing']>, Codes<operations['newsFeedListFollowing']>>;
  /** PUT /mutes. Takes the author's posts out of the user's timeline and stream until the author is unmuted; they keep their places, so no older post moves up. It may be repeated. A user cannot mute themselves (400). */
  mute(
    members: Members<operations['newsFeedMute']>,
  ): Call<Json<operations['newsFeedMute']>, Codes<operations['newsFeedMute']>>;
  /** DELETE /mutes. The author's posts are in the timeline again. It may be repeated. */
  unmute(
    members: Members<operations['newsFeedUnmute']>,
  ): Call<Json<operations['newsFeedUnmute']>, Codes<operations['newsFeedUnmute']>>;
  /** PUT /hides. Takes the post out of the user's timeline and stream until it is unhidden; no older post moves up. It may be repeated. */
  hide(
    members: Members<operations['newsFeedHide']>,
  ): Call<Json<operations['newsFeedHide']>, Codes<operations['newsFeedHide']>>;
  /** DELETE /hides. The post is in the timeline again. It may be repeated. */
  unhide(
    members: Members<operations['newsFeedUnhide']>,
  ): Call<Json<operations['newsFeedUnhide']>, Codes<operations['newsFeedUnhide']>>;
  /** GET /timeline. The newest posts that were delivered to the user, their own included, without deleted, muted and hidden ones. A timeline keeps the newest `FEED_TIMELINE_MAX`. Page with `offset` or, so that new posts do not shift the pages, with `cursor`; both together are 400. */
  timeline(
    members: Members<operations['newsFeedTimeline']>,
  ): Call<Json<operations['newsFeedTimeline']>, Codes<operations['newsFeedTimeline']>>;
  /** GET /timeline/why. Says why the timeline shows the post or does not, and since when. Of several reasons the first one that applies is given. */
  explain(
    members: Members<operations['newsFeedExplain']>,
  ): Call<Json<operations['newsFeedExplain']>, Codes<operations['newsFeedExplain']>>;
  /** GET /timeline/stream. Server-sent events: a `post` for each new post of the timeline, without deleted, muted and hidden ones. The stream begins with the next post, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice. */
  followTimeline(
    members: Members<operations['newsFeedFollowTimeline']>,
  ): Stream<Events<operations['newsFeedFollowTimeline']>>;
}

export interface operations {
  newsFeedPublish: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the author
           */
          user_id: string;
          /**
           * Format: text
           * @description the text, 1–10,000 characters (code points)
           */
          content: string;
          /** @description anything that the author adds, at most 4 KiB of JSON */
          extra?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
            id: string;
            /** @description the author */
            user_id: string;
            /** @description the text */
            content: string;
            /** @description when it was made, milliseconds since the epoch */
            created_at: number;
            /** @description anything that the author adds, at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** @description number of reactions by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** @description number of comments; absent while there are none */
            comments?: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedDeletePost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedShowReceipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description timelines that the post was delivered to: the author and the followers at that moment */
            delivered_to: number;
            /** @description timelines that the post was written into: always 0 */
            pushed: number;
            /** @description timelines that find the post when they are read */
            merged: number;
            /** @description followers of the author when the post was made */
            followers_then: number;
            /** @description milliseconds from the arrival of the post until its turn to be written, without the commit */
            took_ms: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedListPosts: {
    parameters: {
      query?: {
        /** @description most posts of the page; all when absent */
        limit?: number;
        /** @description next_cursor of the page before; new posts do not shift the pages */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description id of the user */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the newest first */
            posts: {
              /** @description author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
              id: string;
              /** @description the author */
              user_id: string;
              /** @description the text */
              content: string;
              /** @description when it was made, milliseconds since the epoch */
              created_at: number;
              /** @description anything that the author adds, at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** @description number of reactions by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** @description number of comments; absent while there are none */
              comments?: number;
            }[];
            /** @description cursor of the next page; absent on the last one */
            next_cursor?: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedReact: {
    parameters: {
      query: {
        /** @description the user who reacts */
        user: string;
      };
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
        /** @description kind of the reaction, such as `like` */
        kind: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description id of the post */
            post_id: string;
            /** @description the user who reacts */
            user_id: string;
            /** @description kind of the reaction */
            kind: string;
            /** @description whether the user has this reaction now */
            reacted: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_KINDS'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedTakeReactionBack: {
    parameters: {
      query: {
        /** @description the user who reacts */
        user: string;
      };
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
        /** @description kind of the reaction, such as `like` */
        kind: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description id of the post */
            post_id: string;
            /** @description the user who reacts */
            user_id: string;
            /** @description kind of the reaction */
            kind: string;
            /** @description whether the user has this reaction now */
            reacted: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedListComments: {
    parameters: {
      query?: {
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the oldest first */
            comments: {
              /** @description comment_<n> */
              id: string;
              /** @description id of the post */
              post_id: string;
              /** @description the user who commented */
              user_id: string;
              /** @description the text */
              content: string;
              /** @description when it was made, milliseconds since the epoch */
              created_at: number;
            }[];
            /** @description cursor of the next page; absent on the last one */
            next_cursor?: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description id of the post */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user who comments
           */
          user_id: string;
          /**
           * Format: text
           * @description the text, 1–10,000 characters (code points)
           */
          content: string;
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description comment_<n> */
            id: string;
            /** @description id of the post */
            post_id: string;
            /** @description the user who commented */
            user_id: string;
            /** @description the text */
            content: string;
            /** @description when it was made, milliseconds since the epoch */
            created_at: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedDeleteComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description comment_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_COMMENT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedAddUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description id of the user, chosen by the client
           */
          id: string;
        };
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description id of the user */
            id: string;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description id of the user */
            id: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedShowUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description id of the user */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description id of the user */
            id: string;
            /** @description number of users who follow this user now */
            followers: number;
            /** @description number of users whom this user follows now */
            following: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedFollow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user who follows
           */
          follower_id: string;
          /**
           * Format: id
           * @description the user who is followed
           */
          followee_id: string;
          /**
           * @description how many of the newest posts of the followee a new follow adds to the timeline, each where it would stand
           * @default 0
           */
          backfill?: number;
        };
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who follows */
            follower_id: string;
            /** @description the user who is followed */
            followee_id: string;
            /** @description whether the one follows the other now */
            followed: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedUnfollow: {
    parameters: {
      query: {
        /** @description the user who follows */
        follower_id: string;
        /** @description the user who is followed */
        followee_id: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who follows */
            follower_id: string;
            /** @description the user who is followed */
            followee_id: string;
            /** @description whether the one follows the other now */
            followed: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedListFollowers: {
    parameters: {
      query?: {
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description id of the user */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description in the order in which they became users */
            followers: {
              /** @description id of the user */
              id: string;
            }[];
            /** @description cursor of the next page; absent on the last one */
            next_cursor?: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedListFollowing: {
    parameters: {
      query?: {
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description id of the user */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description in the order in which they became users */
            following: {
              /** @description id of the user */
              id: string;
            }[];
            /** @description cursor of the next page; absent on the last one */
            next_cursor?: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedMute: {
    parameters: {
      query: {
        /** @description the user who mutes */
        user: string;
        /** @description the author to mute */
        muted: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who mutes */
            user_id: string;
            /** @description the author */
            muted_id: string;
            /** @description whether the author is muted now */
            muted: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedUnmute: {
    parameters: {
      query: {
        /** @description the user who mutes */
        user: string;
        /** @description the author to mute */
        muted: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who mutes */
            user_id: string;
            /** @description the author */
            muted_id: string;
            /** @description whether the author is muted now */
            muted: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedHide: {
    parameters: {
      query: {
        /** @description the user who hides */
        user: string;
        /** @description id of the post */
        post: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who hides */
            user_id: string;
            /** @description id of the post */
            post_id: string;
            /** @description whether the post is hidden now */
            hidden: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedUnhide: {
    parameters: {
      query: {
        /** @description the user who hides */
        user: string;
        /** @description id of the post */
        post: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the user who hides */
            user_id: string;
            /** @description id of the post */
            post_id: string;
            /** @description whether the post is hidden now */
            hidden: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedTimeline: {
    parameters: {
      query: {
        /** @description owner of the timeline */
        user: string;
        /** @description posts to skip, 0 when absent; beyond the end the page is empty; not with cursor */
        offset?: number;
        /** @description most posts of the page */
        limit?: number;
        /** @description next_cursor of the page before; new posts do not shift the pages */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description posts, the newest first */
            timeline: {
              /** @description author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
              id: string;
              /** @description the author */
              user_id: string;
              /** @description the text */
              content: string;
              /** @description when it was made, milliseconds since the epoch */
              created_at: number;
              /** @description anything that the author adds, at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** @description number of reactions by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** @description number of comments; absent while there are none */
              comments?: number;
            }[];
            /** @description cursor of the next page; absent on the last one */
            next_cursor?: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedExplain: {
    parameters: {
      query: {
        /** @description owner of the timeline */
        user: string;
        /** @description id of the post */
        post: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description whether the timeline shows the post */
            shown: boolean;
            /**
             * @description trimmed: newer posts have filled the timeline
             * @enum {string}
             */
            because:
              | 'own'
              | 'followed_since'
              | 'backfilled'
              | 'not_followed_then'
              | 'unfollowed'
              | 'muted'
              | 'hidden'
              | 'trimmed'
              | 'deleted';
            /** @description since when that is so, milliseconds since the epoch; of the post itself for own and not_followed_then */
            at: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_POST'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  newsFeedFollowTimeline: {
    parameters: {
      query: {
        /** @description owner of the timeline */
        user: string;
      };
      header?: {
        /** @description id of the last event received */
        'last-event-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': {
            /** @description author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
            id: string;
            /** @description the author */
            user_id: string;
            /** @description the text */
            content: string;
            /** @description when it was made, milliseconds since the epoch */
            created_at: number;
            /** @description anything that the author adds, at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** @description number of reactions by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** @description number of comments; absent while there are none */
            comments?: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_STREAMS'
              | 'TOO_MANY_STREAMS_OF_ADDRESS'
              | 'TOO_MANY_STREAMS_OF_USER'
              | 'UNKNOWN_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
