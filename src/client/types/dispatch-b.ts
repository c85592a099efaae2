/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface DispatchB {
  /**
   * `POST /dispatch/driver/location`
   */
  reportLocation(
    body: JsonBody<operations['dispatchBReportLocation']>,
    members?: Members<operations['dispatchBReportLocation']>,
  ): Call<
    Json<operations['dispatchBReportLocation']>,
    Codes<operations['dispatchBReportLocation']>
  >;
  /**
   * `POST /dispatch/driver/status`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `INVALID_TRANSITION`, `OFFER_EXPIRED`, `OFFER_REJECTED`, `ORDER_CANCELLED`
   */
  move(
    body: JsonBody<operations['dispatchBMove']>,
    members?: Members<operations['dispatchBMove']>,
  ): Call<Json<operations['dispatchBMove']>, Codes<operations['dispatchBMove']>>;
  /**
   * `GET /dispatch/drivers/{driver_id}`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`
   */
  showDriver(
    driver_id: string | number,
    members?: Members<operations['dispatchBShowDriver']>,
  ): Call<Json<operations['dispatchBShowDriver']>, Codes<operations['dispatchBShowDriver']>>;
  /**
   * `GET /dispatch/driver/{driver_id}/assignments`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`
   */
  listAssignments(
    driver_id: string | number,
    members?: Members<operations['dispatchBListAssignments']>,
  ): Call<
    Json<operations['dispatchBListAssignments']>,
    Codes<operations['dispatchBListAssignments']>
  >;
  /**
   * `POST /dispatch/driver/accept`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `OFFER_REJECTED`
   */
  accept(
    body: JsonBody<operations['dispatchBAccept']>,
    members?: Members<operations['dispatchBAccept']>,
  ): Call<Json<operations['dispatchBAccept']>, Codes<operations['dispatchBAccept']>>;
  /**
   * `POST /dispatch/driver/reject`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `INVALID_TRANSITION`
   */
  reject(
    body: JsonBody<operations['dispatchBReject']>,
    members?: Members<operations['dispatchBReject']>,
  ): Call<Json<operations['dispatchBReject']>, Codes<operations['dispatchBReject']>>;
  /**
   * `GET /dispatch/orders/{order_id}`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`
   */
  showOrder(
    order_id: string | number,
    members?: Members<operations['dispatchBShowOrder']>,
  ): Call<Json<operations['dispatchBShowOrder']>, Codes<operations['dispatchBShowOrder']>>;
  /**
   * `POST /dispatch/order/cancel`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`, `INVALID_TRANSITION`
   */
  cancel(
    body: JsonBody<operations['dispatchBCancel']>,
    members?: Members<operations['dispatchBCancel']>,
  ): Call<Json<operations['dispatchBCancel']>, Codes<operations['dispatchBCancel']>>;
  /**
   * Server-sent events. Of a driver: `offer` and `withdrawn`, each with the offer as JSON; first come the open offers. Of an order: `order`, first as it is now, then at each change; that takes a token with the scope `service`, as reading the order does.
   *
   * `GET /dispatch/events`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ORDER`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members?: Members<operations['dispatchBFollow']>,
  ): Stream<Events<operations['dispatchBFollow']>>;
  /**
   * `GET /admin/drivers`
   */
  listDrivers(
    members?: Members<operations['dispatchBListDrivers']>,
  ): Call<Json<operations['dispatchBListDrivers']>, Codes<operations['dispatchBListDrivers']>>;
  /**
   * `GET /admin/orders`
   */
  listOrders(
    members?: Members<operations['dispatchBListOrders']>,
  ): Call<Json<operations['dispatchBListOrders']>, Codes<operations['dispatchBListOrders']>>;
  /**
   * Server-sent events `board`, once a second at most: first all drivers and all orders that are not over, then those that have changed, and the ids of those that are gone.
   *
   * `GET /admin/board`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  followBoard(
    members?: Members<operations['dispatchBFollowBoard']>,
  ): Stream<Events<operations['dispatchBFollowBoard']>>;
  /**
   * `GET /admin/batches`
   */
  listBatches(
    members?: Members<operations['dispatchBListBatches']>,
  ): Call<Json<operations['dispatchBListBatches']>, Codes<operations['dispatchBListBatches']>>;
  /**
   * `GET /admin/batches/{batch_id}`
   *
   * @throws {HawkerError} `UNKNOWN_BATCH`
   */
  showBatch(
    batch_id: string | number,
    members?: Members<operations['dispatchBShowBatch']>,
  ): Call<Json<operations['dispatchBShowBatch']>, Codes<operations['dispatchBShowBatch']>>;
  /**
   * Matches the batches that are kept, newest first, once more and in memory: nothing is offered.
   *
   * `POST /admin/replay`
   */
  replay(
    body: JsonBody<operations['dispatchBReplay']>,
    members?: Members<operations['dispatchBReplay']>,
  ): Call<Json<operations['dispatchBReplay']>, Codes<operations['dispatchBReplay']>>;
  /**
   * `POST /dispatch/order`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`, `HUBS_UNAVAILABLE`
   */
  submit(
    body: JsonBody<operations['dispatchBSubmit']>,
    members?: Members<operations['dispatchBSubmit']>,
  ): Call<Json<operations['dispatchBSubmit']>, Codes<operations['dispatchBSubmit']>>;
  /**
   * `POST /admin/hubs`
   */
  saveHub(
    body: JsonBody<operations['dispatchBSaveHub']>,
    members?: Members<operations['dispatchBSaveHub']>,
  ): Call<Json<operations['dispatchBSaveHub']>, Codes<operations['dispatchBSaveHub']>>;
  /**
   * `GET /admin/hubs/{hub_id}`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  showHub(
    hub_id: string | number,
    members?: Members<operations['dispatchBShowHub']>,
  ): Call<Json<operations['dispatchBShowHub']>, Codes<operations['dispatchBShowHub']>>;
  /**
   * `DELETE /admin/hubs/{hub_id}`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  removeHub(
    hub_id: string | number,
    members?: Members<operations['dispatchBRemoveHub']>,
  ): Call<Json<operations['dispatchBRemoveHub']>, Codes<operations['dispatchBRemoveHub']>>;
}

export interface operations {
  dispatchBReportLocation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          driver_id: string;
          /** degrees */
          lat: number;
          /** degrees */
          lng: number;
          /** average; 0: not known */
          speed_kmh?: number;
          max_orders?: number;
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
              status: 'updated';
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
  dispatchBMove: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          driver_id: string;
          status:
            | 'OFFLINE'
            | 'IDLE'
            | 'ASSIGNED'
            | 'TO_HUB'
            | 'PICKING'
            | 'DELIVERING'
            | 'COMPLETED';
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
              driver_id: string;
              status: string;
              lat: number;
              lng: number;
              speed_kmh: number;
              max_orders: number;
              /** milliseconds since the epoch */
              heard_at: number;
              last_assigned_at: number | null;
              order_id: string | null;
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
              | 'INVALID_TRANSITION'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'OFFER_EXPIRED'
              | 'OFFER_REJECTED'
              | 'ORDER_CANCELLED'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_ASSIGNMENT'
              | 'UNKNOWN_DRIVER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBShowDriver: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        driver_id: string;
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
              driver_id: string;
              status: string;
              lat: number;
              lng: number;
              speed_kmh: number;
              max_orders: number;
              /** milliseconds since the epoch */
              heard_at: number;
              last_assigned_at: number | null;
              order_id: string | null;
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
              | 'UNKNOWN_DRIVER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBListAssignments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        driver_id: string;
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
              assignments: {
                /** variant A */
                assignment_id?: string;
                /** variant B */
                dispatch_id?: string;
                /** variant B */
                hub_id?: string;
                order_id: string;
                pickup_lat: number;
                pickup_lng: number;
                priority: number | string;
                dropoff_lat?: number;
                dropoff_lng?: number;
                note?: string;
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
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
              | 'UNKNOWN_DRIVER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBAccept: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          driver_id: string;
          dispatch_id: string;
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
              status: 'accepted';
              hub_id: string;
              order_id: string;
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
              | 'OFFER_EXPIRED'
              | 'OFFER_REJECTED'
              | 'ORDER_CANCELLED'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_ASSIGNMENT'
              | 'UNKNOWN_DRIVER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBReject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          driver_id: string;
          dispatch_id: string;
          reason?: string;
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
              status: 'rejected';
              /** 0 when no delay is left: see order_status */
              reassignment_in_ms: number;
              order_status: string;
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
              | 'INVALID_TRANSITION'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'OFFER_EXPIRED'
              | 'ORDER_CANCELLED'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_ASSIGNMENT'
              | 'UNKNOWN_DRIVER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBShowOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
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
              order_id: string;
              /** variant B */
              dispatch_id?: string;
              /** variant B */
              hub_id?: string;
              pickup_lat: number;
              pickup_lng: number;
              priority: number | string;
              dropoff_lat?: number;
              dropoff_lng?: number;
              note?: string;
              status: string;
              cancel_reason?: string;
              /** milliseconds since the epoch */
              submitted_at: number;
              batch_id: string;
              /** rejections and timeouts of this round */
              attempts: number;
              attempts_total: number;
              round: number;
              reassignment_at: number | null;
              assignment: {
                /** variant A */
                assignment_id?: string;
                driver_id: string;
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
              } | null;
              score_table: {
                batch_id: string;
                /** milliseconds since the epoch */
                at: number;
                /** drivers in reach */
                candidates_total: number;
                /** the best 20, those who refused the order last; terms before weighting */
                candidates: {
                  driver_id: string;
                  km: number;
                  distance: number;
                  eta: number;
                  load: number;
                  priority: number;
                  wait: number;
                  starvation: number;
                  score: number;
                }[];
              } | null;
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
              | 'UNKNOWN_ORDER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBCancel: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          order_id: string;
          reason?: string;
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
              order_id: string;
              status: 'cancelled';
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
              | 'INVALID_TRANSITION'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_ORDER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBFollow: {
    parameters: {
      query?: {
        /** its offers; either this or order_id */
        driver_id?: string;
        /** its status and its driver; either this or driver_id */
        order_id?: string;
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
          'text/event-stream':
            | {
                /** variant A */
                assignment_id?: string;
                /** variant B */
                dispatch_id?: string;
                /** variant B */
                hub_id?: string;
                order_id: string;
                pickup_lat: number;
                pickup_lng: number;
                priority: number | string;
                dropoff_lat?: number;
                dropoff_lng?: number;
                note?: string;
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
              }
            | {
                order_id: string;
                status: string;
                dropoff_lat?: number;
                dropoff_lng?: number;
                note?: string;
                /** from acceptance on */
                driver_id?: string;
                /** while the order is in the hands of the driver; at most one a second */
                driver?: {
                  lat: number;
                  lng: number;
                  speed_kmh: number;
                };
                /** to the pickup until the goods are on board, then to the drop-off; rounded up */
                eta_minutes?: number;
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
              | 'UNKNOWN_DRIVER'
              | 'UNKNOWN_ORDER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBListDrivers: {
    parameters: {
      query?: {
        /** only those with this status */
        status?:
          | 'OFFLINE'
          | 'IDLE'
          | 'ASSIGNED'
          | 'TO_HUB'
          | 'PICKING'
          | 'DELIVERING'
          | 'COMPLETED';
        limit?: number;
        /** next_cursor of the part before */
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
            drivers: {
              driver_id: string;
              status: string;
              lat: number;
              lng: number;
              speed_kmh: number;
              max_orders: number;
              /** milliseconds since the epoch */
              heard_at: number;
              last_assigned_at: number | null;
              order_id: string | null;
              assignment: {
                /** variant A */
                assignment_id?: string;
                driver_id: string;
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
                order_id: string;
              } | null;
            }[];
            /** there are others after these */
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
  dispatchBListOrders: {
    parameters: {
      query?: {
        /** only those with this status */
        status?:
          | 'pending'
          | 'offered'
          | 'reassigning'
          | 'manual_assignment'
          | 'accepted'
          | 'arrived'
          | 'picking'
          | 'delivering'
          | 'delivered'
          | 'expired'
          | 'cancelled';
        limit?: number;
        /** next_cursor of the part before */
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
            orders: {
              order_id: string;
              /** variant B */
              dispatch_id?: string;
              /** variant B */
              hub_id?: string;
              pickup_lat: number;
              pickup_lng: number;
              priority: number | string;
              dropoff_lat?: number;
              dropoff_lng?: number;
              note?: string;
              status: string;
              cancel_reason?: string;
              /** milliseconds since the epoch */
              submitted_at: number;
              batch_id: string;
              /** rejections and timeouts of this round */
              attempts: number;
              attempts_total: number;
              round: number;
              reassignment_at: number | null;
              assignment: {
                /** variant A */
                assignment_id?: string;
                driver_id: string;
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
              } | null;
              /** since it was submitted */
              age_seconds: number;
            }[];
            /** there are others after these */
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
  dispatchBFollowBoard: {
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
          'text/event-stream': {
            drivers: {
              driver_id: string;
              status: string;
              lat: number;
              lng: number;
              speed_kmh: number;
              max_orders: number;
              /** milliseconds since the epoch */
              heard_at: number;
              last_assigned_at: number | null;
              order_id: string | null;
              assignment: {
                /** variant A */
                assignment_id?: string;
                driver_id: string;
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
                order_id: string;
              } | null;
            }[];
            orders: {
              order_id: string;
              /** variant B */
              dispatch_id?: string;
              /** variant B */
              hub_id?: string;
              pickup_lat: number;
              pickup_lng: number;
              priority: number | string;
              dropoff_lat?: number;
              dropoff_lng?: number;
              note?: string;
              status: string;
              cancel_reason?: string;
              /** milliseconds since the epoch */
              submitted_at: number;
              batch_id: string;
              /** rejections and timeouts of this round */
              attempts: number;
              attempts_total: number;
              round: number;
              reassignment_at: number | null;
              assignment: {
                /** variant A */
                assignment_id?: string;
                driver_id: string;
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                score: number | null;
                /** milliseconds since the epoch */
                offered_at: number;
                /** milliseconds since the epoch */
                expires_at: number;
              } | null;
            }[];
            /** ids of those that are not on the board any more */
            gone: {
              drivers: string[];
              orders: string[];
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
              | 'TOO_MANY_STREAMS'
              | 'TOO_MANY_STREAMS_OF_ADDRESS'
              | 'TOO_MANY_STREAMS_OF_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBListBatches: {
    parameters: {
      query?: {
        limit?: number;
        /** next_cursor of the part before */
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
            batches: {
              batch_id: string;
              /** milliseconds since the epoch */
              at: number;
              matching: 'greedy' | 'optimal';
              orders: number;
              drivers: number;
              matched: number;
            }[];
            /** there are others after these */
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
  dispatchBShowBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        batch_id: string;
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
            orders: {
              order_id: string;
              pickup_lat: number;
              pickup_lng: number;
              /** the priority, 0 to 1 */
              priority_weight: number;
              /** milliseconds since the epoch */
              submitted_at: number;
              /** drivers who refused or missed it, longest ago first */
              rejected_by: string[];
              /** how often that happened */
              attempts_total: number;
              driver_id: string | null;
              score: number | null;
              candidates_total: number;
              /** the best 20, those who refused the order last; terms before weighting */
              candidates: {
                driver_id: string;
                km: number;
                distance: number;
                eta: number;
                load: number;
                priority: number;
                wait: number;
                starvation: number;
                score: number;
              }[];
            }[];
            batch_id: string;
            /** milliseconds since the epoch */
            at: number;
            matching: 'greedy' | 'optimal';
            weights: {
              distance: number;
              eta: number;
              load: number;
              priority: number;
              wait: number;
            };
            drivers: {
              driver_id: string;
              lat: number;
              lng: number;
              speed_kmh: number;
              max_orders: number;
              last_assigned_at: number | null;
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
              | 'UNKNOWN_BATCH'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBReplay: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** milliseconds since the epoch */
          from?: number;
          /** milliseconds since the epoch */
          to?: number;
          /** those left out are as they are */
          weights?: {
            distance?: number;
            eta?: number;
            load?: number;
            priority?: number;
            wait?: number;
          };
          matching?: 'greedy' | 'optimal';
          /** whether each batch names the orders that differ */
          changes?: boolean;
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
            batches: {
              batch_id: string;
              /** orders that go to another driver, or to none */
              differing: number;
              before: {
                mean_pickup_km: number | null;
                /** by the weights with which it was matched */
                total_score: number;
              };
              after: {
                mean_pickup_km: number | null;
                /** by the weights with which it was matched */
                total_score: number;
              };
              changes?: {
                order_id: string;
                before: string | null;
                after: string | null;
              }[];
            }[];
            total: {
              /** orders that go to another driver, or to none */
              differing: number;
              before: {
                mean_pickup_km: number | null;
                /** by the weights with which it was matched */
                total_score: number;
              };
              after: {
                mean_pickup_km: number | null;
                /** by the weights with which it was matched */
                total_score: number;
              };
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
  dispatchBSubmit: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          order_id: string;
          /** where the goods are picked up */
          hub_id: string;
          priority: 'flash_sale' | 'vip' | 'normal';
          /** with dropoff_lng */
          dropoff_lat?: number;
          /** with dropoff_lat */
          dropoff_lng?: number;
          note?: string;
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
              dispatch_id: string;
              status: 'pending';
              /** until the batch is matched */
              estimated_match_seconds: number;
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
              | 'HUBS_UNAVAILABLE'
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
              | 'UNKNOWN_HUB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBSaveHub: {
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
          /** degrees */
          lat: number;
          /** degrees */
          lng: number;
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
              /** degrees */
              lat: number;
              /** degrees */
              lng: number;
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
  dispatchBShowHub: {
    parameters: {
      query?: never;
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
              hub_id: string;
              /** degrees */
              lat: number;
              /** degrees */
              lng: number;
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
              | 'UNKNOWN_HUB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  dispatchBRemoveHub: {
    parameters: {
      query?: never;
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
              hub_id: string;
              deleted: true;
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
              | 'UNKNOWN_HUB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
