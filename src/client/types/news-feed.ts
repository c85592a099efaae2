/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface NewsFeed {
  /** POST /posts */
  publish(
    body: JsonBody<operations['newsFeedPublish']>,
    members?: Members<operations['newsFeedPublish']>,
  ): Call<Json<operations['newsFeedPublish']>, Codes<operations['newsFeedPublish']>>;
  /** DELETE /posts/{id} */
  deletePost(
    id: string | number,
    members?: Members<operations['newsFeedDeletePost']>,
  ): Call<Json<operations['newsFeedDeletePost']>, Codes<operations['newsFeedDeletePost']>>;
  /** GET /posts/{id}/receipt */
  showReceipt(
    id: string | number,
    members?: Members<operations['newsFeedShowReceipt']>,
  ): Call<Json<operations['newsFeedShowReceipt']>, Codes<operations['newsFeedShowReceipt']>>;
  /** GET /users/{id}/posts */
  listPosts(
    id: string | number,
    members?: Members<operations['newsFeedListPosts']>,
  ): Call<Json<operations['newsFeedListPosts']>, Codes<operations['newsFeedListPosts']>>;
  /** PUT /posts/{id}/reactions/{kind} */
  react(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedReact']>,
  ): Call<Json<operations['newsFeedReact']>, Codes<operations['newsFeedReact']>>;
  /** DELETE /posts/{id}/reactions/{kind} */
  takeReactionBack(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedTakeReactionBack']>,
  ): Call<
    Json<operations['newsFeedTakeReactionBack']>,
    Codes<operations['newsFeedTakeReactionBack']>
  >;
  /** POST /posts/{id}/comments */
  comment(
    id: string | number,
    body: JsonBody<operations['newsFeedComment']>,
    members?: Members<operations['newsFeedComment']>,
  ): Call<Json<operations['newsFeedComment']>, Codes<operations['newsFeedComment']>>;
  /** GET /posts/{id}/comments */
  listComments(
    id: string | number,
    members?: Members<operations['newsFeedListComments']>,
  ): Call<Json<operations['newsFeedListComments']>, Codes<operations['newsFeedListComments']>>;
  /** DELETE /comments/{id} */
  deleteComment(
    id: string | number,
    members?: Members<operations['newsFeedDeleteComment']>,
  ): Call<Json<operations['newsFeedDeleteComment']>, Codes<operations['newsFeedDeleteComment']>>;
  /** POST /users */
  addUser(
    body: JsonBody<operations['newsFeedAddUser']>,
    members?: Members<operations['newsFeedAddUser']>,
  ): Call<Json<operations['newsFeedAddUser']>, Codes<operations['newsFeedAddUser']>>;
  /** GET /users/{id} */
  showUser(
    id: string | number,
    members?: Members<operations['newsFeedShowUser']>,
  ): Call<Json<operations['newsFeedShowUser']>, Codes<operations['newsFeedShowUser']>>;
  /** POST /follow */
  follow(
    body: JsonBody<operations['newsFeedFollow']>,
    members?: Members<operations['newsFeedFollow']>,
  ): Call<Json<operations['newsFeedFollow']>, Codes<operations['newsFeedFollow']>>;
  /** DELETE /follow */
  unfollow(
    members: Members<operations['newsFeedUnfollow']>,
  ): Call<Json<operations['newsFeedUnfollow']>, Codes<operations['newsFeedUnfollow']>>;
  /** GET /users/{id}/followers */
  listFollowers(
    id: string | number,
    members?: Members<operations['newsFeedListFollowers']>,
  ): Call<Json<operations['newsFeedListFollowers']>, Codes<operations['newsFeedListFollowers']>>;
  /** GET /users/{id}/following */
  listFollowing(
    id: string | number,
    members?: Members<operations['newsFeedListFollowing']>,
  ): Call<Json<operations['newsFeedListFollowing']>, Codes<operations['newsFeedListFollowing']>>;
  /** PUT /mutes */
  mute(
    members: Members<operations['newsFeedMute']>,
  ): Call<Json<operations['newsFeedMute']>, Codes<operations['newsFeedMute']>>;
  /** DELETE /mutes */
  unmute(
    members: Members<operations['newsFeedUnmute']>,
  ): Call<Json<operations['newsFeedUnmute']>, Codes<operations['newsFeedUnmute']>>;
  /** PUT /hides */
  hide(
    members: Members<operations['newsFeedHide']>,
  ): Call<Json<operations['newsFeedHide']>, Codes<operations['newsFeedHide']>>;
  /** DELETE /hides */
  unhide(
    members: Members<operations['newsFeedUnhide']>,
  ): Call<Json<operations['newsFeedUnhide']>, Codes<operations['newsFeedUnhide']>>;
  /** GET /timeline */
  timeline(
    members: Members<operations['newsFeedTimeline']>,
  ): Call<Json<operations['newsFeedTimeline']>, Codes<operations['newsFeedTimeline']>>;
  /** GET /timeline/why */
  explain(
    members: Members<operations['newsFeedExplain']>,
  ): Call<Json<operations['newsFeedExplain']>, Codes<operations['newsFeedExplain']>>;
  /** GET /timeline/stream. Server-sent events: a `post` for each new post of the timeline. */
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
          /** Format: text */
          content: string;
          /** @description whatever the author adds: at most 4 KiB of JSON */
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
            /** @description author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
            id: string;
            user_id: string;
            content: string;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description whatever the author adds: at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** @description how many there are, by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** @description how many there are; absent while there are none */
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
            /** @description the author, and the followers of that moment */
            delivered_to: number;
            /** @description timelines into which it was written: none */
            pushed: number;
            /** @description timelines that find it when they are read */
            merged: number;
            followers_then: number;
            /** @description from its arrival until its turn to be written; without the commit */
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
        /** @description all posts if omitted */
        limit?: number;
        /** @description next_cursor of the page before; posts made meanwhile do not shift it */
        cursor?: string;
      };
      header?: never;
      path: {
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
            posts: {
              /** @description author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
              id: string;
              user_id: string;
              content: string;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description whatever the author adds: at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** @description how many there are, by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** @description how many there are; absent while there are none */
              comments?: number;
            }[];
            /** @description the cursor of the next page; absent on the last one */
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
        /** @description who reacts */
        user: string;
      };
      header?: never;
      path: {
        id: string;
        /** @description such as `like` */
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
            post_id: string;
            user_id: string;
            kind: string;
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
        /** @description who reacts */
        user: string;
      };
      header?: never;
      path: {
        id: string;
        /** @description such as `like` */
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
            post_id: string;
            user_id: string;
            kind: string;
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
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
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
            comments: {
              /** @description comment_<n> */
              id: string;
              post_id: string;
              user_id: string;
              content: string;
              /** @description milliseconds since the epoch */
              created_at: number;
            }[];
            /** @description the cursor of the next page; absent on the last one */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description who comments
           */
          user_id: string;
          /** Format: text */
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
            post_id: string;
            user_id: string;
            content: string;
            /** @description milliseconds since the epoch */
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
           * @description chosen by the client
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
            id: string;
            /** @description at present */
            followers: number;
            /** @description at present */
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
           * @description who wants to see the posts
           */
          follower_id: string;
          /**
           * Format: id
           * @description whose posts
           */
          followee_id: string;
          /**
           * @description of a new follow: how many of the newest posts join the timeline, in their place
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
            follower_id: string;
            followee_id: string;
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
        /** @description who wants to see the posts */
        follower_id: string;
        /** @description whose posts */
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
            follower_id: string;
            followee_id: string;
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
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
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
            followers: {
              id: string;
            }[];
            /** @description the cursor of the next page; absent on the last one */
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
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
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
            following: {
              id: string;
            }[];
            /** @description the cursor of the next page; absent on the last one */
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
        /** @description who mutes */
        user: string;
        /** @description whose posts */
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
            user_id: string;
            muted_id: string;
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
        /** @description who mutes */
        user: string;
        /** @description whose posts */
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
            user_id: string;
            muted_id: string;
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
        /** @description who hides */
        user: string;
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
            user_id: string;
            post_id: string;
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
        /** @description who hides */
        user: string;
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
            user_id: string;
            post_id: string;
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
        /** @description whose timeline */
        user: string;
        /** @description posts to skip, 0 if omitted; beyond the end the page is empty */
        offset?: number;
        limit?: number;
        /** @description next_cursor of the page before; posts made meanwhile do not shift it */
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
            timeline: {
              /** @description author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
              id: string;
              user_id: string;
              content: string;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description whatever the author adds: at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** @description how many there are, by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** @description how many there are; absent while there are none */
              comments?: number;
            }[];
            /** @description the cursor of the next page; absent on the last one */
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
        /** @description whose timeline */
        user: string;
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
            shown: boolean;
            /** @enum {string} */
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
            /** @description when that came about, milliseconds since the epoch */
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
        /** @description whose timeline */
        user: string;
      };
      header?: {
        /** @description the last one received */
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
            /** @description author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
            id: string;
            user_id: string;
            content: string;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description whatever the author adds: at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** @description how many there are, by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** @description how many there are; absent while there are none */
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
