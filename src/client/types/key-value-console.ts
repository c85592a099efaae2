/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface KeyValueConsole {
  /**
   * Show the nodes of the ring.
   *
   * With each node's share of the positions and its number of keys, which is null while the node is away.
   *
   * `GET /admin/ring`
   */
  showRing(
    members?: Members<operations['keyValueShowRing']>,
  ): Call<Json<operations['keyValueShowRing']>, Codes<operations['keyValueShowRing']>>;
  /**
   * Change the nodes of the ring.
   *
   * Puts the given list of nodes in force and answers when all keys have moved; keys are served in the meantime. After a failure, the same request finishes what it began. Fails with 409 RING_CHANGING while a change to other nodes is under way, and with 409 NODE_NOT_EMPTY when a node that joins already holds keys.
   *
   * `POST /admin/ring`
   *
   * @throws {HawkerError} `RING_CHANGING`, `NODE_NOT_EMPTY`, `NODE_UNREACHABLE`, `NODE_OF_ANOTHER_RING`
   */
  changeRing(
    body: JsonBody<operations['keyValueChangeRing']>,
    members?: Members<operations['keyValueChangeRing']>,
  ): Call<Json<operations['keyValueChangeRing']>, Codes<operations['keyValueChangeRing']>>;
  /**
   * Find the node that owns a key.
   *
   * The key need not have a value.
   *
   * `GET /admin/ring/locate`
   */
  locate(
    members: Members<operations['keyValueLocate']>,
  ): Call<Json<operations['keyValueLocate']>, Codes<operations['keyValueLocate']>>;
  /**
   * Show what a ring change would move.
   *
   * Changes nothing. Compares the given list of nodes with the present ring.
   *
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
            /** grows by one when a change begins and when it ends */
            version: number;
            /** whether keys are moving to other nodes */
            changing: boolean;
            /** the nodes of the present ring */
            nodes: {
              /** the node */
              name: string;
              /** address of the Redis of the node, without the password; null if the node uses the store of the service */
              address: string | null;
              /** virtual nodes of the node on the ring */
              virtual_nodes: number;
              /** share of all positions, 0–1 */
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
          /** the whole list of nodes, each written as in KV_NODES */
          nodes: string[];
          /**
           * names of nodes that are gone for good; their keys are lost
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
            /** version of the ring after the change */
            version: number;
            /** names of the nodes that are now in the ring */
            nodes: string[];
            /** keys that this request moved */
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
        /** the key: 1–512 bytes in UTF-8 */
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
            /** the key */
            key: string;
            /** position of the key on the ring: its CRC-32 */
            position: number;
            /** position of the first virtual node clockwise */
            virtual_node: number;
            /** the node that owns the key */
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
          /** the whole list of nodes, each written as in KV_NODES */
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
            /** share of all positions that would change owner, 0–1 */
            share: number;
            /** what would move between each pair of nodes */
            movements: {
              /** the present owner */
              from: string;
              /** the next owner */
              to: string;
              /** share of all positions, 0–1 */
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
