/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Inventory {
  /**
   * Show the stock of a SKU.
   *
   * A SKU that was never loaded has 0 units.
   *
   * `GET /stock/{hub_id}/{sku}`
   *
   * @param hub_id the hub
   * @param sku the SKU
   */
  showStock(
    hub_id: string | number,
    sku: string | number,
    members?: Members<operations['inventoryShowStock']>,
  ): Call<Json<operations['inventoryShowStock']>, Codes<operations['inventoryShowStock']>>;
  /**
   * List the stock of a hub.
   *
   * `GET /stock/{hub_id}`
   *
   * @param hub_id the hub
   */
  listStock(
    hub_id: string | number,
    members?: Members<operations['inventoryListStock']>,
  ): Call<Json<operations['inventoryListStock']>, Codes<operations['inventoryListStock']>>;
  /**
   * Reserve stock for an order.
   *
   * Holds all lines of the order or none, for 30 seconds or `ttl_seconds`. While the reservation is held or confirmed, the same `order_id` in the same hub gets the same one again. Fails with 409 `INSUFFICIENT_STOCK` and the SKU that is short, or with 409 `ORDER_MISMATCH` if the lines differ from those of the order.
   *
   * `POST /reserve`
   *
   * @throws {HawkerError} `INSUFFICIENT_STOCK`, `ORDER_MISMATCH`, `RATE_LIMITED`, `QUOTA_EXCEEDED`
   */
  reserve(
    body: JsonBody<operations['inventoryReserve']>,
    members?: Members<operations['inventoryReserve']>,
  ): Call<Json<operations['inventoryReserve']>, Codes<operations['inventoryReserve']>>;
  /**
   * Extend or shorten a reservation.
   *
   * The new time counts from now, and ends at most one hour after the reservation was made: 409 `EXTENSION_LIMIT` names the latest instant. Fails with 409 once the reservation is over.
   *
   * `POST /extend`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `EXTENSION_LIMIT`, `RESERVATION_EXPIRED`, `RESERVATION_RELEASED`, `RESERVATION_CONFIRMED`
   */
  extend(
    body: JsonBody<operations['inventoryExtend']>,
    members?: Members<operations['inventoryExtend']>,
  ): Call<Json<operations['inventoryExtend']>, Codes<operations['inventoryExtend']>>;
  /**
   * Confirm a reservation after payment.
   *
   * The units are sold, and the sale is written into the system of record exactly once; repeating it gives the same answer. An expired reservation fails with 409, unless `late: "retake"` asks to take its units again if they are all available. While identity is on, only a service can confirm, unless `CONFIRM_BY_USER=1` is set.
   *
   * `POST /confirm`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `INSUFFICIENT_STOCK`, `ORDER_MISMATCH`, `RESERVATION_EXPIRED`, `RESERVATION_RELEASED`
   */
  confirm(
    body: JsonBody<operations['inventoryConfirm']>,
    members?: Members<operations['inventoryConfirm']>,
  ): Call<Json<operations['inventoryConfirm']>, Codes<operations['inventoryConfirm']>>;
  /**
   * Release a reservation and return its units.
   *
   * Repeating it gives the same answer: `released`, or `expired` if the reservation had expired before. Fails with 409 once it is confirmed.
   *
   * `POST /release`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_CONFIRMED`
   */
  release(
    body: JsonBody<operations['inventoryRelease']>,
    members?: Members<operations['inventoryRelease']>,
  ): Call<Json<operations['inventoryRelease']>, Codes<operations['inventoryRelease']>>;
  /**
   * Show a reservation by its id.
   *
   * A reservation that has ended is known for 24 hours, then it is 404.
   *
   * `GET /reservations/{reservation_id}`
   *
   * @param reservation_id id of the reservation
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
   * Find an order's reservation.
   *
   * Shows the reservation that the order holds or has confirmed, or else its latest one. Without `hub_id`, shows the latest one of all hubs.
   *
   * `GET /orders/{order_id}/reservation`
   *
   * @param order_id id of the order; for an order that a user has made, a service sends `user:<user>/<order>`
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
   * Set the available units of a SKU.
   *
   * Held and confirmed units stay, so `loaded` becomes `quantity + held + confirmed`. Fails with 409 `STOCK_BELOW_HELD` if `quantity` is below the held units.
   *
   * `POST /admin/stock`
   *
   * @throws {HawkerError} `STOCK_BELOW_HELD`
   */
  loadStock(
    body: JsonBody<operations['inventoryLoadStock']>,
    members?: Members<operations['inventoryLoadStock']>,
  ): Call<Json<operations['inventoryLoadStock']>, Codes<operations['inventoryLoadStock']>>;
  /**
   * Adjust stock by a delivery or loss.
   *
   * Adds `delta` to the available units, once for each `reference`: repeating it within 7 days changes nothing. Fails with 409 if the available units would fall below 0 or exceed 1,000,000,000, and with 422 if the reference was used for another adjustment.
   *
   * `POST /admin/stock/adjust`
   *
   * @throws {HawkerError} `INSUFFICIENT_STOCK`, `STOCK_ABOVE_LIMIT`, `KEY_REUSED`
   */
  adjustStock(
    body: JsonBody<operations['inventoryAdjustStock']>,
    members?: Members<operations['inventoryAdjustStock']>,
  ): Call<Json<operations['inventoryAdjustStock']>, Codes<operations['inventoryAdjustStock']>>;
  /**
   * Set the available units of many SKUs.
   *
   * Loads each item on its own, in order: its result is `ok`, or has the `code` of its refusal. If the store becomes unavailable during the call (503), the first items may be loaded already; repeating it is safe.
   *
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
   * List the hubs that have stock.
   *
   * `GET /admin/hubs`
   */
  listHubs(
    members?: Members<operations['inventoryListHubs']>,
  ): Call<Json<operations['inventoryListHubs']>, Codes<operations['inventoryListHubs']>>;
  /**
   * List the reservations that are held.
   *
   * Those that can still be confirmed; the one that ends next comes first.
   *
   * `GET /admin/reservations`
   */
  listHeldReservations(
    members?: Members<operations['inventoryListHeldReservations']>,
  ): Call<
    Json<operations['inventoryListHeldReservations']>,
    Codes<operations['inventoryListHeldReservations']>
  >;
  /**
   * List the movements of a stock.
   *
   * Confirmations, loadings and adjustments of one hub and SKU as far as the system of record has them, the newest first. Fails with 503 while the record is unavailable.
   *
   * `GET /admin/movements`
   */
  listMovements(
    members: Members<operations['inventoryListMovements']>,
  ): Call<Json<operations['inventoryListMovements']>, Codes<operations['inventoryListMovements']>>;
  /**
   * Compare the stock with the record.
   *
   * Reports each difference between the operational store and the system of record; repairs nothing. A difference is explained if exactly the movements that wait in the outbox account for it. Fails with 503 while the record is unavailable.
   *
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
        /** the hub */
        hub_id: string;
        /** the SKU */
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
              /** the hub */
              hub_id: string;
              /** the SKU */
              sku: string;
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU, whose units are in 10 buckets */
              partitioned: boolean;
              /** number of buckets: 10 if it is partitioned, else 1 */
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
        /** maximum number of entries in the answer */
        limit?: number;
        /** `next_cursor` of the previous page */
        cursor?: string;
      };
      header?: never;
      path: {
        /** the hub */
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
              /** in the order of the bytes of the SKU */
              stock: {
                /** the hub */
                hub_id: string;
                /** the SKU */
                sku: string;
                /** units that can be reserved */
                available: number;
                /** whether it is a hot SKU, whose units are in 10 buckets */
                partitioned: boolean;
                /** number of buckets: 10 if it is partitioned, else 1 */
                buckets: number;
                /** units in open reservations */
                held: number;
                /** units in confirmed reservations */
                confirmed: number;
                /** available + held + confirmed */
                loaded: number;
              }[];
              /** the `cursor` of the next page; absent on the last one */
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
          /** the hub that has the units */
          hub_id: string;
          /** the SKU of a single line, with `qty`; or send `items` */
          sku?: string;
          /** units */
          qty?: number;
          /** several lines, all of which are reserved or none; lines of one SKU are summed */
          items?: {
            /** the SKU */
            sku: string;
            /** units */
            qty: number;
          }[];
          /** chosen by the shop: repeating it gives the same reservation. While identity is on, each user has their own ids */
          order_id: string;
          /** the user who orders */
          user_id: string;
          /** seconds until it expires unless it is confirmed; 30 when absent */
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
              /** id of the reservation */
              reservation_id: string;
              status: 'reserved';
              /** units of all lines */
              qty: number;
              /** seconds for which it was made */
              ttl_seconds: number;
              /** last instant to confirm it, milliseconds since the epoch; absent once it has passed, which only a confirmed order outlives */
              expires_at?: number;
              /** each SKU once, sorted; present if the request had `items` */
              items?: {
                /** the SKU */
                sku: string;
                /** units */
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
          /** id of the reservation */
          reservation_id: string;
          /** seconds from now, at most until one hour after the reservation was made */
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
              /** id of the reservation */
              reservation_id: string;
              status: 'reserved';
              /** last instant to confirm it, milliseconds since the epoch */
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
          /** id of the reservation */
          reservation_id: string;
          /** if the reservation has expired, take its units again */
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
              /** id of the reservation */
              reservation_id: string;
              status: 'confirmed';
              /** true: it had expired, and its units were taken again */
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
          /** id of the reservation */
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
              /** id of the reservation */
              reservation_id: string;
              /** expired: it had expired before the request */
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
        /** id of the reservation */
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
              /** id of the reservation */
              reservation_id: string;
              /** the order that it is for */
              order_id: string;
              /** the hub that has the units */
              hub_id: string;
              /** an overdue reservation is expired, even if its units are not back yet */
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** each SKU once */
              items: {
                /** the SKU */
                sku: string;
                /** units */
                qty: number;
              }[];
              /** last instant to confirm it, milliseconds since the epoch */
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
        /** the hub of the reservation; any hub when absent */
        hub_id?: string;
      };
      header?: never;
      path: {
        /** id of the order; for an order that a user has made, a service sends `user:<user>/<order>` */
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
              /** id of the reservation */
              reservation_id: string;
              /** the order that it is for */
              order_id: string;
              /** the hub that has the units */
              hub_id: string;
              /** an overdue reservation is expired, even if its units are not back yet */
              status: 'reserved' | 'confirmed' | 'released' | 'expired';
              /** each SKU once */
              items: {
                /** the SKU */
                sku: string;
                /** units */
                qty: number;
              }[];
              /** last instant to confirm it, milliseconds since the epoch */
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
          /** the hub */
          hub_id: string;
          /** the SKU */
          sku: string;
          /** units that can be reserved from now on */
          quantity: number;
          /** true: a hot SKU, whose units are split over 10 buckets; when absent it stays as it is, at first false */
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
              /** the hub */
              hub_id: string;
              /** the SKU */
              sku: string;
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU, whose units are in 10 buckets */
              partitioned: boolean;
              /** number of buckets: 10 if it is partitioned, else 1 */
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
          /** the hub */
          hub_id: string;
          /** the SKU; one that is unknown begins with 0 units */
          sku: string;
          /** units that came or, if negative, went; not 0 */
          delta: number;
          /** why, for the record */
          reason: string;
          /** id of this adjustment, unique over all hubs: repeating it changes nothing */
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
              /** the hub */
              hub_id: string;
              /** the SKU */
              sku: string;
              /** units that can be reserved */
              available: number;
              /** whether it is a hot SKU, whose units are in 10 buckets */
              partitioned: boolean;
              /** number of buckets: 10 if it is partitioned, else 1 */
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
          /** the stocks to set, each on its own, in this order */
          items: {
            /** the hub */
            hub_id: string;
            /** the SKU */
            sku: string;
            /** units that can be reserved from now on */
            quantity: number;
            /** true: a hot SKU, whose units are split over 10 buckets; when absent it stays as it is, at first false */
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
                /** the hub */
                hub_id: string;
                /** the SKU */
                sku: string;
                /** whether it is loaded */
                ok: boolean;
                /** problem code, if it was refused */
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
        /** maximum number of entries in the answer */
        limit?: number;
        /** `next_cursor` of the previous page */
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
              /** ids of the hubs, in the order of their bytes */
              hubs: string[];
              /** the `cursor` of the next page; absent on the last one */
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
        /** maximum number of entries in the answer */
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
              /** the one that ends next comes first */
              reservations: {
                /** id of the reservation */
                reservation_id: string;
                /** the order that it is for */
                order_id: string;
                /** the hub that has the units */
                hub_id: string;
                /** an overdue reservation is expired, even if its units are not back yet */
                status: 'reserved' | 'confirmed' | 'released' | 'expired';
                /** each SKU once */
                items: {
                  /** the SKU */
                  sku: string;
                  /** units */
                  qty: number;
                }[];
                /** last instant to confirm it, milliseconds since the epoch */
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
        /** the hub */
        hub_id: string;
        /** the SKU */
        sku: string;
        /** maximum number of entries in the answer */
        limit?: number;
        /** `next_cursor` of the previous page */
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
                /** confirm: units were sold; load: they were set; adjust: they came or went */
                kind: 'confirm' | 'load' | 'adjust';
                /** the hub */
                hub_id: string;
                /** the SKU */
                sku: string;
                /** units: confirmed, available after a loading, or adjusted */
                qty: number;
                /** change of the stock on hand, available + held */
                delta: number;
                /** number among the movements of the hub and SKU, from 1 */
                seq: number;
                /** when it happened, milliseconds since the epoch */
                at: number;
                /** the reservation that was confirmed */
                reservation_id?: string;
                /** the order of the confirmed reservation */
                order_id?: string;
                /** the user of the confirmed reservation */
                user_id?: string;
                /** why it was adjusted */
                reason?: string;
                /** the reference of the adjustment */
                reference?: string;
              }[];
              /** the `cursor` of the next page; absent on the last one */
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
              /** pairs whose stock differs from the record */
              differences: {
                /** the hub */
                hub_id: string;
                /** the SKU */
                sku: string;
                /** available + held in the operational store */
                operational: number;
                /** stock on hand in the system of record */
                recorded: number;
                /** outbox: exactly the movements that wait to be recorded; null: unknown */
                explained_by: 'outbox' | null;
              }[];
              /** pairs whose loaded units are not available + held + confirmed */
              unbalanced: {
                /** the hub */
                hub_id: string;
                /** the SKU */
                sku: string;
                /** units */
                loaded: number;
                /** units that can be reserved */
                available: number;
                /** units in open reservations */
                held: number;
                /** units in confirmed reservations */
                confirmed: number;
              }[];
              /** pairs not compared, because too many of their movements wait in the outbox */
              postponed: number;
              /** entries of the outbox that the record rejects, at most 100 */
              rejected: {
                /** the reservation, loading or adjustment */
                entry_id: string;
                /** the hub */
                hub_id: string;
                /** number of attempts that the record has rejected */
                failures: number;
                /** why the last attempt was rejected */
                reason: string;
                /** when the next attempt is made, milliseconds since the epoch */
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
