/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Chat {
  /** GET /api/rooms. Sorted by name. Rooms with messages or connected clients are listed, and `general` always. A user whose token names rooms sees only those. */
  listRooms(
    members?: Members<operations['chatListRooms']>,
  ): Call<Json<operations['chatListRooms']>, Codes<operations['chatListRooms']>>;
  /** GET /api/rooms/{room}/messages. The oldest first. To page back, pass the `seq` of the oldest message as `before`. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED. */
  listMessages(
    room: string | number,
    members?: Members<operations['chatListMessages']>,
  ): Call<Json<operations['chatListMessages']>, Codes<operations['chatListMessages']>>;
  /** POST /api/rooms/{room}/messages. The message appears in the name of the given user, even one who is banned, and creates the room if it does not exist. Everybody in the room gets it. */
  postMessage(
    room: string | number,
    body: JsonBody<operations['chatPostMessage']>,
    members?: Members<operations['chatPostMessage']>,
  ): Call<Json<operations['chatPostMessage']>, Codes<operations['chatPostMessage']>>;
  /** GET /api/rooms/{room}/users. Sorted by name, across all replicas. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED. */
  listUsers(
    room: string | number,
    members?: Members<operations['chatListUsers']>,
  ): Call<Json<operations['chatListUsers']>, Codes<operations['chatListUsers']>>;
  /** DELETE /api/rooms/{room}/messages/{seq}. Keeps the message in its place, with an empty `content` and `deleted: true`, and tells the clients that asked for events. It may be repeated. Fails with 404 UNKNOWN_MESSAGE when the room does not keep such a message, or no longer does. */
  deleteMessage(
    room: string | number,
    seq: string | number,
    members?: Members<operations['chatDeleteMessage']>,
  ): Call<Json<operations['chatDeleteMessage']>, Codes<operations['chatDeleteMessage']>>;
  /** POST /api/rooms/{room}/kick. Closes the connections of the user to this room on all replicas with code 4003. With `ban_seconds` the user cannot come back for that long; the ban also holds for a user or a room that does not exist yet. */
  kick(
    room: string | number,
    body: JsonBody<operations['chatKick']>,
    members?: Members<operations['chatKick']>,
  ): Call<Json<operations['chatKick']>, Codes<operations['chatKick']>>;
}

export interface operations {
  chatFollow: {
    parameters: {
      query: {
        /** @description the room to join */
        room?: string;
        /** @description name of the user; while identity is on, the `sub` of the token */
        user: string;
        /** @description first replays the kept messages after this seq */
        since?: number;
        /** @description 1: also send events, which have a `type` */
        events?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
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
              | 'BAD_HANDSHAKE'
              | 'BANNED'
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
              | 'STOPPING'
              | 'STORE_UNAVAILABLE'
              | 'UPGRADE_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatListRooms: {
    parameters: {
      query?: {
        /** @description most rooms of the page */
        limit?: number;
        /** @description next_cursor of the page before */
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
            /** @description sorted by name */
            rooms: {
              /** @description the room */
              name: string;
              /** @description open connections on all replicas */
              clients: number;
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatListMessages: {
    parameters: {
      query?: {
        /** @description only messages before this seq */
        before?: number;
        /** @description most messages of the answer */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description the room */
        room: string;
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
            /** @description the room */
            room: string;
            /** @description the oldest first */
            messages: {
              /** @description the author */
              user: string;
              /** @description the room */
              room: string;
              /** @description text of the message; empty once it is deleted */
              content: string;
              /** @description when it was sent, milliseconds since the epoch */
              timestamp: number;
              /** @description number in the room: the next message has the next number */
              seq: number;
              /**
               * @description an operator has deleted the content; the message keeps its place
               * @enum {boolean}
               */
              deleted?: true;
            }[];
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
              | 'BANNED'
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
              | 'UNKNOWN_ROOM'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatPostMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user in whose name the message appears
           */
          user: string;
          /** @description text of the message: well-formed Unicode, at most 4 KiB in UTF-8 */
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
            /** @description the author */
            user: string;
            /** @description the room */
            room: string;
            /** @description text of the message; empty once it is deleted */
            content: string;
            /** @description when it was sent, milliseconds since the epoch */
            timestamp: number;
            /** @description number in the room: the next message has the next number */
            seq: number;
            /**
             * @description an operator has deleted the content; the message keeps its place
             * @enum {boolean}
             */
            deleted?: true;
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
              | 'ADMIN_TOKEN_REQUIRED'
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
  chatListUsers: {
    parameters: {
      query?: {
        /** @description most users of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description the room */
        room: string;
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
            /** @description sorted by name */
            users: {
              /** @description name of the user */
              user: string;
              /** @description open connections on all replicas */
              connections: number;
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
              | 'BANNED'
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
              | 'UNKNOWN_ROOM'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatDeleteMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description the room */
        room: string;
        /** @description number of the message in its room */
        seq: number;
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
            /** @description the author */
            user: string;
            /** @description the room */
            room: string;
            /** @description text of the message; empty once it is deleted */
            content: string;
            /** @description when it was sent, milliseconds since the epoch */
            timestamp: number;
            /** @description number in the room: the next message has the next number */
            seq: number;
            /**
             * @description an operator has deleted the content; the message keeps its place
             * @enum {boolean}
             */
            deleted?: true;
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
              | 'ADMIN_TOKEN_REQUIRED'
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
              | 'UNKNOWN_MESSAGE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatKick: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user to remove from the room
           */
          user: string;
          /** @description length of the ban, seconds; 0 ends a ban; without it, the user is only disconnected, and an existing ban stays */
          ban_seconds?: number;
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
            /** @description connections closed on all replicas */
            closed: number;
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
              | 'ADMIN_TOKEN_REQUIRED'
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
}
