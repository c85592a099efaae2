/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Chat {
  /**
   * List rooms and their connected clients.
   *
   * Sorted by name. Rooms with messages or connected clients are listed, and `general` always. A user whose token names rooms sees only those.
   *
   * `GET /api/rooms`
   */
  listRooms(
    members?: Members<operations['chatListRooms']>,
  ): Call<Json<operations['chatListRooms']>, Codes<operations['chatListRooms']>>;
  /**
   * Read the latest messages of a room.
   *
   * The oldest first. To page back, pass the `seq` of the oldest message as `before`. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED.
   *
   * `GET /api/rooms/{room}/messages`
   *
   * @param room the room
   * @throws {HawkerError} `BANNED`, `UNKNOWN_ROOM`
   */
  listMessages(
    room: string | number,
    members?: Members<operations['chatListMessages']>,
  ): Call<Json<operations['chatListMessages']>, Codes<operations['chatListMessages']>>;
  /**
   * Post a message as an operator.
   *
   * The message appears in the name of the given user, even one who is banned, and creates the room if it does not exist. Everybody in the room gets it.
   *
   * `POST /api/rooms/{room}/messages`
   *
   * @param room the room
   */
  postMessage(
    room: string | number,
    body: JsonBody<operations['chatPostMessage']>,
    members?: Members<operations['chatPostMessage']>,
  ): Call<Json<operations['chatPostMessage']>, Codes<operations['chatPostMessage']>>;
  /**
   * List the users in a room.
   *
   * Sorted by name, across all replicas. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED.
   *
   * `GET /api/rooms/{room}/users`
   *
   * @param room the room
   * @throws {HawkerError} `BANNED`, `UNKNOWN_ROOM`
   */
  listUsers(
    room: string | number,
    members?: Members<operations['chatListUsers']>,
  ): Call<Json<operations['chatListUsers']>, Codes<operations['chatListUsers']>>;
  /**
   * Delete the content of a message.
   *
   * Keeps the message in its place, with an empty `content` and `deleted: true`, and tells the clients that asked for events. Repeating it is safe. Fails with 404 UNKNOWN_MESSAGE when the room does not keep such a message, or no longer does.
   *
   * `DELETE /api/rooms/{room}/messages/{seq}`
   *
   * @param room the room
   * @param seq number of the message in its room
   * @throws {HawkerError} `UNKNOWN_MESSAGE`
   */
  deleteMessage(
    room: string | number,
    seq: string | number,
    members?: Members<operations['chatDeleteMessage']>,
  ): Call<Json<operations['chatDeleteMessage']>, Codes<operations['chatDeleteMessage']>>;
  /**
   * Remove or ban a user from a room.
   *
   * Closes the connections of the user to this room on all replicas with code 4003. With `ban_seconds` the user cannot come back for that long; the ban also holds for a user or a room that does not exist yet.
   *
   * `POST /api/rooms/{room}/kick`
   *
   * @param room the room
   */
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
        /** the room to join */
        room?: string;
        /** name of the user; while identity is on, the `sub` of the token */
        user: string;
        /** first replays the kept messages after this seq */
        since?: number;
        /** 1: also send events, which have a `type` */
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
        /** maximum number of rooms per page */
        limit?: number;
        /** next_cursor of the page before */
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
            /** sorted by name */
            rooms: {
              /** the room */
              name: string;
              /** open connections on all replicas */
              clients: number;
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatListMessages: {
    parameters: {
      query?: {
        /** only messages before this seq */
        before?: number;
        /** maximum number of messages in the answer */
        limit?: number;
      };
      header?: never;
      path: {
        /** the room */
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
            /** the room */
            room: string;
            /** the oldest first */
            messages: {
              /** the author */
              user: string;
              /** the room */
              room: string;
              /** text of the message; empty once it is deleted */
              content: string;
              /** when it was sent, milliseconds since the epoch */
              timestamp: number;
              /** number in the room: the next message has the next number */
              seq: number;
              /** an operator has deleted the content; the message keeps its place */
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
        /** the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the user in whose name the message appears */
          user: string;
          /** text of the message: well-formed Unicode, at most 4 KiB in UTF-8 */
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
            /** the author */
            user: string;
            /** the room */
            room: string;
            /** text of the message; empty once it is deleted */
            content: string;
            /** when it was sent, milliseconds since the epoch */
            timestamp: number;
            /** number in the room: the next message has the next number */
            seq: number;
            /** an operator has deleted the content; the message keeps its place */
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
        /** maximum number of users per page */
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** the room */
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
            /** sorted by name */
            users: {
              /** name of the user */
              user: string;
              /** open connections on all replicas */
              connections: number;
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
        /** the room */
        room: string;
        /** number of the message in its room */
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
            /** the author */
            user: string;
            /** the room */
            room: string;
            /** text of the message; empty once it is deleted */
            content: string;
            /** when it was sent, milliseconds since the epoch */
            timestamp: number;
            /** number in the room: the next message has the next number */
            seq: number;
            /** an operator has deleted the content; the message keeps its place */
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
        /** the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the user to remove from the room */
          user: string;
          /** length of the ban, seconds; 0 ends a ban; without it, the user is only disconnected, and an existing ban stays */
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
            /** connections closed on all replicas */
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
