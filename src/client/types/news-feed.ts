/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface NewsFeed {
  /** POST /users */
  addUser(
    body: JsonBody<operations['newsFeedAddUser']>,
    members?: Members<operations['newsFeedAddUser']>,
  ): Call<Json<operations['newsFeedAddUser']>, Codes<operations['newsFeedAddUser']>>;
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
  /** POST /follow */
  follow(
    body: JsonBody<operations['newsFeedFollow']>,
    members?: Members<operations['newsFeedFollow']>,
  ): Call<Json<operations['newsFeedFollow']>, Codes<operations['newsFeedFollow']>>;
  /** DELETE /follow */
  unfollow(
    members: Members<operations['newsFeedUnfollow']>,
  ): Call<Json<operations['newsFeedUnfollow']>, Codes<operations['newsFeedUnfollow']>>;
  /** GET /timeline */
  timeline(
    members: Members<operations['newsFeedTimeline']>,
  ): Call<Json<operations['newsFeedTimeline']>, Codes<operations['newsFeedTimeline']>>;
  /** GET /users/{id}/posts */
  listPosts(
    id: string | number,
    members?: Members<operations['newsFeedListPosts']>,
  ): Call<Json<operations['newsFeedListPosts']>, Codes<operations['newsFeedListPosts']>>;
}

export interface operations {
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
        /** @description posts to skip; 0 if omitted */
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
}
