/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface FlashSale {
  /**
   * Buy units or join the waiting room.
   *
   * Answers 200 when the units are sold, and 202 with a position when too few are left; a race answers 409 `SOLD_OUT` instead. Fails while the sale is not open, and beyond the purchase limit of the user; a refused request leaves the key usable. For 10 minutes a used `idempotency_key` buys nothing and answers 409 with what the first request got.
   *
   * `POST /flash-sale/checkout`
   *
   * @throws {HawkerError} `UNKNOWN_SLOT`, `ATTESTATION_REFUSED`, `VOUCHER_REQUIRED`, `SALE_NOT_OPEN`, `SALE_OVER`, `LOTTERY_ONLY`, `PURCHASE_LIMIT_REACHED`, `SOLD_OUT`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `SALE_PAUSED`, `NO_FREE_SLOT`
   */
  checkout(
    body: JsonBody<operations['flashSaleCheckout']>,
    members?: Members<operations['flashSaleCheckout']>,
  ): Call<Json<operations['flashSaleCheckout']>, Codes<operations['flashSaleCheckout']>>;
  /**
   * Release a reservation and return its units.
   *
   * Users who wait are promoted in order, as far as the units go. A repeated request, or one for a hold that has lapsed, answers 200 with `released: false`. Fails with 409 once the reservation is confirmed.
   *
   * `POST /flash-sale/release`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_CONFIRMED`
   */
  release(
    body: JsonBody<operations['flashSaleRelease']>,
    members?: Members<operations['flashSaleRelease']>,
  ): Call<Json<operations['flashSaleRelease']>, Codes<operations['flashSaleRelease']>>;
  /**
   * Confirm a reservation after its payment.
   *
   * Makes the sale final; repeating it gives the same answer. Fails with 409 once the reservation was released or its hold has lapsed. While identity is on, only a service can confirm, unless `CONFIRM_BY_USER=1` is set.
   *
   * `POST /flash-sale/confirm`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_RELEASED`, `RESERVATION_EXPIRED`
   */
  confirm(
    body: JsonBody<operations['flashSaleConfirm']>,
    members?: Members<operations['flashSaleConfirm']>,
  ): Call<Json<operations['flashSaleConfirm']>, Codes<operations['flashSaleConfirm']>>;
  /**
   * Issue an attestation token for a device.
   *
   * A checkout needs the token and its `expires_at`. The token is good for 30 seconds, for this device only.
   *
   * `GET /flash-sale/token`
   */
  issueToken(
    members: Members<operations['flashSaleIssueToken']>,
  ): Call<Json<operations['flashSaleIssueToken']>, Codes<operations['flashSaleIssueToken']>>;
  /**
   * Claim a voucher for a sale.
   *
   * Products with the flow `voucher` are sold to holders only. Answers 201 for a new voucher, and 200 for a user who has one already. Loading the stock again voids all vouchers.
   *
   * `POST /voucher/claim`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `NO_VOUCHER_LEFT`, `RATE_LIMITED`
   */
  claimVoucher(
    body: JsonBody<operations['flashSaleClaimVoucher']>,
    members?: Members<operations['flashSaleClaimVoucher']>,
  ): Call<Json<operations['flashSaleClaimVoucher']>, Codes<operations['flashSaleClaimVoucher']>>;
  /**
   * Show a user's position in the waiting room.
   *
   * Shows the position and the estimated wait, or the order once the user is promoted. Fails with 404 for a user who is not waiting, and once the hold of a promoted user has lapsed or was released.
   *
   * `GET /flash-sale/queue-status`
   *
   * @throws {HawkerError} `AMBIGUOUS_PRODUCT`, `NOT_QUEUED`
   */
  queueStatus(
    members: Members<operations['flashSaleQueueStatus']>,
  ): Call<Json<operations['flashSaleQueueStatus']>, Codes<operations['flashSaleQueueStatus']>>;
  /**
   * Leave the waiting room of a product.
   *
   * If the next user in line fits the units that are left, that user is promoted. Repeating it answers `left: false`.
   *
   * `POST /flash-sale/leave`
   */
  leave(
    body: JsonBody<operations['flashSaleLeave']>,
    members?: Members<operations['flashSaleLeave']>,
  ): Call<Json<operations['flashSaleLeave']>, Codes<operations['flashSaleLeave']>>;
  /**
   * Follow a sale or a waiting position live.
   *
   * A stream of server-sent events. With `user_id` it sends `queue` events with the position of this user, to the user or a service; without it, `sale` events with the state of the sale, to anybody. It begins with the present state; each change follows, at most one a second while only numbers change.
   *
   * `GET /flash-sale/events`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members: Members<operations['flashSaleFollow']>,
  ): Stream<Events<operations['flashSaleFollow']>>;
  /**
   * Enter the lottery of a product.
   *
   * A user and a device can each enter once (409 `ALREADY_ENTERED` otherwise). Sending the same entry again answers 200 with the same salt. Enrolment ends after two hours or with the first draw.
   *
   * `POST /flash-sale/lottery/enter`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `ALREADY_ENTERED`, `ENROLMENT_CLOSED`, `RATE_LIMITED`
   */
  enterLottery(
    body: JsonBody<operations['flashSaleEnterLottery']>,
    members?: Members<operations['flashSaleEnterLottery']>,
  ): Call<Json<operations['flashSaleEnterLottery']>, Codes<operations['flashSaleEnterLottery']>>;
  /**
   * Show a user's lottery result.
   *
   * A winner gets a `lottery_token`, which claims the prize until `expires_at`.
   *
   * `GET /flash-sale/lottery/result`
   *
   * @throws {HawkerError} `NOT_ENTERED`
   */
  lotteryResult(
    members: Members<operations['flashSaleLotteryResult']>,
  ): Call<Json<operations['flashSaleLotteryResult']>, Codes<operations['flashSaleLotteryResult']>>;
  /**
   * List the draws of a lottery.
   *
   * Publishes the commitment of each draw before it takes place, and afterwards the seed, the entries and the winners, so that anybody can recompute the winners.
   *
   * `GET /flash-sale/lottery/draws`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  listDraws(
    members: Members<operations['flashSaleListDraws']>,
  ): Call<Json<operations['flashSaleListDraws']>, Codes<operations['flashSaleListDraws']>>;
  /**
   * Claim a lottery prize.
   *
   * Turns the unit that the draw has reserved into an order; repeating it gives the same answer. Fails with 409 from ten minutes after the draw, or once the hold of the claimed prize has lapsed or was released.
   *
   * `POST /flash-sale/lottery/checkout`
   *
   * @throws {HawkerError} `UNKNOWN_LOTTERY_TOKEN`, `LOTTERY_TOKEN_EXPIRED`
   */
  claimPrize(
    body: JsonBody<operations['flashSaleClaimPrize']>,
    members?: Members<operations['flashSaleClaimPrize']>,
  ): Call<Json<operations['flashSaleClaimPrize']>, Codes<operations['flashSaleClaimPrize']>>;
  /**
   * Draw the winners of a lottery round.
   *
   * Ends enrolment and reserves a unit for each winner for ten minutes. A round is drawn once: repeating it answers with the same winners, and the next round draws among the entrants who have not won. Fails with 409 if fewer units are available than `winners` asks for.
   *
   * `POST /admin/flash-sale/lottery/draw`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `WRONG_ROUND`, `INSUFFICIENT_STOCK`
   */
  draw(
    body: JsonBody<operations['flashSaleDraw']>,
    members?: Members<operations['flashSaleDraw']>,
  ): Call<Json<operations['flashSaleDraw']>, Codes<operations['flashSaleDraw']>>;
  /**
   * Load the stock of a sale.
   *
   * Sets the units and the rules of the sale: opening times, purchase limit, and how long holds last; a rule that is left out does not apply. Users who already wait are promoted as far as the units go. Fails with 409 `ALREADY_LOADED` unless `reset` is true; a reset voids the vouchers and lottery entries of the former sale.
   *
   * `POST /admin/flash-sale/init-product`
   *
   * @throws {HawkerError} `ALREADY_LOADED`
   */
  load(
    body: JsonBody<operations['flashSaleLoad']>,
    members?: Members<operations['flashSaleLoad']>,
  ): Call<Json<operations['flashSaleLoad']>, Codes<operations['flashSaleLoad']>>;
  /**
   * Show the stock of a sale.
   *
   * `GET /admin/flash-sale/stock`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  showStock(
    members: Members<operations['flashSaleShowStock']>,
  ): Call<Json<operations['flashSaleShowStock']>, Codes<operations['flashSaleShowStock']>>;
  /**
   * List the latest sales.
   *
   * The sales that were loaded last come first.
   *
   * `GET /admin/flash-sale/sales`
   */
  listSales(
    members?: Members<operations['flashSaleListSales']>,
  ): Call<Json<operations['flashSaleListSales']>, Codes<operations['flashSaleListSales']>>;
  /**
   * Open, pause or close a sale.
   *
   * Closing a sale empties its waiting room. Loading the stock again keeps the state, so a paused or closed sale has to be opened again.
   *
   * `POST /admin/flash-sale/state`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  setState(
    body: JsonBody<operations['flashSaleSetState']>,
    members?: Members<operations['flashSaleSetState']>,
  ): Call<Json<operations['flashSaleSetState']>, Codes<operations['flashSaleSetState']>>;
  /**
   * Set the membership tier of users.
   *
   * In a sale with the flow `weighted`, premium members wait in front of regular users. If the call fails, some of the users may have the new tier already; repeating it is safe.
   *
   * `POST /admin/flash-sale/members`
   */
  setTier(
    body: JsonBody<operations['flashSaleSetTier']>,
    members?: Members<operations['flashSaleSetTier']>,
  ): Call<Json<operations['flashSaleSetTier']>, Codes<operations['flashSaleSetTier']>>;
}

export interface operations {
  flashSaleCheckout: {
    parameters: {
      query?: {
        /** start of the current time slot, HH:MM in UTC; when absent, the latest slot that has begun. Only the flow `slotted` uses it */
        slot?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product to buy */
          product_id: string;
          /** the buyer */
          user_id: string;
          /** units */
          qty: number;
          /** fingerprint of the device that the attestation was issued for */
          device_fp: string;
          /** the token of `GET /flash-sale/token` */
          attestation: string;
          /** `expires_at` of the token, seconds since the epoch */
          expires_at: number;
          /** chosen by the client, a new one for each purchase; while identity is on, each user has their own keys */
          idempotency_key: string;
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
              /** completed: sold; queued: in the waiting room; idempotency_conflict: the key was used before */
              status: 'completed' | 'queued' | 'idempotency_conflict';
              /** id of the order */
              order_id?: string;
              /** id of the reservation, to confirm or release */
              reservation_id?: string;
              /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
              expires_at?: number;
              /** position in the waiting room; 0 is next */
              position?: number;
              /** what the first request with the key got: completed or queued; absent while it still runs */
              original_status?: string;
            };
          };
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** completed: sold; queued: in the waiting room; idempotency_conflict: the key was used before */
              status: 'completed' | 'queued' | 'idempotency_conflict';
              /** id of the order */
              order_id?: string;
              /** id of the reservation, to confirm or release */
              reservation_id?: string;
              /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
              expires_at?: number;
              /** position in the waiting room; 0 is next */
              position?: number;
              /** what the first request with the key got: completed or queued; absent while it still runs */
              original_status?: string;
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
              | 'ATTESTATION_REFUSED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'LOTTERY_ONLY'
              | 'MISDIRECTED_REQUEST'
              | 'NO_FREE_SLOT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PURCHASE_LIMIT_REACHED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SALE_NOT_OPEN'
              | 'SALE_OVER'
              | 'SALE_PAUSED'
              | 'SHUTTING_DOWN'
              | 'SOLD_OUT'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_SLOT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'VOUCHER_REQUIRED';
          };
        };
      };
    };
  };
  flashSaleRelease: {
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
            status: 'released';
            /** whether this request has returned units */
            released: boolean;
            /** the first of `promoted_users` */
            promoted: {
              /** the user who got the units */
              user_id: string;
              /** id of the order */
              order_id: string;
              /** id of the reservation, to confirm or release */
              reservation_id: string;
              /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
              expires_at?: number;
            } | null;
            /** users of the waiting room who got the units, in order */
            promoted_users: {
              /** the user who got the units */
              user_id: string;
              /** id of the order */
              order_id: string;
              /** id of the reservation, to confirm or release */
              reservation_id: string;
              /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
              expires_at?: number;
            }[];
            /** what happened, for a person to read */
            message: string;
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
  flashSaleConfirm: {
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
              /** id of the order */
              order_id: string;
              status: 'confirmed';
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
  flashSaleIssueToken: {
    parameters: {
      query: {
        /** fingerprint of the device that will check out */
        device_fp: string;
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
            /** send it as `attestation` */
            token: string;
            /** seconds since the epoch */
            expires_at: number;
            /** seconds from now */
            expires_in: number;
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
  flashSaleClaimVoucher: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product of the sale */
          product_id: string;
          /** the user who wants to buy */
          user_id: string;
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
            status: 'claimed';
            /** id of the product */
            product_id: string;
            /** the holder of the voucher */
            user_id: string;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: 'claimed';
            /** id of the product */
            product_id: string;
            /** the holder of the voucher */
            user_id: string;
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
              | 'NO_VOUCHER_LEFT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW';
          };
        };
      };
    };
  };
  flashSaleQueueStatus: {
    parameters: {
      query: {
        /** the user who waits */
        user_id: string;
        /** required if the user is waiting for several products */
        product_id?: string;
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
            /** queued: the user is still waiting; promoted: the user got the units */
            status: 'queued' | 'promoted';
            /** id of the product */
            product_id: string;
            /** id of the user */
            user_id: string;
            /** while the user waits; 0 is next */
            position?: number;
            /** while the user waits: seconds, at the present rate of returned units */
            estimated_wait_s?: number;
            /** while the user waits: false if the position could not be served even if every hold were returned */
            reachable?: boolean;
            /** id of the order */
            order_id?: string;
            /** id of the reservation, to confirm or release */
            reservation_id?: string;
            /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
            expires_at?: number;
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
              | 'AMBIGUOUS_PRODUCT'
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NOT_QUEUED'
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
  flashSaleLeave: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product that the user waits for */
          product_id: string;
          /** the user who leaves */
          user_id: string;
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
            /** false if the user was not waiting */
            left: boolean;
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
  flashSaleFollow: {
    parameters: {
      query: {
        /** the product of the sale */
        product_id: string;
        /** the user whose position is followed; when absent, the sale is followed */
        user_id?: string;
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
                /** promoted: the user got the units; not_queued: the user is not waiting, or no longer has a hold */
                status: 'waiting' | 'promoted' | 'not_queued';
                /** while the user waits; 0 is next */
                position?: number;
                /** while the user waits: seconds, at the present rate of returned units */
                estimated_wait_s?: number;
                /** while the user waits: false if the position could not be served even if every hold were returned */
                reachable?: boolean;
                /** id of the order */
                order_id?: string;
                /** id of the reservation, to confirm or release */
                reservation_id?: string;
                /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
                expires_at?: number;
              }
            | {
                /** id of the product */
                product_id: string;
                /** scheduled: before `starts_at`; over: from `ends_at` on; paused and closed: by an operator */
                state: 'scheduled' | 'open' | 'paused' | 'over' | 'closed';
                /** units that can be bought */
                available: number;
                /** users in the waiting room */
                waiting: number;
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleEnterLottery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product to win */
          product_id: string;
          /** the user who enters */
          user_id: string;
          /** fingerprint of the device of the user */
          device_fp: string;
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
            status: 'lottery_entered';
            /** id of the product */
            product_id: string;
            /** the user who has entered */
            user_id: string;
            /** SHA-256 of the seed of the draw */
            commitment: string;
            /** identifies this entry among the published ones, each of which is the SHA-256 of salt, ":" and user_id */
            salt: string;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: 'lottery_entered';
            /** id of the product */
            product_id: string;
            /** the user who has entered */
            user_id: string;
            /** SHA-256 of the seed of the draw */
            commitment: string;
            /** identifies this entry among the published ones, each of which is the SHA-256 of salt, ":" and user_id */
            salt: string;
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
              | 'ALREADY_ENTERED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'ENROLMENT_CLOSED'
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
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW';
          };
        };
      };
    };
  };
  flashSaleLotteryResult: {
    parameters: {
      query: {
        /** the product to win */
        product_id: string;
        /** the user who has entered */
        user_id: string;
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
            /** id of the product */
            product_id: string;
            /** the user who has entered */
            user_id: string;
            /** pending: not drawn yet; won: the prize can be claimed; claimed: it is ordered; expired: it was not claimed in time, or its hold has lapsed or was released */
            status: 'pending' | 'won' | 'claimed' | 'expired' | 'lost';
            /** claims the prize; present while the status is won */
            lottery_token?: string;
            /** until when the prize can be claimed, milliseconds since the epoch */
            expires_at?: number;
            /** id of the order, once the prize is claimed */
            order_id?: string;
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
              | 'NOT_ENTERED'
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
  flashSaleListDraws: {
    parameters: {
      query: {
        /** the product to win */
        product_id: string;
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
            /** all rounds; the last one is not drawn yet */
            draws: {
              /** number of the round, from 1 */
              round: number;
              /** whether the draw is over; only then are there winners */
              drawn: boolean;
              /** SHA-256 of the seed, published before the draw */
              commitment: string;
              /** revealed by the draw */
              seed?: string;
              /** SHA-256 of the entries, joined by line breaks */
              entries_digest?: string;
              /** entrants who took part in this round, in order of entry */
              entries?: string[];
              /** entries that won, the best ticket first */
              winners?: string[];
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
              | 'UNKNOWN_PRODUCT'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleClaimPrize: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the token of the prize */
          lottery_token: string;
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
              /** id of the reservation, to confirm or release */
              reservation_id: string;
              /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
              expires_at?: number;
              status: 'completed';
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
              | 'LOTTERY_TOKEN_EXPIRED'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_LOTTERY_TOKEN'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleDraw: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product to win */
          product_id: string;
          /** number of entrants who win a unit each; fewer win if fewer take part */
          winners: number;
          /** the round to draw; 1 when absent */
          round?: number;
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
              /** number of the round, from 1 */
              round: number;
              /** whether the draw is over; only then are there winners */
              drawn: boolean;
              /** SHA-256 of the seed, published before the draw */
              commitment: string;
              /** revealed by the draw */
              seed?: string;
              /** SHA-256 of the entries, joined by line breaks */
              entries_digest?: string;
              /** entrants who took part in this round, in order of entry */
              entries?: string[];
              /** entries that won, the best ticket first */
              winners?: string[];
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
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW'
              | 'WRONG_ROUND';
          };
        };
      };
    };
  };
  flashSaleLoad: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product to sell */
          product_id: string;
          /** units to sell; required unless `slots` gives them */
          total_stock?: number;
          /** standard, the default: buyers wait when it is sold out; race: sold out is refused; weighted: premium members wait in front; voucher: only holders of a voucher buy; slotted: units by time slot; lottery: winners are drawn */
          flow?: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
          /** true: replaces stock that is already loaded */
          reset?: boolean;
          /** maximum number of vouchers that can be claimed; `total_stock` when absent */
          voucher_limit?: number;
          /** time slots of the flow `slotted`, each with its units */
          slots?: {
            /** when it starts, HH:MM in UTC */
            slot: string;
            /** units of this time slot */
            stock: number;
          }[];
          /** seconds after which an unconfirmed hold lapses; when absent, a hold lasts until it is released */
          hold_seconds?: number;
          /** purchase limit: units that a user may hold, have confirmed and wait for together */
          per_user_limit?: number;
          /** when the sale opens, milliseconds since the epoch; checkouts are refused before */
          starts_at?: number;
          /** when the sale ends, milliseconds since the epoch; checkouts are refused from then on */
          ends_at?: number;
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
              /** id of the product */
              product_id: string;
              /** units to sell */
              total_stock: number;
              /** how the units are sold */
              flow: string;
              /** units of each bucket: one bucket in a race, otherwise ten, or ten for each time slot */
              buckets: number[];
              /** the time slots of the flow `slotted`, the earliest first */
              slots?: {
                /** when it starts, HH:MM in UTC */
                slot: string;
                /** units of this time slot */
                stock: number;
              }[];
              /** SHA-256 of the seed of the draw, for the flow `lottery` */
              commitment?: string;
              /** users who already waited and got units, in order */
              promoted_users: {
                /** the user who got the units */
                user_id: string;
                /** id of the order */
                order_id: string;
                /** id of the reservation, to confirm or release */
                reservation_id: string;
                /** when the hold lapses unless it is confirmed, milliseconds since the epoch; absent once the hold is over, and for a sale without `hold_seconds` */
                expires_at?: number;
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
              | 'ALREADY_LOADED'
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
  flashSaleShowStock: {
    parameters: {
      query: {
        /** the product of the sale */
        product_id: string;
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
              /** id of the product */
              product_id: string;
              /** standard, the default: buyers wait when it is sold out; race: sold out is refused; weighted: premium members wait in front; voucher: only holders of a voucher buy; slotted: units by time slot; lottery: winners are drawn */
              flow: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
              /** units: available + held + confirmed */
              loaded: number;
              /** units that can be bought */
              available: number;
              /** units of reservations that are not confirmed */
              held: number;
              /** units of confirmed reservations */
              confirmed: number;
              /** units returned so far */
              released: number;
              /** units among those returned whose hold has lapsed */
              expired: number;
              /** users in the waiting room */
              waiting: number;
              /** available units by bucket */
              buckets: number[];
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
              | 'UNKNOWN_PRODUCT'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleListSales: {
    parameters: {
      query?: {
        /** maximum number of sales to list */
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
            /** the one that was loaded last comes first */
            sales: {
              /** id of the product */
              product_id: string;
              /** scheduled: before `starts_at`; over: from `ends_at` on; paused and closed: by an operator */
              state: 'scheduled' | 'open' | 'paused' | 'over' | 'closed';
              /** when the sale opens, milliseconds since the epoch */
              starts_at?: number;
              /** when the sale ends, milliseconds since the epoch */
              ends_at?: number;
              /** standard, the default: buyers wait when it is sold out; race: sold out is refused; weighted: premium members wait in front; voucher: only holders of a voucher buy; slotted: units by time slot; lottery: winners are drawn */
              flow: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
              /** units: available + held + confirmed */
              loaded: number;
              /** units that can be bought */
              available: number;
              /** units of reservations that are not confirmed */
              held: number;
              /** units of confirmed reservations */
              confirmed: number;
              /** users in the waiting room */
              waiting: number;
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
  flashSaleSetState: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the product of the sale */
          product_id: string;
          /** paused: checkouts are refused with 503 for now; closed: the sale is over */
          state: 'open' | 'paused' | 'closed';
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
              /** id of the product */
              product_id: string;
              /** the state that the operator has set */
              state: string;
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
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleSetTier: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** users whose tier is set */
          user_ids: string[];
          /** premium members wait in front of regular users in a `weighted` sale */
          tier: 'premium' | 'regular';
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
            /** the tier of the users from now on */
            tier: string;
            /** number of users in the request */
            updated: number;
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
