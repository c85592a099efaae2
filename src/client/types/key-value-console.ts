/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface KeyValueConsole {
  /** GET /admin/ring. With each node's share of the positions and its number of keys, which is null while the node is away. */
  showRing(
    members?: Members<operations['keyValueShowRing']>,
  ): Call<Json<operations['keyValueShowRing']>, Codes<operations['keyValueShowRing']>>;
  /** POST /admin/ring. Puts the given list of nodes in force and answers when all keys have moved; keys are served in the meantime. After a failure, the same request finishes what it began. Fails with 409 RING_CHANGING while a change to other nodes is under way, and with 409 NODE_NOT_EMPTY when a node that joins already holds keys. */
  changeRing(
    body: JsonBody<operations['keyValueChangeRing']>,
    members?: Members<operations['keyValueChangeRing']>,
  ): Call<Json<operations['keyValueChangeRing']>, Codes<operations['keyValueChangeRing']>>;
  /** GET /admin/ring/locate. The key need not have a value. */
  locate(
    members: Members<operations['keyValueLocate']>,
  ): Call<Json<operations['keyValueLocate']>, Codes<operations['keyValueLocate']>>;
  /** POST /admin/ring/plan. Changes nothing. Compares the given list of nodes with the present ring. */
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
            /** @description grows by one when a change begins and when it ends */
            version: number;
            /** @description whether keys are moving to other nodes */
            changing: boolean;
            /** @description the nodes of the present ring */
            nodes: {
              /** @description the node */
              name: string;
              /** @description Redis of the node, without its password; null when it uses the store of the service */
              address: string | null;
              /** @description virtual nodes of the node on the ring */
              virtual_nodes: number;
              /** @description share of all positions, 0–1 */
              share: number;
              /** @description number of keys; null while the node is away */
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
            /** @enum {unknown} */
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
          /** @description the whole list of nodes, each written as in KV_NODES */
          nodes: string[];
          /**
           * @description names of nodes that are gone for good; their keys are lost
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
            /** @description version of the ring after the change */
            version: number;
            /** @description names of the nodes now in force */
            nodes: string[];
            /** @description keys that this request moved */
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
        /** @description the key: 1–512 bytes in UTF-8 */
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
            /** @description the key */
            key: string;
            /** @description position of the key on the ring: its CRC-32 */
            position: number;
            /** @description position of the first virtual node clockwise */
            virtual_node: number;
            /** @description the node that owns the key */
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
            /** @enum {unknown} */
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
          /** @description the whole list of nodes, each written as in KV_NODES */
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
            /** @description share of all positions that would change owner, 0–1 */
            share: number;
            /** @description what would move from each node to each other one */
            movements: {
              /** @description the present owner */
              from: string;
              /** @description the next owner */
              to: string;
              /** @description share of all positions, 0–1 */
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
