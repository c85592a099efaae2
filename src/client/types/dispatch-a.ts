/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface DispatchA {
  /**
   * `POST /dispatch/driver/location`
   */
  reportLocation(
    body: JsonBody<operations['dispatchAReportLocation']>,
    members?: Members<operations['dispatchAReportLocation']>,
  ): Call<
    Json<operations['dispatchAReportLocation']>,
    Codes<operations['dispatchAReportLocation']>
  >;
  /**
   * `POST /dispatch/driver/status`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `INVALID_TRANSITION`, `OFFER_EXPIRED`, `OFFER_REJECTED`, `ORDER_CANCELLED`
   */
  move(
    body: JsonBody<operations['dispatchAMove']>,
    members?: Members<operations['dispatchAMove']>,
  ): Call<Json<operations['dispatchAMove']>, Codes<operations['dispatchAMove']>>;
  /**
   * `GET /dispatch/drivers/{driver_id}`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`
   */
  showDriver(
    driver_id: string | number,
    members?: Members<operations['dispatchAShowDriver']>,
  ): Call<Json<operations['dispatchAShowDriver']>, Codes<operations['dispatchAShowDriver']>>;
  /**
   * `GET /dispatch/driver/{driver_id}/assignments`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`
   */
  listAssignments(
    driver_id: string | number,
    members?: Members<operations['dispatchAListAssignments']>,
  ): Call<
    Json<operations['dispatchAListAssignments']>,
    Codes<operations['dispatchAListAssignments']>
  >;
  /**
   * `POST /dispatch/driver/accept`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `OFFER_REJECTED`
   */
  accept(
    body: JsonBody<operations['dispatchAAccept']>,
    members?: Members<operations['dispatchAAccept']>,
  ): Call<Json<operations['dispatchAAccept']>, Codes<operations['dispatchAAccept']>>;
  /**
   * `POST /dispatch/driver/reject`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `INVALID_TRANSITION`
   */
  reject(
    body: JsonBody<operations['dispatchAReject']>,
    members?: Members<operations['dispatchAReject']>,
  ): Call<Json<operations['dispatchAReject']>, Codes<operations['dispatchAReject']>>;
  /**
   * `GET /dispatch/orders/{order_id}`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`
   */
  showOrder(
    order_id: string | number,
    members?: Members<operations['dispatchAShowOrder']>,
  ): Call<Json<operations['dispatchAShowOrder']>, Codes<operations['dispatchAShowOrder']>>;
  /**
   * `POST /dispatch/order/cancel`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`, `INVALID_TRANSITION`
   */
  cancel(
    body: JsonBody<operations['dispatchACancel']>,
    members?: Members<operations['dispatchACancel']>,
  ): Call<Json<operations['dispatchACancel']>, Codes<operations['dispatchACancel']>>;
  /**
   * Server-sent events. Of a driver: `offer` and `withdrawn`, each with the offer as JSON; first come the open offers. Of an order: `order`, first as it is now, then at each change; that takes a token with the scope `service`, as reading the order does.
   *
   * `GET /dispatch/events`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ORDER`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members?: Members<operations['dispatchAFollow']>,
  ): Stream<Events<operations['dispatchAFollow']>>;
  /**
   * `GET /admin/drivers`
   */
  listDrivers(
    members?: Members<operations['dispatchAListDrivers']>,
  ): Call<Json<operations['dispatchAListDrivers']>, Codes<operations['dispatchAListDrivers']>>;
  /**
   * `GET /admin/orders`
   */
  listOrders(
    members?: Members<operations['dispatchAListOrders']>,
  ): Call<Json<operations['dispatchAListOrders']>, Codes<operations['dispatchAListOrders']>>;
  /**
   * Server-sent events `board`, once a second at most: first all drivers and all orders that are not over, then those that have changed, and the ids of those that are gone.
   *
   * `GET /admin/board`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  followBoard(
    members?: Members<operations['dispatchAFollowBoard']>,
  ): Stream<Events<operations['dispatchAFollowBoard']>>;
  /**
   * `GET /admin/batches`
   */
  listBatches(
    members?: Members<operations['dispatchAListBatches']>,
  ): Call<Json<operations['dispatchAListBatches']>, Codes<operations['dispatchAListBatches']>>;
  /**
   * `GET /admin/batches/{batch_id}`
   *
   * @throws {HawkerError} `UNKNOWN_BATCH`
   */
  showBatch(
    batch_id: string | number,
    members?: Members<operations['dispatchAShowBatch']>,
  ): Call<Json<operations['dispatchAShowBatch']>, Codes<operations['dispatchAShowBatch']>>;
  /**
   * Matches the batches that are kept, newest first, once more and in memory: nothing is offered.
   *
   * `POST /admin/replay`
   */
  replay(
    body: JsonBody<operations['dispatchAReplay']>,
    members?: Members<operations['dispatchAReplay']>,
  ): Call<Json<operations['dispatchAReplay']>, Codes<operations['dispatchAReplay']>>;
  /**
   * `POST /dispatch/order`
   */
  submit(
    body: JsonBody<operations['dispatchASubmit']>,
    members?: Members<operations['dispatchASubmit']>,
  ): Call<Json<operations['dispatchASubmit']>, Codes<operations['dispatchASubmit']>>;
  /**
   * `GET /admin/manual-queue`
   */
  listManual(
    members?: Members<operations['dispatchAListManual']>,
  ): Call<Json<operations['dispatchAListManual']>, Codes<operations['dispatchAListManual']>>;
  /**
   * `POST /admin/manual-queue/assign`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`, `UNKNOWN_DRIVER`, `NOT_MANUAL`, `DRIVER_BUSY`
   */
  assign(
    body: JsonBody<operations['dispatchAAssign']>,
    members?: Members<operations['dispatchAAssign']>,
  ): Call<Json<operations['dispatchAAssign']>, Codes<operations['dispatchAAssign']>>;
}

export interface operations {
  dispatchAReportLocation: {
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
            status: 'updated';
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
  dispatchAMove: {
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
            | 'idle'
            | 'assigned'
            | 'accepted'
            | 'arrived'
            | 'picking'
            | 'delivering'
            | 'completed';
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
  dispatchAShowDriver: {
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
  dispatchAListAssignments: {
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
  dispatchAAccept: {
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
          assignment_id: string;
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
            status: 'accepted';
            order_id: string;
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
  dispatchAReject: {
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
          assignment_id: string;
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
            status: 'rejected';
            /** 0 when no delay is left: see order_status */
            reassignment_in_ms: number;
            order_status: string;
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
  dispatchAShowOrder: {
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
  dispatchACancel: {
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
            order_id: string;
            status: 'cancelled';
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
  dispatchAFollow: {
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
  dispatchAListDrivers: {
    parameters: {
      query?: {
        /** only those with this status */
        status?:
          | 'idle'
          | 'assigned'
          | 'accepted'
          | 'arrived'
          | 'picking'
          | 'delivering'
          | 'completed';
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
  dispatchAListOrders: {
    parameters: {
      query?: {
        /** only those with this status */
        status?:
          | 'queued'
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
  dispatchAFollowBoard: {
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
  dispatchAListBatches: {
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
  dispatchAShowBatch: {
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
  dispatchAReplay: {
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
  dispatchASubmit: {
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
          /** degrees */
          pickup_lat: number;
          /** degrees */
          pickup_lng: number;
          priority: number;
          /** with dropoff_lng */
          dropoff_lat?: number;
          /** with dropoff_lat */
          dropoff_lng?: number;
          note?: string;
        };
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: 'queued';
            batch_id: string;
            /** until the batch is matched */
            estimated_dispatch_ms: number;
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
  dispatchAListManual: {
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
  dispatchAAssign: {
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
          driver_id: string;
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
            status: 'offered';
            assignment_id: string;
            /** milliseconds since the epoch */
            expires_at: number;
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
              | 'DRIVER_BUSY'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NOT_MANUAL'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_DRIVER'
              | 'UNKNOWN_ORDER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
