/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface NewsFeed {
  /**
   * Publish a post.
   *
   * Delivers the post to its author and to everybody who follows the author now. While identity is on, a user may make `FEED_POSTS_PER_MINUTE` posts and comments a minute (429 QUOTA_EXCEEDED).
   *
   * `POST /posts`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  publish(
    body: JsonBody<operations['newsFeedPublish']>,
    members?: Members<operations['newsFeedPublish']>,
  ): Call<Json<operations['newsFeedPublish']>, Codes<operations['newsFeedPublish']>>;
  /**
   * Delete a post from all timelines.
   *
   * Erases its content; no older post moves up in its place. Repeating it is safe.
   *
   * `DELETE /posts/{id}`
   *
   * @param id id of the post
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  deletePost(
    id: string | number,
    members?: Members<operations['newsFeedDeletePost']>,
  ): Call<Json<operations['newsFeedDeletePost']>, Codes<operations['newsFeedDeletePost']>>;
  /**
   * Show how many timelines a post reached.
   *
   * Describes the moment when the post was made; later follows and unfollows do not change it.
   *
   * `GET /posts/{id}/receipt`
   *
   * @param id id of the post
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  showReceipt(
    id: string | number,
    members?: Members<operations['newsFeedShowReceipt']>,
  ): Call<Json<operations['newsFeedShowReceipt']>, Codes<operations['newsFeedShowReceipt']>>;
  /**
   * List the posts of a user.
   *
   * The newest first: all of them, or a page with `limit`.
   *
   * `GET /users/{id}/posts`
   *
   * @param id id of the user
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listPosts(
    id: string | number,
    members?: Members<operations['newsFeedListPosts']>,
  ): Call<Json<operations['newsFeedListPosts']>, Codes<operations['newsFeedListPosts']>>;
  /**
   * React to a post.
   *
   * A user has each kind of reaction at most once on a post, so repeating it is safe. Fails with 409 TOO_MANY_KINDS when the post has reactions of 64 other kinds.
   *
   * `PUT /posts/{id}/reactions/{kind}`
   *
   * @param id id of the post
   * @param kind kind of the reaction, such as `like`
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`, `TOO_MANY_KINDS`
   */
  react(
    id: string | number,
    kind: string | number,
    members: Members<operations['newsFeedReact']>,
  ): Call<Json<operations['newsFeedReact']>, Codes<operations['newsFeedReact']>>;
  /**
   * Remove a reaction from a post.
   *
   * Answers the same when there was no such reaction.
   *
   * `DELETE /posts/{id}/reactions/{kind}`
   *
   * @param id id of the post
   * @param kind kind of the reaction, such as `like`
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
   * Comment on a post.
   *
   * Counts towards the posts that a user may make a minute while identity is on (429 QUOTA_EXCEEDED).
   *
   * `POST /posts/{id}/comments`
   *
   * @param id id of the post
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  comment(
    id: string | number,
    body: JsonBody<operations['newsFeedComment']>,
    members?: Members<operations['newsFeedComment']>,
  ): Call<Json<operations['newsFeedComment']>, Codes<operations['newsFeedComment']>>;
  /**
   * List the comments on a post.
   *
   * The oldest first. A deleted post is 404.
   *
   * `GET /posts/{id}/comments`
   *
   * @param id id of the post
   * @throws {HawkerError} `UNKNOWN_POST`
   */
  listComments(
    id: string | number,
    members?: Members<operations['newsFeedListComments']>,
  ): Call<Json<operations['newsFeedListComments']>, Codes<operations['newsFeedListComments']>>;
  /**
   * Delete a comment.
   *
   * Erases it for good. Repeating it is safe.
   *
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
   * Add a user.
   *
   * Answers 201 for a new user, and 200 for one that exists.
   *
   * `POST /users`
   */
  addUser(
    body: JsonBody<operations['newsFeedAddUser']>,
    members?: Members<operations['newsFeedAddUser']>,
  ): Call<Json<operations['newsFeedAddUser']>, Codes<operations['newsFeedAddUser']>>;
  /**
   * Show a user with follower counts.
   *
   * `GET /users/{id}`
   *
   * @param id id of the user
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  showUser(
    id: string | number,
    members?: Members<operations['newsFeedShowUser']>,
  ): Call<Json<operations['newsFeedShowUser']>, Codes<operations['newsFeedShowUser']>>;
  /**
   * Follow a user.
   *
   * Posts that the followee makes from now on appear in the follower's timeline; with `backfill`, a new follow also adds the newest earlier ones. Repeating it is safe. Fails with 400 for a user who follows themselves, and with 404 UNKNOWN_USER when either does not exist.
   *
   * `POST /follow`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  follow(
    body: JsonBody<operations['newsFeedFollow']>,
    members?: Members<operations['newsFeedFollow']>,
  ): Call<Json<operations['newsFeedFollow']>, Codes<operations['newsFeedFollow']>>;
  /**
   * Stop following a user.
   *
   * Later posts are not delivered; those already in the timeline stay. Repeating it is safe.
   *
   * `DELETE /follow`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  unfollow(
    members: Members<operations['newsFeedUnfollow']>,
  ): Call<Json<operations['newsFeedUnfollow']>, Codes<operations['newsFeedUnfollow']>>;
  /**
   * List the followers of a user.
   *
   * In the order in which they became users.
   *
   * `GET /users/{id}/followers`
   *
   * @param id id of the user
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listFollowers(
    id: string | number,
    members?: Members<operations['newsFeedListFollowers']>,
  ): Call<Json<operations['newsFeedListFollowers']>, Codes<operations['newsFeedListFollowers']>>;
  /**
   * List the users that a user follows.
   *
   * In the order in which they became users.
   *
   * `GET /users/{id}/following`
   *
   * @param id id of the user
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  listFollowing(
    id: string | number,
    members?: Members<operations['newsFeedListFollowing']>,
  ): Call<Json<operations['newsFeedListFollowing']>, Codes<operations['newsFeedListFollowing']>>;
  /**
   * Mute an author in one's timeline.
   *
   * Takes the author's posts out of the user's timeline and stream until the author is unmuted; they keep their places, so no older post moves up. Repeating it is safe. A user cannot mute themselves (400).
   *
   * `PUT /mutes`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  mute(
    members: Members<operations['newsFeedMute']>,
  ): Call<Json<operations['newsFeedMute']>, Codes<operations['newsFeedMute']>>;
  /**
   * Unmute an author.
   *
   * The author's posts are in the timeline again. Repeating it is safe.
   *
   * `DELETE /mutes`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  unmute(
    members: Members<operations['newsFeedUnmute']>,
  ): Call<Json<operations['newsFeedUnmute']>, Codes<operations['newsFeedUnmute']>>;
  /**
   * Hide a post in one's timeline.
   *
   * Takes the post out of the user's timeline and stream until it is unhidden; no older post moves up. Repeating it is safe.
   *
   * `PUT /hides`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  hide(
    members: Members<operations['newsFeedHide']>,
  ): Call<Json<operations['newsFeedHide']>, Codes<operations['newsFeedHide']>>;
  /**
   * Unhide a post.
   *
   * The post is in the timeline again. Repeating it is safe.
   *
   * `DELETE /hides`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  unhide(
    members: Members<operations['newsFeedUnhide']>,
  ): Call<Json<operations['newsFeedUnhide']>, Codes<operations['newsFeedUnhide']>>;
  /**
   * Read the timeline of a user.
   *
   * The newest posts that were delivered to the user, their own included, without deleted, muted and hidden ones. A timeline keeps the newest `FEED_TIMELINE_MAX`. Page with `offset` or, so that new posts do not shift the pages, with `cursor`; both together are 400.
   *
   * `GET /timeline`
   *
   * @throws {HawkerError} `UNKNOWN_USER`
   */
  timeline(
    members: Members<operations['newsFeedTimeline']>,
  ): Call<Json<operations['newsFeedTimeline']>, Codes<operations['newsFeedTimeline']>>;
  /**
   * Explain why a timeline shows a post.
   *
   * Says why the timeline shows the post or does not, and since when. If several reasons apply, the first of them is given.
   *
   * `GET /timeline/why`
   *
   * @throws {HawkerError} `UNKNOWN_USER`, `UNKNOWN_POST`
   */
  explain(
    members: Members<operations['newsFeedExplain']>,
  ): Call<Json<operations['newsFeedExplain']>, Codes<operations['newsFeedExplain']>>;
  /**
   * Follow the timeline of a user live.
   *
   * Server-sent events: a `post` for each new post of the timeline, without deleted, muted and hidden ones. The stream begins with the next post, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice.
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
          /** the text, 1–10,000 characters (code points) */
          content: string;
          /** anything that the author adds, at most 4 KiB of JSON */
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
            /** author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
            id: string;
            /** the author */
            user_id: string;
            /** the text */
            content: string;
            /** when it was made, milliseconds since the epoch */
            created_at: number;
            /** anything that the author adds, at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** number of reactions by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** number of comments; absent while there are none */
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
        /** id of the post */
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
        /** id of the post */
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
            /** timelines that the post was delivered to: the author and the followers at that moment */
            delivered_to: number;
            /** timelines into which the post was written: always 0 */
            pushed: number;
            /** timelines that find the post when they are read */
            merged: number;
            /** followers of the author when the post was made */
            followers_then: number;
            /** milliseconds from the arrival of the post until its turn to be written, without the commit */
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
        /** maximum number of posts per page; all when absent */
        limit?: number;
        /** next_cursor of the previous page; new posts do not shift the pages */
        cursor?: string;
      };
      header?: never;
      path: {
        /** id of the user */
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
            /** the newest first */
            posts: {
              /** author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
              id: string;
              /** the author */
              user_id: string;
              /** the text */
              content: string;
              /** when it was made, milliseconds since the epoch */
              created_at: number;
              /** anything that the author adds, at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** number of reactions by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** number of comments; absent while there are none */
              comments?: number;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** the user who reacts */
        user: string;
      };
      header?: never;
      path: {
        /** id of the post */
        id: string;
        /** kind of the reaction, such as `like` */
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
            /** id of the post */
            post_id: string;
            /** the user who reacts */
            user_id: string;
            /** kind of the reaction */
            kind: string;
            /** whether the user has this reaction now */
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
        /** the user who reacts */
        user: string;
      };
      header?: never;
      path: {
        /** id of the post */
        id: string;
        /** kind of the reaction, such as `like` */
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
            /** id of the post */
            post_id: string;
            /** the user who reacts */
            user_id: string;
            /** kind of the reaction */
            kind: string;
            /** whether the user has this reaction now */
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
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: never;
      path: {
        /** id of the post */
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
            /** the oldest first */
            comments: {
              /** comment_<n> */
              id: string;
              /** id of the post */
              post_id: string;
              /** the user who commented */
              user_id: string;
              /** the text */
              content: string;
              /** when it was made, milliseconds since the epoch */
              created_at: number;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** id of the post */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the user who comments */
          user_id: string;
          /** the text, 1–10,000 characters (code points) */
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
            /** id of the post */
            post_id: string;
            /** the user who commented */
            user_id: string;
            /** the text */
            content: string;
            /** when it was made, milliseconds since the epoch */
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
          /** id of the user, chosen by the client */
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
            /** id of the user */
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
            /** id of the user */
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
        /** id of the user */
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
            /** id of the user */
            id: string;
            /** number of users who follow this user now */
            followers: number;
            /** number of users whom this user follows now */
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
          /** the user who follows */
          follower_id: string;
          /** the user who is followed */
          followee_id: string;
          /**
           * how many of the newest posts of the followee a new follow adds to the timeline, each at its place in the order
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
            /** the user who follows */
            follower_id: string;
            /** the user who is followed */
            followee_id: string;
            /** whether the follower now follows the followee */
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
        /** the user who follows */
        follower_id: string;
        /** the user who is followed */
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
            /** the user who follows */
            follower_id: string;
            /** the user who is followed */
            followee_id: string;
            /** whether the follower now follows the followee */
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
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: never;
      path: {
        /** id of the user */
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
            /** in the order in which they became users */
            followers: {
              /** id of the user */
              id: string;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: never;
      path: {
        /** id of the user */
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
            /** in the order in which they became users */
            following: {
              /** id of the user */
              id: string;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** the user who mutes */
        user: string;
        /** the author to mute */
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
            /** the user who mutes */
            user_id: string;
            /** the author */
            muted_id: string;
            /** whether the author is muted now */
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
        /** the user who mutes */
        user: string;
        /** the author to mute */
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
            /** the user who mutes */
            user_id: string;
            /** the author */
            muted_id: string;
            /** whether the author is muted now */
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
        /** the user who hides */
        user: string;
        /** id of the post */
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
            /** the user who hides */
            user_id: string;
            /** id of the post */
            post_id: string;
            /** whether the post is hidden now */
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
        /** the user who hides */
        user: string;
        /** id of the post */
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
            /** the user who hides */
            user_id: string;
            /** id of the post */
            post_id: string;
            /** whether the post is hidden now */
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
        /** owner of the timeline */
        user: string;
        /** posts to skip, 0 when absent; beyond the end the page is empty; cannot be combined with cursor */
        offset?: number;
        /** maximum number of posts per page */
        limit?: number;
        /** next_cursor of the previous page; new posts do not shift the pages */
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
            /** posts, the newest first */
            timeline: {
              /** author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
              id: string;
              /** the author */
              user_id: string;
              /** the text */
              content: string;
              /** when it was made, milliseconds since the epoch */
              created_at: number;
              /** anything that the author adds, at most 4 KiB of JSON */
              extra?: {
                [key: string]: unknown;
              };
              /** number of reactions by kind; absent while there are none */
              reactions?: {
                [key: string]: number;
              };
              /** number of comments; absent while there are none */
              comments?: number;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** owner of the timeline */
        user: string;
        /** id of the post */
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
            /** whether the timeline shows the post */
            shown: boolean;
            /** trimmed: newer posts have filled the timeline */
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
            /** since when this has been so, milliseconds since the epoch; for own and not_followed_then, when the post was made */
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
        /** owner of the timeline */
        user: string;
      };
      header?: {
        /** id of the last event received */
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
            /** author, underscore, UTC time as yyyyMMddHHmmss; further posts of one second end in _2, _3, … */
            id: string;
            /** the author */
            user_id: string;
            /** the text */
            content: string;
            /** when it was made, milliseconds since the epoch */
            created_at: number;
            /** anything that the author adds, at most 4 KiB of JSON */
            extra?: {
              [key: string]: unknown;
            };
            /** number of reactions by kind; absent while there are none */
            reactions?: {
              [key: string]: number;
            };
            /** number of comments; absent while there are none */
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
