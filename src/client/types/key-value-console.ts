/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface KeyValueConsole {
  /**
   * `GET /admin/ring`
   */
  showRing(
    members?: Members<operations['keyValueShowRing']>,
  ): Call<Json<operations['keyValueShowRing']>, Codes<operations['keyValueShowRing']>>;
  /**
   * `POST /admin/ring`
   *
   * @throws {HawkerError} `RING_CHANGING`, `NODE_NOT_EMPTY`, `NODE_UNREACHABLE`, `NODE_OF_ANOTHER_RING`
   */
  changeRing(
    body: JsonBody<operations['keyValueChangeRing']>,
    members?: Members<operations['keyValueChangeRing']>,
  ): Call<Json<operations['keyValueChangeRing']>, Codes<operations['keyValueChangeRing']>>;
  /**
   * `GET /admin/ring/locate`
   */
  locate(
    members: Members<operations['keyValueLocate']>,
  ): Call<Json<operations['keyValueLocate']>, Codes<operations['keyValueLocate']>>;
  /**
   * `POST /admin/ring/plan`
   */
  planRing(
    body: JsonBody<operations['keyValuePlanRing']>,
    members?: Members<operations['keyValuePlanRing']>,
  ): Call<Json<operations['keyValuePlanRing']>, Codes<operations['keyValuePlanRing']>>;
}

export interface operations {
  keyValueShowRing: {
    parameters: {
      query?: never;
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
            /** grows when a change begins and when it ends */
            version: number;
            /** whether keys are on the move */
            changing: boolean;
            nodes: {
              name: string;
              /** Redis of the node, without password; null when it has none of its own */
              address: string | null;
              virtual_nodes: number;
              /** part of all positions, 0–1 */
              share: number;
              /** number of keys; null while the node is away */
              keys: number | null;
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
              | 'ADMIN_TOKEN_REQUIRED'
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
  keyValueChangeRing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the whole list, each entry as in KV_NODES */
          nodes: string[];
          /**
           * names of present nodes that are gone for good: their keys are given up
           * @default []
           */
          lost?: string[];
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
            version: number;
            nodes: string[];
            /** number of keys that this request moved */
            moved: number;
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
              | 'NODE_NOT_EMPTY'
              | 'NODE_OF_ANOTHER_RING'
              | 'NODE_UNREACHABLE'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'RING_CHANGING'
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
  keyValueLocate: {
    parameters: {
      query: {
        /** 1–512 bytes in UTF-8 */
        key: string;
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
            key: string;
            /** CRC-32 of the key */
            position: number;
            /** position of the first virtual node clockwise */
            virtual_node: number;
            node: string;
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
  keyValuePlanRing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the whole list, each entry as in KV_NODES */
          nodes: string[];
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
            /** part of all positions that would change its owner, 0–1 */
            share: number;
            movements: {
              from: string;
              to: string;
              /** part of all positions, 0–1 */
              share: number;
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
