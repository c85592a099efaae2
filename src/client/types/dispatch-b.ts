/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface DispatchB {
  /**
   * Report the location of a driver.
   *
   * The first report registers the driver, and a report brings an offline driver back. A driver who has not reported for 60 seconds gets no offers.
   *
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
   * Report the status of a driver.
   *
   * Accepts the moves that a driver can make; reporting the present status again changes nothing. Reporting the status that follows acceptance or rejection answers the open offer. Any other move fails with 409 `INVALID_TRANSITION`, which names `from` and `to`.
   *
   * `POST /dispatch/driver/status`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `INVALID_TRANSITION`, `OFFER_EXPIRED`, `OFFER_REJECTED`, `ORDER_CANCELLED`
   */
  move(
    body: JsonBody<operations['dispatchBMove']>,
    members?: Members<operations['dispatchBMove']>,
  ): Call<Json<operations['dispatchBMove']>, Codes<operations['dispatchBMove']>>;
  /**
   * Show a driver and the order in hand.
   *
   * A driver without an order is known for 24 hours after the latest report.
   *
   * `GET /dispatch/drivers/{driver_id}`
   *
   * @param driver_id id of the driver
   * @throws {HawkerError} `UNKNOWN_DRIVER`
   */
  showDriver(
    driver_id: string | number,
    members?: Members<operations['dispatchBShowDriver']>,
  ): Call<Json<operations['dispatchBShowDriver']>, Codes<operations['dispatchBShowDriver']>>;
  /**
   * List the open offers of a driver.
   *
   * A driver has at most one.
   *
   * `GET /dispatch/driver/{driver_id}/assignments`
   *
   * @param driver_id id of the driver
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
   * Accept the offer of an order.
   *
   * Repeating it gives the same answer. Fails with 409 once the offer has expired or was rejected, or the order was cancelled; the offer of another driver gives 404.
   *
   * `POST /dispatch/driver/accept`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `OFFER_REJECTED`
   */
  accept(
    body: JsonBody<operations['dispatchBAccept']>,
    members?: Members<operations['dispatchBAccept']>,
  ): Call<Json<operations['dispatchBAccept']>, Codes<operations['dispatchBAccept']>>;
  /**
   * Reject an offer or give back an order.
   *
   * The order is offered again after a delay. Repeating it gives the same answer. An accepted order can be given back in variant A, until the driver arrives; otherwise it fails with 409 `INVALID_TRANSITION`.
   *
   * `POST /dispatch/driver/reject`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ASSIGNMENT`, `OFFER_EXPIRED`, `ORDER_CANCELLED`, `INVALID_TRANSITION`
   */
  reject(
    body: JsonBody<operations['dispatchBReject']>,
    members?: Members<operations['dispatchBReject']>,
  ): Call<Json<operations['dispatchBReject']>, Codes<operations['dispatchBReject']>>;
  /**
   * Show an order with its assignment and scores.
   *
   * The score table has the best 20 candidates of its latest batch. Orders that are delivered, expired or cancelled are known for 24 hours.
   *
   * `GET /dispatch/orders/{order_id}`
   *
   * @param order_id id of the order
   * @throws {HawkerError} `UNKNOWN_ORDER`
   */
  showOrder(
    order_id: string | number,
    members?: Members<operations['dispatchBShowOrder']>,
  ): Call<Json<operations['dispatchBShowOrder']>, Codes<operations['dispatchBShowOrder']>>;
  /**
   * Cancel an order that is not delivered.
   *
   * An open offer is withdrawn, and a driver who has the order in hand is idle again. Repeating it answers 200. Fails with 409 `INVALID_TRANSITION` once the order is delivered.
   *
   * `POST /dispatch/order/cancel`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`, `INVALID_TRANSITION`
   */
  cancel(
    body: JsonBody<operations['dispatchBCancel']>,
    members?: Members<operations['dispatchBCancel']>,
  ): Call<Json<operations['dispatchBCancel']>, Codes<operations['dispatchBCancel']>>;
  /**
   * Follow a driver's offers or an order live.
   *
   * A stream of server-sent events. With `driver_id` it sends `offer` and `withdrawn`, the open offers first. With `order_id`, for services only, it sends `order`: first as it is now, then at each change.
   *
   * `GET /dispatch/events`
   *
   * @throws {HawkerError} `UNKNOWN_DRIVER`, `UNKNOWN_ORDER`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members?: Members<operations['dispatchBFollow']>,
  ): Stream<Events<operations['dispatchBFollow']>>;
  /**
   * List all drivers.
   *
   * Ordered by id.
   *
   * `GET /admin/drivers`
   */
  listDrivers(
    members?: Members<operations['dispatchBListDrivers']>,
  ): Call<Json<operations['dispatchBListDrivers']>, Codes<operations['dispatchBListDrivers']>>;
  /**
   * List all orders.
   *
   * Ordered by id.
   *
   * `GET /admin/orders`
   */
  listOrders(
    members?: Members<operations['dispatchBListOrders']>,
  ): Call<Json<operations['dispatchBListOrders']>, Codes<operations['dispatchBListOrders']>>;
  /**
   * Follow all drivers and open orders live.
   *
   * A stream of server-sent events `board`, at most one a second. The first has all drivers and all orders that are not over; later ones have those that have changed, and the ids of those that are gone.
   *
   * `GET /admin/board`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  followBoard(
    members?: Members<operations['dispatchBFollowBoard']>,
  ): Stream<Events<operations['dispatchBFollowBoard']>>;
  /**
   * List the batches kept for replay.
   *
   * The newest first; how many are kept is `DISPATCH_KEEP_BATCHES`.
   *
   * `GET /admin/batches`
   */
  listBatches(
    members?: Members<operations['dispatchBListBatches']>,
  ): Call<Json<operations['dispatchBListBatches']>, Codes<operations['dispatchBListBatches']>>;
  /**
   * Show the full input of a batch.
   *
   * Its drivers, its weights, and its orders with the best 20 candidates of each.
   *
   * `GET /admin/batches/{batch_id}`
   *
   * @param batch_id id of the batch
   * @throws {HawkerError} `UNKNOWN_BATCH`
   */
  showBatch(
    batch_id: string | number,
    members?: Members<operations['dispatchBShowBatch']>,
  ): Call<Json<operations['dispatchBShowBatch']>, Codes<operations['dispatchBShowBatch']>>;
  /**
   * Replay batches with other weights or matching.
   *
   * Matches the kept batches again in memory, the newest first, and compares the result with what happened. Nothing is offered to any driver.
   *
   * `POST /admin/replay`
   */
  replay(
    body: JsonBody<operations['dispatchBReplay']>,
    members?: Members<operations['dispatchBReplay']>,
  ): Call<Json<operations['dispatchBReplay']>, Codes<operations['dispatchBReplay']>>;
  /**
   * Submit an order for delivery.
   *
   * The order joins the next batch, which is matched once it has 3 orders or is 5 seconds old. An `order_id` that is known gets the first answer again. Fails with 404 `UNKNOWN_HUB`, and with 503 while the hubs of geo are not known yet.
   *
   * `POST /dispatch/order`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`, `HUBS_UNAVAILABLE`
   */
  submit(
    body: JsonBody<operations['dispatchBSubmit']>,
    members?: Members<operations['dispatchBSubmit']>,
  ): Call<Json<operations['dispatchBSubmit']>, Codes<operations['dispatchBSubmit']>>;
  /**
   * Create or move a hub.
   *
   * It takes precedence over a hub of geo with the same id, until it is deleted.
   *
   * `POST /admin/hubs`
   */
  saveHub(
    body: JsonBody<operations['dispatchBSaveHub']>,
    members?: Members<operations['dispatchBSaveHub']>,
  ): Call<Json<operations['dispatchBSaveHub']>, Codes<operations['dispatchBSaveHub']>>;
  /**
   * Show a hub of this service.
   *
   * Finds only hubs that were created here, not those of geo.
   *
   * `GET /admin/hubs/{hub_id}`
   *
   * @param hub_id id of the hub
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  showHub(
    hub_id: string | number,
    members?: Members<operations['dispatchBShowHub']>,
  ): Call<Json<operations['dispatchBShowHub']>, Codes<operations['dispatchBShowHub']>>;
  /**
   * Delete a hub of this service.
   *
   * A hub of geo with the same id counts again.
   *
   * `DELETE /admin/hubs/{hub_id}`
   *
   * @param hub_id id of the hub
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
          /** id of the driver */
          driver_id: string;
          /** latitude, degrees */
          lat: number;
          /** longitude, degrees */
          lng: number;
          /** average speed, km/h; 0: unknown; when absent, that of the previous report */
          speed_kmh?: number;
          /** maximum number of orders at a time; has no effect yet: a driver has one at a time */
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
          /** id of the driver */
          driver_id: string;
          /** the new status of the driver */
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
              /** id of the driver */
              driver_id: string;
              /** status of the driver */
              status: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** average speed, km/h */
              speed_kmh: number;
              /** maximum number of orders at a time */
              max_orders: number;
              /** when the driver last reported the location, milliseconds since the epoch */
              heard_at: number;
              /** when the driver last got an offer, milliseconds since the epoch */
              last_assigned_at: number | null;
              /** the order that the driver is offered or has in hand */
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
        /** id of the driver */
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
              /** id of the driver */
              driver_id: string;
              /** status of the driver */
              status: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** average speed, km/h */
              speed_kmh: number;
              /** maximum number of orders at a time */
              max_orders: number;
              /** when the driver last reported the location, milliseconds since the epoch */
              heard_at: number;
              /** when the driver last got an offer, milliseconds since the epoch */
              last_assigned_at: number | null;
              /** the order that the driver is offered or has in hand */
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
        /** id of the driver */
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
              /** open offers, at most one */
              assignments: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the dispatch of the order, in variant B */
                dispatch_id?: string;
                /** the hub where the goods are picked up, in variant B */
                hub_id?: string;
                /** id of the order */
                order_id: string;
                /** latitude of the pickup, degrees */
                pickup_lat: number;
                /** longitude of the pickup, degrees */
                pickup_lng: number;
                /** as it was submitted: a number in variant A, a name in variant B */
                priority: number | string;
                /** latitude of the drop-off, degrees */
                dropoff_lat?: number;
                /** longitude of the drop-off, degrees */
                dropoff_lng?: number;
                /** note for the driver */
                note?: string;
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
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
          /** the driver who answers */
          driver_id: string;
          /** the dispatch that was offered */
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
              /** the hub where the goods are picked up */
              hub_id: string;
              /** id of the order */
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
          /** the driver who answers */
          driver_id: string;
          /** the dispatch that was offered */
          dispatch_id: string;
          /** why; it is not kept */
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
              /** milliseconds until the order is offered again; 0 if the delays of this round are used up: see order_status */
              reassignment_in_ms: number;
              /** status of the order */
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
        /** id of the order */
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
              /** id of the order */
              order_id: string;
              /** id of the dispatch of the order, in variant B */
              dispatch_id?: string;
              /** the hub where the goods are picked up, in variant B */
              hub_id?: string;
              /** latitude of the pickup, degrees */
              pickup_lat: number;
              /** longitude of the pickup, degrees */
              pickup_lng: number;
              /** as it was submitted: a number in variant A, a name in variant B */
              priority: number | string;
              /** latitude of the drop-off, degrees */
              dropoff_lat?: number;
              /** longitude of the drop-off, degrees */
              dropoff_lng?: number;
              /** note for the driver */
              note?: string;
              /** status of the order */
              status: string;
              /** why it was cancelled */
              cancel_reason?: string;
              /** when the order was submitted, milliseconds since the epoch */
              submitted_at: number;
              /** the latest batch that the order has joined */
              batch_id: string;
              /** rejections and timeouts in this round */
              attempts: number;
              /** rejections and timeouts in all rounds */
              attempts_total: number;
              /** number of the round, from 1 */
              round: number;
              /** when it is offered again, milliseconds since the epoch */
              reassignment_at: number | null;
              /** the latest offer of the order */
              assignment: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the driver */
                driver_id: string;
                /** what became of the offer */
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
              } | null;
              /** scores in the latest batch of the order */
              score_table: {
                /** id of the batch */
                batch_id: string;
                /** when the batch was matched, milliseconds since the epoch */
                at: number;
                /** number of drivers within reach */
                candidates_total: number;
                /** the best 20 with all terms before weighting; drivers who refused the order come last */
                candidates: {
                  /** id of the driver */
                  driver_id: string;
                  /** distance from the driver to the pickup, km */
                  km: number;
                  /** from 1 at the pickup to 0 at 10 km */
                  distance: number;
                  /** from 1 at the pickup to 0 at 20 minutes from it */
                  eta: number;
                  /** 1 for a driver without an order */
                  load: number;
                  /** the priority of the order, from 0 to 1 */
                  priority: number;
                  /** grows to 0.1 while the order waits for 30 minutes */
                  wait: number;
                  /** bonus of a driver who has had no order for long, added without a weight */
                  starvation: number;
                  /** sum of the weighted terms and the bonus */
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
          /** id of the order */
          order_id: string;
          /** why; shown as `cancel_reason` of the order */
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
              /** id of the order */
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
        /** the driver whose offers are followed; either this or order_id */
        driver_id?: string;
        /** the order whose status and driver are followed; either this or driver_id */
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
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the dispatch of the order, in variant B */
                dispatch_id?: string;
                /** the hub where the goods are picked up, in variant B */
                hub_id?: string;
                /** id of the order */
                order_id: string;
                /** latitude of the pickup, degrees */
                pickup_lat: number;
                /** longitude of the pickup, degrees */
                pickup_lng: number;
                /** as it was submitted: a number in variant A, a name in variant B */
                priority: number | string;
                /** latitude of the drop-off, degrees */
                dropoff_lat?: number;
                /** longitude of the drop-off, degrees */
                dropoff_lng?: number;
                /** note for the driver */
                note?: string;
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
              }
            | {
                /** id of the order */
                order_id: string;
                /** status of the order */
                status: string;
                /** latitude of the drop-off, degrees */
                dropoff_lat?: number;
                /** longitude of the drop-off, degrees */
                dropoff_lng?: number;
                /** note for the driver */
                note?: string;
                /** the driver, once the order is accepted */
                driver_id?: string;
                /** location of the driver while the order is in hand, updated at most once a second */
                driver?: {
                  /** latitude, degrees */
                  lat: number;
                  /** longitude, degrees */
                  lng: number;
                  /** average speed, km/h */
                  speed_kmh: number;
                };
                /** whole minutes to the pickup until the goods are on board, then to the drop-off; rounded up */
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
        /** maximum number of entries per page */
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
            /** by id */
            drivers: {
              /** id of the driver */
              driver_id: string;
              /** status of the driver */
              status: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** average speed, km/h */
              speed_kmh: number;
              /** maximum number of orders at a time */
              max_orders: number;
              /** when the driver last reported the location, milliseconds since the epoch */
              heard_at: number;
              /** when the driver last got an offer, milliseconds since the epoch */
              last_assigned_at: number | null;
              /** the order that the driver is offered or has in hand */
              order_id: string | null;
              /** the offer that is open or accepted */
              assignment: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the driver */
                driver_id: string;
                /** what became of the offer */
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
                /** id of the order */
                order_id: string;
              } | null;
            }[];
            /** the `cursor` of the next page; absent on the last one */
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
        /** maximum number of entries per page */
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
            /** by id */
            orders: {
              /** id of the order */
              order_id: string;
              /** id of the dispatch of the order, in variant B */
              dispatch_id?: string;
              /** the hub where the goods are picked up, in variant B */
              hub_id?: string;
              /** latitude of the pickup, degrees */
              pickup_lat: number;
              /** longitude of the pickup, degrees */
              pickup_lng: number;
              /** as it was submitted: a number in variant A, a name in variant B */
              priority: number | string;
              /** latitude of the drop-off, degrees */
              dropoff_lat?: number;
              /** longitude of the drop-off, degrees */
              dropoff_lng?: number;
              /** note for the driver */
              note?: string;
              /** status of the order */
              status: string;
              /** why it was cancelled */
              cancel_reason?: string;
              /** when the order was submitted, milliseconds since the epoch */
              submitted_at: number;
              /** the latest batch that the order has joined */
              batch_id: string;
              /** rejections and timeouts in this round */
              attempts: number;
              /** rejections and timeouts in all rounds */
              attempts_total: number;
              /** number of the round, from 1 */
              round: number;
              /** when it is offered again, milliseconds since the epoch */
              reassignment_at: number | null;
              /** the latest offer of the order */
              assignment: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the driver */
                driver_id: string;
                /** what became of the offer */
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
              } | null;
              /** seconds since it was submitted */
              age_seconds: number;
            }[];
            /** the `cursor` of the next page; absent on the last one */
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
            /** all drivers, then those that have changed */
            drivers: {
              /** id of the driver */
              driver_id: string;
              /** status of the driver */
              status: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** average speed, km/h */
              speed_kmh: number;
              /** maximum number of orders at a time */
              max_orders: number;
              /** when the driver last reported the location, milliseconds since the epoch */
              heard_at: number;
              /** when the driver last got an offer, milliseconds since the epoch */
              last_assigned_at: number | null;
              /** the order that the driver is offered or has in hand */
              order_id: string | null;
              /** the offer that is open or accepted */
              assignment: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the driver */
                driver_id: string;
                /** what became of the offer */
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
                /** id of the order */
                order_id: string;
              } | null;
            }[];
            /** all orders that are not over, then those that have changed */
            orders: {
              /** id of the order */
              order_id: string;
              /** id of the dispatch of the order, in variant B */
              dispatch_id?: string;
              /** the hub where the goods are picked up, in variant B */
              hub_id?: string;
              /** latitude of the pickup, degrees */
              pickup_lat: number;
              /** longitude of the pickup, degrees */
              pickup_lng: number;
              /** as it was submitted: a number in variant A, a name in variant B */
              priority: number | string;
              /** latitude of the drop-off, degrees */
              dropoff_lat?: number;
              /** longitude of the drop-off, degrees */
              dropoff_lng?: number;
              /** note for the driver */
              note?: string;
              /** status of the order */
              status: string;
              /** why it was cancelled */
              cancel_reason?: string;
              /** when the order was submitted, milliseconds since the epoch */
              submitted_at: number;
              /** the latest batch that the order has joined */
              batch_id: string;
              /** rejections and timeouts in this round */
              attempts: number;
              /** rejections and timeouts in all rounds */
              attempts_total: number;
              /** number of the round, from 1 */
              round: number;
              /** when it is offered again, milliseconds since the epoch */
              reassignment_at: number | null;
              /** the latest offer of the order */
              assignment: {
                /** id of the offer, in variant A */
                assignment_id?: string;
                /** id of the driver */
                driver_id: string;
                /** what became of the offer */
                status: 'offered' | 'accepted' | 'rejected' | 'expired' | 'cancelled' | 'delivered';
                /** score of the match; null if it was assigned by hand */
                score: number | null;
                /** when the offer was made, milliseconds since the epoch */
                offered_at: number;
                /** when the offer ends, milliseconds since the epoch */
                expires_at: number;
              } | null;
            }[];
            /** drivers and orders that are no longer on the board */
            gone: {
              /** ids of drivers */
              drivers: string[];
              /** ids of orders */
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
        /** maximum number of entries per page */
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
            /** the newest first */
            batches: {
              /** id of the batch */
              batch_id: string;
              /** when the batch was matched, milliseconds since the epoch */
              at: number;
              /** greedy: in the specified order; optimal: for the largest total score */
              matching: 'greedy' | 'optimal';
              /** number of orders */
              orders: number;
              /** number of drivers */
              drivers: number;
              /** number of orders that found a driver */
              matched: number;
            }[];
            /** the `cursor` of the next page; absent on the last one */
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
        /** id of the batch */
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
            /** orders of the batch */
            orders: {
              /** id of the order */
              order_id: string;
              /** latitude of the pickup, degrees */
              pickup_lat: number;
              /** longitude of the pickup, degrees */
              pickup_lng: number;
              /** the priority, from 0 to 1 */
              priority_weight: number;
              /** when the order was submitted, milliseconds since the epoch */
              submitted_at: number;
              /** drivers who refused or missed it; the one who did so longest ago comes first */
              rejected_by: string[];
              /** rejections and timeouts so far */
              attempts_total: number;
              /** the driver that it was matched with */
              driver_id: string | null;
              /** score of the match */
              score: number | null;
              /** number of drivers within reach */
              candidates_total: number;
              /** the best 20 with all terms before weighting; drivers who refused the order come last */
              candidates: {
                /** id of the driver */
                driver_id: string;
                /** distance from the driver to the pickup, km */
                km: number;
                /** from 1 at the pickup to 0 at 10 km */
                distance: number;
                /** from 1 at the pickup to 0 at 20 minutes from it */
                eta: number;
                /** 1 for a driver without an order */
                load: number;
                /** the priority of the order, from 0 to 1 */
                priority: number;
                /** grows to 0.1 while the order waits for 30 minutes */
                wait: number;
                /** bonus of a driver who has had no order for long, added without a weight */
                starvation: number;
                /** sum of the weighted terms and the bonus */
                score: number;
              }[];
            }[];
            /** id of the batch */
            batch_id: string;
            /** when the batch was matched, milliseconds since the epoch */
            at: number;
            /** greedy: in the specified order; optimal: for the largest total score */
            matching: 'greedy' | 'optimal';
            /** weights that it was matched with */
            weights: {
              /** weight of the term distance */
              distance: number;
              /** weight of the term eta */
              eta: number;
              /** weight of the term load */
              load: number;
              /** weight of the term priority */
              priority: number;
              /** weight of the term wait */
              wait: number;
            };
            /** idle drivers around the orders */
            drivers: {
              /** id of the driver */
              driver_id: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** average speed, km/h */
              speed_kmh: number;
              /** maximum number of orders at a time */
              max_orders: number;
              /** when the driver had last got an offer, milliseconds since the epoch */
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
          /** first instant of the batches to replay, milliseconds since the epoch */
          from?: number;
          /** last instant of the batches to replay, milliseconds since the epoch */
          to?: number;
          /** weights to match with; those left out stay as they were */
          weights?: {
            /** weight of the term distance */
            distance?: number;
            /** weight of the term eta */
            eta?: number;
            /** weight of the term load */
            load?: number;
            /** weight of the term priority */
            priority?: number;
            /** weight of the term wait */
            wait?: number;
          };
          /** greedy: in the specified order; optimal: for the largest total score */
          matching?: 'greedy' | 'optimal';
          /** true: each batch lists the orders that differ */
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
            /** the newest first */
            batches: {
              /** id of the batch */
              batch_id: string;
              /** number of orders that go to another driver or to none */
              differing: number;
              /** as it was matched */
              before: {
                /** mean distance from driver to pickup, km; null if nothing was matched */
                mean_pickup_km: number | null;
                /** sum of the scores, by the weights that were used */
                total_score: number;
              };
              /** as it would be matched */
              after: {
                /** mean distance from driver to pickup, km; null if nothing was matched */
                mean_pickup_km: number | null;
                /** sum of the scores, by the weights that were used */
                total_score: number;
              };
              /** orders that differ, if `changes` was true */
              changes?: {
                /** id of the order */
                order_id: string;
                /** the driver that it went to */
                before: string | null;
                /** the driver that it would go to */
                after: string | null;
              }[];
            }[];
            /** over all batches */
            total: {
              /** number of orders that go to another driver or to none */
              differing: number;
              /** as it was matched */
              before: {
                /** mean distance from driver to pickup, km; null if nothing was matched */
                mean_pickup_km: number | null;
                /** sum of the scores, by the weights that were used */
                total_score: number;
              };
              /** as it would be matched */
              after: {
                /** mean distance from driver to pickup, km; null if nothing was matched */
                mean_pickup_km: number | null;
                /** sum of the scores, by the weights that were used */
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
          /** id of the order, chosen by the shop */
          order_id: string;
          /** the hub where the goods are picked up */
          hub_id: string;
          /** flash_sale is the most urgent, then vip */
          priority: 'flash_sale' | 'vip' | 'normal';
          /** latitude of the drop-off, with dropoff_lng */
          dropoff_lat?: number;
          /** longitude of the drop-off, with dropoff_lat */
          dropoff_lng?: number;
          /** note for the driver */
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
              /** id of the dispatch of this order */
              dispatch_id: string;
              status: 'pending';
              /** seconds until the batch is matched */
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
          /** id of the hub */
          hub_id: string;
          /** latitude, degrees */
          lat: number;
          /** longitude, degrees */
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
              /** id of the hub */
              hub_id: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
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
        /** id of the hub */
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
              /** id of the hub */
              hub_id: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
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
        /** id of the hub */
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
              /** id of the hub */
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
