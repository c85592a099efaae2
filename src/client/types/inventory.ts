/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Inventory {
  /** GET /stock/{hub_id}/{sku} */
  showStock(
    hub_id: string | number,
    sku: string | number,
    members?: Members<operations['inventoryShowStock']>,
  ): Call<Json<operations['inventoryShowStock']>, Codes<operations['inventoryShowStock']>>;
  /** GET /stock/{hub_id} */
  listStock(
    hub_id: string | number,
    members?: Members<operations['inventoryListStock']>,
  ): Call<Json<operations['inventoryListStock']>, Codes<operations['inventoryListStock']>>;
  /** POST /reserve */
  reserve(
    body: JsonBody<operations['inventoryReserve']>,
    members?: Members<operations['inventoryReserve']>,
  ): Call<Json<operations['inventoryReserve']>, Codes<operations['inventoryReserve']>>;
  /** POST /extend */
  extend(
    body: JsonBody<operations['inventoryExtend']>,
    members?: Members<operations['inventoryExtend']>,
  ): Call<Json<operations['inventoryExtend']>, Codes<operations['inventoryExtend']>>;
  /** POST /confirm */
  confirm(
    body: JsonBody<operations['inventoryConfirm']>,
    members?: Members<operations['inventoryConfirm']>,
  ): Call<Json<operations['inventoryConfirm']>, Codes<operations['inventoryConfirm']>>;
  /** POST /release */
  release(
    body: JsonBody<operations['inventoryRelease']>,
    members?: Members<operations['inventoryRelease']>,
  ): Call<Json<operations['inventoryRelease']>, Codes<operations['inventoryRelease']>>;
  /** GET /reservations/{reservation_id} */
  showReservation(
    reservation_id: string | number,
    members?: Members<operations['inventoryShowReservation']>,
  ): Call<
    Json<operations['inventoryShowReservation']>,
    Codes<operations['inventoryShowReservation']>
  >;
  /** GET /orders/{order_id}/reservation */
  showReservationOfOrder(
    order_id: string | number,
    members?: Members<operations['inventoryShowReservationOfOrder']>,
  ): Call<
    Json<operations['inventoryShowReservationOfOrder']>,
    Codes<operations['inventoryShowReservationOfOrder']>
  >;
  /** POST /admin/stock */
  loadStock(
    body: JsonBody<operations['inventoryLoadStock']>,
    members?: Members<operations['inventoryLoadStock']>,
  ): Call<Json<operations['inventoryLoadStock']>, Codes<operations['inventoryLoadStock']>>;
  /** POST /admin/stock/adjust */
  adjustStock(
    body: JsonBody<operations['inventoryAdjustStock']>,
    members?: Members<operations['inventoryAdjustStock']>,
  ): Call<Json<operations['inventoryAdjustStock']>, Codes<operations['inventoryAdjustStock']>>;
  /** POST /admin/stock/bulk */
  loadStockInBulk(
    body: JsonBody<operations['inventoryLoadStockInBulk']>,
    members?: Members<operations['inventoryLoadStockInBulk']>,
  ): Call<
    Json<operations['inventoryLoadStockInBulk']>,
    Codes<operations['inventoryLoadStockInBulk']>
  >;
  /** GET /admin/hubs */
  listHubs(
    members?: Members<operations['inventoryListHubs']>,
  ): Call<Json<operations['inventoryListHubs']>, Codes<operations['inventoryListHubs']>>;
  /** GET /admin/reservations */
  listHeldReservations(
    members?: Members<operations['inventoryListHeldReservations']>,
  ): Call<
    Json<operations['inventoryListHeldReservations']>,
    Codes<operations['inventoryListHeldReservations']>
  >;
  /** GET /admin/movements */
  listMovements(
    members: Members<operations['inventoryListMovements']>,
  ): Call<Json<operations['inventoryListMovements']>, Codes<operations['inventoryListMovements']>>;
  /** POST /admin/reconcile */
  reconcile(
    members?: Members<operations['inventoryReconcile']>,
  ): Call<Json<operations['inventoryReconcile']>, Codes<operations['inventoryReconcile']>>;
}

export interface operations {
  inventoryShowStock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        hub_id: string;
        sku: string;
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
            data: {
              hub_id: string;
              sku: string;
              /** @description units that can be reserved */
              available: number;
              /** @description whether it is a hot SKU */
              partitioned: boolean;
              /** @description 10 when partitioned, else 1 */
              buckets: number;
              /** @description units in open reservations */
              held: number;
              /** @description units in confirmed reservations */
              confirmed: number;
              /** @description available + held + confirmed */
              loaded: number;
            };
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
              | 'EXPECTATION_FAILED'
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
  inventoryListStock: {
    parameters: {
      query?: {
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        hub_id: string;
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
            data: {
              /** @description by SKU */
              stock: {
                hub_id: string;
                sku: string;
                /** @description units that can be reserved */
                available: number;
                /** @description whether it is a hot SKU */
                partitioned: boolean;
                /** @description 10 when partitioned, else 1 */
                buckets: number;
                /** @description units in open reservations */
                held: number;
                /** @description units in confirmed reservations */
                confirmed: number;
                /** @description available + held + confirmed */
                loaded: number;
              }[];
              /** @description there is more */
              next_cursor?: string;
            };
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
              | 'EXPECTATION_FAILED'
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
  inventoryReserve: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          hub_id: string;
          /**
           * Format: id
           * @description with qty; or items
           */
          sku?: string;
          /** @description units */
          qty?: number;
          /** @description several lines: all or nothing */
          items?: {
            /** Format: id */
            sku: string;
            /** @description units */
            qty: number;
          }[];
          /**
           * Format: id
           * @description repeating it gives the same reservation; with identity on, each user has their own ids
           */
          order_id: string;
          /** Format: id */
          user_id: string;
          /** @description how long to hold it; by default 30 */
          ttl_seconds?: number;
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
            data: {
              reservation_id: string;
              /** @enum {string} */
              status: 'reserved';
              /** @description units of all lines */
              qty: number;
              /** @description for how long it was made */
              ttl_seconds: number;
              /** @description last instant to confirm it, milliseconds; absent when it has passed: the order is confirmed */
              expires_at?: number;
              /** @description when the request had items: each SKU once */
              items?: {
                sku: string;
                qty: number;
              }[];
            };
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
              | 'INSUFFICIENT_STOCK'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORDER_MISMATCH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
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
  inventoryExtend: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          reservation_id: string;
          /** @description from now on; at most to one hour after it was made */
          ttl_seconds: number;
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
            data: {
              reservation_id: string;
              /** @enum {string} */
              status: 'reserved';
              /** @description last instant to confirm it, milliseconds */
              expires_at: number;
            };
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
              | 'EXTENSION_LIMIT'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'RESERVATION_CONFIRMED'
              | 'RESERVATION_EXPIRED'
              | 'RESERVATION_RELEASED'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_RESERVATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryConfirm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          reservation_id: string;
          /**
           * @description when it has expired: take its units again
           * @enum {string}
           */
          late?: 'retake';
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
            data: {
              reservation_id: string;
              /** @enum {string} */
              status: 'confirmed';
              /** @description true with late: it had expired, and took its units again */
              retaken?: boolean;
            };
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
              | 'INSUFFICIENT_STOCK'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORDER_MISMATCH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'RESERVATION_EXPIRED'
              | 'RESERVATION_RELEASED'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_RESERVATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryRelease: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          reservation_id: string;
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
            data: {
              reservation_id: string;
              /** @enum {string} */
              status: 'released' | 'expired';
            };
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
              | 'RESERVATION_CONFIRMED'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_RESERVATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryShowReservation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        reservation_id: string;
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
            data: {
              reservation_id: string;
              order_id: string;
              hub_id: string;
              /** @enum {string} */
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** @description each SKU once */
              items: {
                sku: string;
                qty: number;
              }[];
              /** @description last instant to confirm it, milliseconds */
              expires_at: number;
            };
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
              | 'UNKNOWN_RESERVATION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryShowReservationOfOrder: {
    parameters: {
      query?: {
        /** @description by default, the latest reservation in any hub */
        hub_id?: string;
      };
      header?: never;
      path: {
        /** @description of a user's order, services give the full form: user:<user>/<order> */
        order_id: string;
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
            data: {
              reservation_id: string;
              order_id: string;
              hub_id: string;
              /** @enum {string} */
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** @description each SKU once */
              items: {
                sku: string;
                qty: number;
              }[];
              /** @description last instant to confirm it, milliseconds */
              expires_at: number;
            };
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
              | 'UNKNOWN_RESERVATION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryLoadStock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          hub_id: string;
          /** Format: id */
          sku: string;
          /** @description units available afterwards */
          quantity: number;
          /** @description true: a hot SKU; by default as it is, and false at first */
          partitioned?: boolean;
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
            data: {
              hub_id: string;
              sku: string;
              /** @description units that can be reserved */
              available: number;
              /** @description whether it is a hot SKU */
              partitioned: boolean;
              /** @description 10 when partitioned, else 1 */
              buckets: number;
              /** @description units in open reservations */
              held: number;
              /** @description units in confirmed reservations */
              confirmed: number;
              /** @description available + held + confirmed */
              loaded: number;
            };
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
              | 'STOCK_BELOW_HELD'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryAdjustStock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          hub_id: string;
          /**
           * Format: id
           * @description made when it is unknown
           */
          sku: string;
          /** @description units that come or, below 0, go; not 0 */
          delta: number;
          /**
           * Format: text
           * @description for the record
           */
          reason: string;
          /**
           * Format: id
           * @description of this adjustment, among those of all hubs: repeating it changes nothing
           */
          reference: string;
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
            data: {
              hub_id: string;
              sku: string;
              /** @description units that can be reserved */
              available: number;
              /** @description whether it is a hot SKU */
              partitioned: boolean;
              /** @description 10 when partitioned, else 1 */
              buckets: number;
              /** @description units in open reservations */
              held: number;
              /** @description units in confirmed reservations */
              confirmed: number;
              /** @description available + held + confirmed */
              loaded: number;
            };
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
              | 'INSUFFICIENT_STOCK'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'KEY_REUSED'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STOCK_ABOVE_LIMIT'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  inventoryLoadStockInBulk: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description loaded each on its own, in this order */
          items: {
            /** Format: id */
            hub_id: string;
            /** Format: id */
            sku: string;
            /** @description units available afterwards */
            quantity: number;
            /** @description true: a hot SKU; by default as it is, and false at first */
            partitioned?: boolean;
          }[];
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
            data: {
              /** @description one for each item, in their order */
              results: {
                hub_id: string;
                sku: string;
                ok: boolean;
                /** @description why it was refused */
                code?: string;
              }[];
            };
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
  inventoryListHubs: {
    parameters: {
      query?: {
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
            data: {
              /** @description in the order of their bytes */
              hubs: string[];
              /** @description there is more */
              next_cursor?: string;
            };
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
  inventoryListHeldReservations: {
    parameters: {
      query?: {
        limit?: number;
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
            data: {
              /** @description those that end first */
              reservations: {
                reservation_id: string;
                order_id: string;
                hub_id: string;
                /** @enum {string} */
                status: 'reserved' | 'confirmed' | 'released' | 'expired';
                /** @description each SKU once */
                items: {
                  sku: string;
                  qty: number;
                }[];
                /** @description last instant to confirm it, milliseconds */
                expires_at: number;
              }[];
            };
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
  inventoryListMovements: {
    parameters: {
      query: {
        hub_id: string;
        sku: string;
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
            data: {
              /** @description the newest first */
              movements: {
                /** @enum {string} */
                kind: 'confirm' | 'load' | 'adjust';
                hub_id: string;
                sku: string;
                /** @description units confirmed, available after the loading, or adjusted */
                qty: number;
                /** @description change of the stock on hand, available + held */
                delta: number;
                /** @description 1, 2, 3 … for each hub and SKU */
                seq: number;
                /** @description milliseconds since the epoch */
                at: number;
                /** @description of a confirmation */
                reservation_id?: string;
                /** @description of a confirmation */
                order_id?: string;
                /** @description of a confirmation */
                user_id?: string;
                /** @description of an adjustment */
                reason?: string;
                /** @description of an adjustment */
                reference?: string;
              }[];
              /** @description there is more */
              next_cursor?: string;
            };
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
  inventoryReconcile: {
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
            data: {
              /** @description pairs of hub and SKU that were compared */
              checked: number;
              differences: {
                hub_id: string;
                sku: string;
                /** @description available + held */
                operational: number;
                /** @description stock on hand in the system of record */
                recorded: number;
                /** @description outbox: exactly what waits to be recorded */
                explained_by: 'outbox' | null;
              }[];
              /** @description pairs where loaded is not available + held + confirmed */
              unbalanced: {
                hub_id: string;
                sku: string;
                loaded: number;
                available: number;
                held: number;
                confirmed: number;
              }[];
              /** @description pairs not compared, because too many of their movements wait in the outbox */
              postponed: number;
              /** @description entries of the outbox that the record rejects, at most 100 */
              rejected: {
                /** @description the reservation, or the loading */
                entry_id: string;
                hub_id: string;
                /** @description how often the record has rejected it */
                failures: number;
                /** @description why, the last time */
                reason: string;
                /** @description instant of the next attempt, milliseconds */
                retry_at: number;
              }[];
            };
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
