/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Inventory {
  /**
   * `GET /stock/{hub_id}/{sku}`
   */
  showStock(
    hub_id: string | number,
    sku: string | number,
    members?: Members<operations['inventoryShowStock']>,
  ): Call<Json<operations['inventoryShowStock']>, Codes<operations['inventoryShowStock']>>;
  /**
   * `GET /stock/{hub_id}`
   */
  listStock(
    hub_id: string | number,
    members?: Members<operations['inventoryListStock']>,
  ): Call<Json<operations['inventoryListStock']>, Codes<operations['inventoryListStock']>>;
  /**
   * `POST /reserve`
   *
   * @throws {HawkerError} `INSUFFICIENT_STOCK`, `ORDER_MISMATCH`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  reserve(
    body: JsonBody<operations['inventoryReserve']>,
    members?: Members<operations['inventoryReserve']>,
  ): Call<Json<operations['inventoryReserve']>, Codes<operations['inventoryReserve']>>;
  /**
   * `POST /extend`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `EXTENSION_LIMIT`, `RESERVATION_EXPIRED`, `RESERVATION_RELEASED`, `RESERVATION_CONFIRMED`
   */
  extend(
    body: JsonBody<operations['inventoryExtend']>,
    members?: Members<operations['inventoryExtend']>,
  ): Call<Json<operations['inventoryExtend']>, Codes<operations['inventoryExtend']>>;
  /**
   * `POST /confirm`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `INSUFFICIENT_STOCK`, `ORDER_MISMATCH`, `RESERVATION_EXPIRED`, `RESERVATION_RELEASED`
   */
  confirm(
    body: JsonBody<operations['inventoryConfirm']>,
    members?: Members<operations['inventoryConfirm']>,
  ): Call<Json<operations['inventoryConfirm']>, Codes<operations['inventoryConfirm']>>;
  /**
   * `POST /release`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_CONFIRMED`
   */
  release(
    body: JsonBody<operations['inventoryRelease']>,
    members?: Members<operations['inventoryRelease']>,
  ): Call<Json<operations['inventoryRelease']>, Codes<operations['inventoryRelease']>>;
  /**
   * `GET /reservations/{reservation_id}`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`
   */
  showReservation(
    reservation_id: string | number,
    members?: Members<operations['inventoryShowReservation']>,
  ): Call<
    Json<operations['inventoryShowReservation']>,
    Codes<operations['inventoryShowReservation']>
  >;
  /**
   * `GET /orders/{order_id}/reservation`
   *
   * @param order_id of a user's order, services give the full form: user:<user>/<order>
   * @throws {HawkerError} `UNKNOWN_RESERVATION`
   */
  showReservationOfOrder(
    order_id: string | number,
    members?: Members<operations['inventoryShowReservationOfOrder']>,
  ): Call<
    Json<operations['inventoryShowReservationOfOrder']>,
    Codes<operations['inventoryShowReservationOfOrder']>
  >;
  /**
   * `POST /admin/stock`
   *
   * @throws {HawkerError} `STOCK_BELOW_HELD`
   */
  loadStock(
    body: JsonBody<operations['inventoryLoadStock']>,
    members?: Members<operations['inventoryLoadStock']>,
  ): Call<Json<operations['inventoryLoadStock']>, Codes<operations['inventoryLoadStock']>>;
  /**
   * `POST /admin/stock/adjust`
   *
   * @throws {HawkerError} `INSUFFICIENT_STOCK`, `STOCK_ABOVE_LIMIT`, `KEY_REUSED`
   */
  adjustStock(
    body: JsonBody<operations['inventoryAdjustStock']>,
    members?: Members<operations['inventoryAdjustStock']>,
  ): Call<Json<operations['inventoryAdjustStock']>, Codes<operations['inventoryAdjustStock']>>;
  /**
   * `POST /admin/stock/bulk`
   */
  loadStockInBulk(
    body: JsonBody<operations['inventoryLoadStockInBulk']>,
    members?: Members<operations['inventoryLoadStockInBulk']>,
  ): Call<
    Json<operations['inventoryLoadStockInBulk']>,
    Codes<operations['inventoryLoadStockInBulk']>
  >;
  /**
   * `GET /admin/hubs`
   */
  listHubs(
    members?: Members<operations['inventoryListHubs']>,
  ): Call<Json<operations['inventoryListHubs']>, Codes<operations['inventoryListHubs']>>;
  /**
   * `GET /admin/reservations`
   */
  listHeldReservations(
    members?: Members<operations['inventoryListHeldReservations']>,
  ): Call<
    Json<operations['inventoryListHeldReservations']>,
    Codes<operations['inventoryListHeldReservations']>
  >;
  /**
   * `GET /admin/movements`
   */
  listMovements(
    members: Members<operations['inventoryListMovements']>,
  ): Call<Json<operations['inventoryListMovements']>, Codes<operations['inventoryListMovements']>>;
  /**
   * `POST /admin/reconcile`
   */
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
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU */
              partitioned: boolean;
              /** 10 when partitioned, else 1 */
              buckets: number;
              /** units in open reservations */
              held: number;
              /** units in confirmed reservations */
              confirmed: number;
              /** available + held + confirmed */
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
        /** next_cursor of the page before */
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
              /** by SKU */
              stock: {
                hub_id: string;
                sku: string;
                /** units that can be reserved */
                available: number;
                /** whether it is a hot SKU */
                partitioned: boolean;
                /** 10 when partitioned, else 1 */
                buckets: number;
                /** units in open reservations */
                held: number;
                /** units in confirmed reservations */
                confirmed: number;
                /** available + held + confirmed */
                loaded: number;
              }[];
              /** there is more */
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
          hub_id: string;
          /** with qty; or items */
          sku?: string;
          /** units */
          qty?: number;
          /** several lines: all or nothing */
          items?: {
            sku: string;
            /** units */
            qty: number;
          }[];
          /** repeating it gives the same reservation; with identity on, each user has their own ids */
          order_id: string;
          user_id: string;
          /** how long to hold it; by default 30 */
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
              status: 'reserved';
              /** units of all lines */
              qty: number;
              /** for how long it was made */
              ttl_seconds: number;
              /** last instant to confirm it, milliseconds; absent when it has passed: the order is confirmed */
              expires_at?: number;
              /** when the request had items: each SKU once */
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
          reservation_id: string;
          /** from now on; at most to one hour after it was made */
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
              status: 'reserved';
              /** last instant to confirm it, milliseconds */
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
          reservation_id: string;
          /** when it has expired: take its units again */
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
              status: 'confirmed';
              /** true with late: it had expired, and took its units again */
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
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** each SKU once */
              items: {
                sku: string;
                qty: number;
              }[];
              /** last instant to confirm it, milliseconds */
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
        /** by default, the latest reservation in any hub */
        hub_id?: string;
      };
      header?: never;
      path: {
        /** of a user's order, services give the full form: user:<user>/<order> */
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
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** each SKU once */
              items: {
                sku: string;
                qty: number;
              }[];
              /** last instant to confirm it, milliseconds */
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
          hub_id: string;
          sku: string;
          /** units available afterwards */
          quantity: number;
          /** true: a hot SKU; by default as it is, and false at first */
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
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU */
              partitioned: boolean;
              /** 10 when partitioned, else 1 */
              buckets: number;
              /** units in open reservations */
              held: number;
              /** units in confirmed reservations */
              confirmed: number;
              /** available + held + confirmed */
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
          hub_id: string;
          /** made when it is unknown */
          sku: string;
          /** units that come or, below 0, go; not 0 */
          delta: number;
          /** for the record */
          reason: string;
          /** of this adjustment, among those of all hubs: repeating it changes nothing */
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
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU */
              partitioned: boolean;
              /** 10 when partitioned, else 1 */
              buckets: number;
              /** units in open reservations */
              held: number;
              /** units in confirmed reservations */
              confirmed: number;
              /** available + held + confirmed */
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
          /** loaded each on its own, in this order */
          items: {
            hub_id: string;
            sku: string;
            /** units available afterwards */
            quantity: number;
            /** true: a hot SKU; by default as it is, and false at first */
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
              /** one for each item, in their order */
              results: {
                hub_id: string;
                sku: string;
                ok: boolean;
                /** why it was refused */
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
            data: {
              /** in the order of their bytes */
              hubs: string[];
              /** there is more */
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
              /** those that end first */
              reservations: {
                reservation_id: string;
                order_id: string;
                hub_id: string;
                status: 'reserved' | 'confirmed' | 'released' | 'expired';
                /** each SKU once */
                items: {
                  sku: string;
                  qty: number;
                }[];
                /** last instant to confirm it, milliseconds */
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
            data: {
              /** the newest first */
              movements: {
                kind: 'confirm' | 'load' | 'adjust';
                hub_id: string;
                sku: string;
                /** units confirmed, available after the loading, or adjusted */
                qty: number;
                /** change of the stock on hand, available + held */
                delta: number;
                /** 1, 2, 3 … for each hub and SKU */
                seq: number;
                /** milliseconds since the epoch */
                at: number;
                /** of a confirmation */
                reservation_id?: string;
                /** of a confirmation */
                order_id?: string;
                /** of a confirmation */
                user_id?: string;
                /** of an adjustment */
                reason?: string;
                /** of an adjustment */
                reference?: string;
              }[];
              /** there is more */
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
              /** pairs of hub and SKU that were compared */
              checked: number;
              differences: {
                hub_id: string;
                sku: string;
                /** available + held */
                operational: number;
                /** stock on hand in the system of record */
                recorded: number;
                /** outbox: exactly what waits to be recorded */
                explained_by: 'outbox' | null;
              }[];
              /** pairs where loaded is not available + held + confirmed */
              unbalanced: {
                hub_id: string;
                sku: string;
                loaded: number;
                available: number;
                held: number;
                confirmed: number;
              }[];
              /** pairs not compared, because too many of their movements wait in the outbox */
              postponed: number;
              /** entries of the outbox that the record rejects, at most 100 */
              rejected: {
                /** the reservation, or the loading */
                entry_id: string;
                hub_id: string;
                /** how often the record has rejected it */
                failures: number;
                /** why, the last time */
                reason: string;
                /** instant of the next attempt, milliseconds */
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
