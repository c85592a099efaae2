/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface NewsFeed {
  /**
   * `POST /posts`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  publish(
    body: JsonBody<operations['newsFeedPublish']>,
    members?: Members<operations['newsFeedPublish']>,
  ): Call<Json<operations['newsFeedPublish']>, Codes<operations['newsFeedPublish']>>;
  /**
   * `DELETE /posts/{id}`
   *
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  deletePost(
    id: string | number,
    members?: Members<operations['newsFeedDeletePost']>,
  ): Call<Json<operations['newsFeedDeletePost']>, Codes<operations['newsFeedDeletePost']>>;
  /**
   * `GET /posts/{id}/receipt`
   *
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  showReceipt(
    id: string | number,
    members?: Members<operations['newsFeedShowReceipt']>,
  ): Call<Json<operations['newsFeedShowReceipt']>, Codes<operations['newsFeedShowReceipt']>>;
  /**
   * `GET /users/{id}/posts`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listPosts(
    id: string | number,
    members?: Members<operations['newsFeedListPosts']>,
  ): Call<Json<operations['newsFeedListPosts']>, Codes<operations['newsFeedListPosts']>>;
  /**
   * `PUT /posts/{id}/reactions/{kind}`
   *
   * @param kind such as `like`
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`, `TOO_MANY_KINDS`
   */
  react(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedReact']>,
  ): Call<Json<operations['newsFeedReact']>, Codes<operations['newsFeedReact']>>;
  /**
   * `DELETE /posts/{id}/reactions/{kind}`
   *
   * @param kind such as `like`
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  takeReactionBack(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedTakeReactionBack']>,
  ): Call<
    Json<operations['newsFeedTakeReactionBack']>,
    Codes<operations['newsFeedTakeReactionBack']>
  >;
  /**
   * `POST /posts/{id}/comments`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  comment(
    id: string | number,
    body: JsonBody<operations['newsFeedComment']>,
    members?: Members<operations['newsFeedComment']>,
  ): Call<Json<operations['newsFeedComment']>, Codes<operations['newsFeedComment']>>;
  /**
   * `GET /posts/{id}/comments`
   *
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  listComments(
    id: string | number,
    members?: Members<operations['newsFeedListComments']>,
  ): Call<Json<operations['newsFeedListComments']>, Codes<operations['newsFeedListComments']>>;
  /**
   * `DELETE /comments/{id}`
   *
   * @param id comment_<n>
   * @throws {HawkerError} `UNKNOWN_COMMENT`
   */
  deleteComment(
    id: string | number,
    members?: Members<operations['newsFeedDeleteComment']>,
  ): Call<Json<operations['newsFeedDeleteComment']>, Codes<operations['newsFeedDeleteComment']>>;
  /**
   * `POST /users`
   */
  addUser(
    body: JsonBody<operations['newsFeedAddUser']>,
    members?: Members<operations['newsFeedAddUser']>,
  ): Call<Json<operations['newsFeedAddUser']>, Codes<operations['newsFeedAddUser']>>;
  /**
   * `GET /users/{id}`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  showUser(
    id: string | number,
    members?: Members<operations['newsFeedShowUser']>,
  ): Call<Json<operations['newsFeedShowUser']>, Codes<operations['newsFeedShowUser']>>;
  /**
   * `POST /follow`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  follow(
    body: JsonBody<operations['newsFeedFollow']>,
    members?: Members<operations['newsFeedFollow']>,
  ): Call<Json<operations['newsFeedFollow']>, Codes<operations['newsFeedFollow']>>;
  /**
   * `DELETE /follow`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  unfollow(
    members: Members<operations['newsFeedUnfollow']>,
  ): Call<Json<operations['newsFeedUnfollow']>, Codes<operations['newsFeedUnfollow']>>;
  /**
   * `GET /users/{id}/followers`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listFollowers(
    id: string | number,
    members?: Members<operations['newsFeedListFollowers']>,
  ): Call<Json<operations['newsFeedListFollowers']>, Codes<operations['newsFeedListFollowers']>>;
  /**
   * `GET /users/{id}/following`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listFollowing(
    id: string | number,
    members?: Members<operations['newsFeedListFollowing']>,
  ): Call<Json<operations['newsFeedListFollowing']>, Codes<operations['newsFeedListFollowing']>>;
  /**
   * `PUT /mutes`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  mute(
    members: Members<operations['newsFeedMute']>,
  ): Call<Json<operations['newsFeedMute']>, Codes<operations['newsFeedMute']>>;
  /**
   * `DELETE /mutes`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  unmute(
    members: Members<operations['newsFeedUnmute']>,
  ): Call<Json<operations['newsFeedUnmute']>, Codes<operations['newsFeedUnmute']>>;
  /**
   * `PUT /hides`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  hide(
    members: Members<operations['newsFeedHide']>,
  ): Call<Json<operations['newsFeedHide']>, Codes<operations['newsFeedHide']>>;
  /**
   * `DELETE /hides`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  unhide(
    members: Members<operations['newsFeedUnhide']>,
  ): Call<Json<operations['newsFeedUnhide']>, Codes<operations['newsFeedUnhide']>>;
  /**
   * `GET /timeline`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  timeline(
    members: Members<operations['newsFeedTimeline']>,
  ): Call<Json<operations['newsFeedTimeline']>, Codes<operations['newsFeedTimeline']>>;
  /**
   * `GET /timeline/why`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  explain(
    members: Members<operations['newsFeedExplain']>,
  ): Call<Json<operations['newsFeedExplain']>, Codes<operations['newsFeedExplain']>>;
  /**
   * Server-sent events: a `post` for each new post of the timeline.
   *
   * `GET /timeline/stream`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
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
          /** the author */
          user_id: string;
          content: string;
          /** whatever the author adds: at most 4 KiB of JSON */
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
            /** author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
            id: string;
            user_id: string;
            content: string;
            /** milliseconds since the epoch */
            created_at: number;
            /** whatever the author adds: at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** how many there are, by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** how many there are; absent while there are none */
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
            /** the author, and the followers of that moment */
            delivered_to: number;
            /** timelines into which it was written: none */
            pushed: number;
            /** timelines that find it when they are read */
            merged: number;
            followers_then: number;
            /** from its arrival until its turn to be written; without the commit */
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
        /** all posts if omitted */
        limit?: number;
        /** next_cursor of the page before; posts made meanwhile do not shift it */
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
              /** author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
              id: string;
              user_id: string;
              content: string;
              /** milliseconds since the epoch */
              created_at: number;
              /** whatever the author adds: at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** how many there are, by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** how many there are; absent while there are none */
              comments?: number;
            }[];
            /** the cursor of the next page; absent on the last one */
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
        /** who reacts */
        user: string;
      };
      header?: never;
      path: {
        id: string;
        /** such as `like` */
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
        /** who reacts */
        user: string;
      };
      header?: never;
      path: {
        id: string;
        /** such as `like` */
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
        /** next_cursor of the page before */
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
              /** comment_<n> */
              id: string;
              post_id: string;
              user_id: string;
              content: string;
              /** milliseconds since the epoch */
              created_at: number;
            }[];
            /** the cursor of the next page; absent on the last one */
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
          /** who comments */
          user_id: string;
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
            /** comment_<n> */
            id: string;
            post_id: string;
            user_id: string;
            content: string;
            /** milliseconds since the epoch */
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
        /** comment_<n> */
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
          /** chosen by the client */
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
            /** at present */
            followers: number;
            /** at present */
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
          /** who wants to see the posts */
          follower_id: string;
          /** whose posts */
          followee_id: string;
          /**
           * of a new follow: how many of the newest posts join the timeline, in their place
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
        /** who wants to see the posts */
        follower_id: string;
        /** whose posts */
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
        /** next_cursor of the page before */
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
            /** the cursor of the next page; absent on the last one */
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
        /** next_cursor of the page before */
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
            /** the cursor of the next page; absent on the last one */
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
        /** who mutes */
        user: string;
        /** whose posts */
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
        /** who mutes */
        user: string;
        /** whose posts */
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
        /** who hides */
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
        /** who hides */
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
        /** whose timeline */
        user: string;
        /** posts to skip, 0 if omitted; beyond the end the page is empty */
        offset?: number;
        limit?: number;
        /** next_cursor of the page before; posts made meanwhile do not shift it */
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
              /** author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
              id: string;
              user_id: string;
              content: string;
              /** milliseconds since the epoch */
              created_at: number;
              /** whatever the author adds: at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** how many there are, by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** how many there are; absent while there are none */
              comments?: number;
            }[];
            /** the cursor of the next page; absent on the last one */
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
        /** whose timeline */
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
            /** when that came about, milliseconds since the epoch */
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
        /** whose timeline */
        user: string;
      };
      header?: {
        /** the last one received */
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
            /** author, underscore, UTC time as yyyyMMddHHmmss; then _2, _3, … within one second */
            id: string;
            user_id: string;
            content: string;
            /** milliseconds since the epoch */
            created_at: number;
            /** whatever the author adds: at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** how many there are, by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** how many there are; absent while there are none */
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
