/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Promotion {
  /**
   * Check whether a promotion applies.
   *
   * Counts no use, and explains every node of the condition tree. With codes, only those of this promotion matter.
   *
   * `POST /validate`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  validate(
    body: JsonBody<operations['promotionValidate']>,
    members?: Members<operations['promotionValidate']>,
  ): Call<Json<operations['promotionValidate']>, Codes<operations['promotionValidate']>>;
  /**
   * Show which promotions a cart qualifies for.
   *
   * Counts no use and ignores usage limits. `not_yet` has the promotions that are closest first, with an explanation of what is missing.
   *
   * `POST /qualify`
   */
  qualify(
    body: JsonBody<operations['promotionQualify']>,
    members?: Members<operations['promotionQualify']>,
  ): Call<Json<operations['promotionQualify']>, Codes<operations['promotionQualify']>>;
  /**
   * Apply promotions to a cart.
   *
   * Counts a use of each promotion that applies, and of its code. With an `order_id` the same request gets the same answer for 7 days and counts once; a different request for the order fails with 409 `ORDER_MISMATCH`. `choose: "best"` fails with 400 if more than 20 promotions could apply.
   *
   * `POST /apply`
   *
   * @throws {HawkerError} `TOO_MANY_CANDIDATES`, `UNKNOWN_PROMOTION`, `ORDER_MISMATCH`, `ORDER_CANCELLED`
   */
  apply(
    body: JsonBody<operations['promotionApply']>,
    members?: Members<operations['promotionApply']>,
  ): Call<Json<operations['promotionApply']>, Codes<operations['promotionApply']>>;
  /**
   * Return the promotion uses of an order.
   *
   * Gives back each use that `/apply` has counted for the order, once; repeating it gives the same answer. Fails with 404 for an order that was not applied within the last 7 days.
   *
   * `POST /orders/{order_id}/cancel`
   *
   * @param order_id the `order_id` of the request to `/apply`
   * @throws {HawkerError} `UNKNOWN_ORDER`
   */
  cancelOrder(
    order_id: string | number,
    members?: Members<operations['promotionCancelOrder']>,
  ): Call<Json<operations['promotionCancelOrder']>, Codes<operations['promotionCancelOrder']>>;
  /**
   * Create a promotion rule.
   *
   * Fails with 409 `PROMOTION_EXISTS`, or with 400 `INVALID_TREE` and the `path` of the node that is not valid.
   *
   * `POST /admin/rules`
   *
   * @throws {HawkerError} `INVALID_TREE`, `PROMOTION_EXISTS`
   */
  createRule(
    body: JsonBody<operations['promotionCreateRule']>,
    members?: Members<operations['promotionCreateRule']>,
  ): Call<Json<operations['promotionCreateRule']>, Codes<operations['promotionCreateRule']>>;
  /**
   * List all promotion rules.
   *
   * In the order in which they are tried: by priority, then by `promo_id`.
   *
   * `GET /admin/rules`
   */
  listRules(
    members?: Members<operations['promotionListRules']>,
  ): Call<Json<operations['promotionListRules']>, Codes<operations['promotionListRules']>>;
  /**
   * Show a promotion rule.
   *
   * `GET /admin/rules/{promo_id}`
   *
   * @param promo_id id of the promotion
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  showRule(
    promo_id: string | number,
    members?: Members<operations['promotionShowRule']>,
  ): Call<Json<operations['promotionShowRule']>, Codes<operations['promotionShowRule']>>;
  /**
   * Replace a promotion rule.
   *
   * Keeps its usage counters and codes. Fails with 400 `INVALID_TREE` and the `path` of the node that is not valid.
   *
   * `PUT /admin/rules/{promo_id}`
   *
   * @param promo_id id of the promotion
   * @throws {HawkerError} `INVALID_TREE`, `UNKNOWN_PROMOTION`
   */
  replaceRule(
    promo_id: string | number,
    body: JsonBody<operations['promotionReplaceRule']>,
    members?: Members<operations['promotionReplaceRule']>,
  ): Call<Json<operations['promotionReplaceRule']>, Codes<operations['promotionReplaceRule']>>;
  /**
   * Delete a promotion rule.
   *
   * Its codes and usage counters go with it: a rule that is created again counts from 0. Repeating it answers 200.
   *
   * `DELETE /admin/rules/{promo_id}`
   *
   * @param promo_id id of the promotion
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  removeRule(
    promo_id: string | number,
    members?: Members<operations['promotionRemoveRule']>,
  ): Call<Json<operations['promotionRemoveRule']>, Codes<operations['promotionRemoveRule']>>;
  /**
   * Create codes of a promotion.
   *
   * Creates all codes of the request or none. Send `codes`, or `count` to have random ones drawn. Fails with 409 `CODE_TAKEN` if a code already exists, even one that was ended.
   *
   * `POST /admin/rules/{promo_id}/codes`
   *
   * @param promo_id id of the promotion
   * @throws {HawkerError} `UNKNOWN_PROMOTION`, `CODE_TAKEN`
   */
  createCodes(
    promo_id: string | number,
    body: JsonBody<operations['promotionCreateCodes']>,
    members?: Members<operations['promotionCreateCodes']>,
  ): Call<Json<operations['promotionCreateCodes']>, Codes<operations['promotionCreateCodes']>>;
  /**
   * List the codes of a promotion.
   *
   * In the order in which they were created.
   *
   * `GET /admin/rules/{promo_id}/codes`
   *
   * @param promo_id id of the promotion
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  listCodes(
    promo_id: string | number,
    members?: Members<operations['promotionListCodes']>,
  ): Call<Json<operations['promotionListCodes']>, Codes<operations['promotionListCodes']>>;
  /**
   * End a promotion code.
   *
   * Its uses stay counted, and the code cannot be created again. Repeating it answers 200.
   *
   * `DELETE /admin/codes/{code}`
   *
   * @param code the code to end
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  endCode(
    code: string | number,
    members?: Members<operations['promotionEndCode']>,
  ): Call<Json<operations['promotionEndCode']>, Codes<operations['promotionEndCode']>>;
  /**
   * Find carts that are nearly copies.
   *
   * Compares the lists as sets, by the share of items that two lists have in common (Jaccard similarity). Keeps nothing.
   *
   * `POST /admin/fraud/similarity`
   */
  findSimilar(
    body: JsonBody<operations['promotionFindSimilar']>,
    members?: Members<operations['promotionFindSimilar']>,
  ): Call<Json<operations['promotionFindSimilar']>, Codes<operations['promotionFindSimilar']>>;
}

export interface operations {
  promotionValidate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the promotion to check */
          promo_id: string;
          /** codes of the customer, each of which adds its promotion; case, surrounding blanks and the form of accents do not matter */
          codes?: string[];
          /** the cart to check */
          cart: {
            /** amount before promotions; may differ from the sum of the items */
            total: number;
            /** the hub that delivers, for conditions of the type Area */
            hub_id: string;
            /** lines of the cart */
            items: {
              /** the SKU */
              sku: string;
              /** category of the item; case does not matter */
              category: string;
              /** price of one unit */
              price: number;
              /** units */
              qty: number;
            }[];
          };
          /** the customer who places the order */
          customer: {
            /** id of the customer, whose uses are counted */
            id: string;
            /** fingerprint of the device of the customer, whose uses are counted too */
            device_fingerprint: string;
            /** number of orders of the customer, including the one being placed */
            order_count: number;
          };
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
            /** whether the promotion would apply, ignoring limits */
            valid: boolean;
            /** types of the conditions that hold, in the order of the tree */
            conditions_met: string[];
            /** the discount of the promotion; null if it does not apply */
            discount_summary: {
              /** what `value` means */
              type: 'percentage' | 'fixed';
              /** percentage, or a fixed amount */
              value: number;
              /** maximum amount that the discount takes off */
              max_amount?: number;
              /** items that are discounted; when absent, the whole cart is */
              applies_to?: {
                /** items of these categories */
                categories?: string[];
                /** items with these SKUs */
                skus?: string[];
              };
            } | null;
            /** the condition tree: each node with its outcome, and for a condition what was expected and found */
            explanation: {
              [key: string]: unknown;
            };
            /** reasons besides the conditions; absent if there are none */
            refused?: {
              /** the promotion, unless it is about a code */
              promo_id?: string;
              /** the code, as it was sent */
              code?: string;
              /** why it does not apply: conditions not met, code used up */
              reason: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionQualify: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** codes of the customer, each of which adds its promotion; case, surrounding blanks and the form of accents do not matter */
          codes?: string[];
          /** the cart to check */
          cart: {
            /** amount before promotions; may differ from the sum of the items */
            total: number;
            /** the hub that delivers, for conditions of the type Area */
            hub_id: string;
            /** lines of the cart */
            items: {
              /** the SKU */
              sku: string;
              /** category of the item; case does not matter */
              category: string;
              /** price of one unit */
              price: number;
              /** units */
              qty: number;
            }[];
          };
          /** the customer who places the order */
          customer: {
            /** id of the customer, whose uses are counted */
            id: string;
            /** fingerprint of the device of the customer, whose uses are counted too */
            device_fingerprint: string;
            /** number of orders of the customer, including the one being placed */
            order_count: number;
          };
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
            /** promotions whose conditions the cart meets */
            qualified: {
              /** the promotion */
              promo_id: string;
              /** its name */
              name: string;
              /** amount that it would take off alone */
              discount: number;
            }[];
            /** those with the fewest unmet conditions first, at most 100 */
            not_yet: {
              /** the promotion */
              promo_id: string;
              /** its name */
              name: string;
              /** the condition tree: each node with its outcome, and for a condition what was expected and found */
              explanation: {
                [key: string]: unknown;
              };
              /** what is missing if no item matches the discount */
              needs?: string;
            }[];
            /** codes that do not count; absent if there are none */
            refused?: {
              /** the promotion, unless it is about a code */
              promo_id?: string;
              /** the code, as it was sent */
              code?: string;
              /** why it does not apply: conditions not met, code used up */
              reason: string;
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
  promotionApply: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the only promotion to try */
          promo_id?: string;
          /** the promotions to try; without these and `promo_id`, all are tried */
          promo_ids?: string[];
          /** codes of the customer, each of which adds its promotion; case, surrounding blanks and the form of accents do not matter */
          codes?: string[];
          /** best: the combination with the largest discount; when absent, promotions apply in the order of their priority */
          choose?: 'best';
          /** makes the request safe to repeat and the order cancellable */
          order_id?: string;
          /** the cart to check */
          cart: {
            /** amount before promotions; may differ from the sum of the items */
            total: number;
            /** the hub that delivers, for conditions of the type Area */
            hub_id: string;
            /** lines of the cart */
            items: {
              /** the SKU */
              sku: string;
              /** category of the item; case does not matter */
              category: string;
              /** price of one unit */
              price: number;
              /** units */
              qty: number;
            }[];
          };
          /** the customer who places the order */
          customer: {
            /** id of the customer, whose uses are counted */
            id: string;
            /** fingerprint of the device of the customer, whose uses are counted too */
            device_fingerprint: string;
            /** number of orders of the customer, including the one being placed */
            order_count: number;
          };
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
            /** promotions that apply, in the order in which they are deducted */
            applied: {
              /** the promotion */
              promo_id: string;
              /** amount that it takes off */
              discount: number;
              /** a lower one comes first */
              priority: number;
              /** whether it applies together with others */
              stackable: boolean;
              /** the code that was used, as it was sent */
              code?: string;
            }[];
            /** total of the cart, rounded to 2 places */
            total_before: number;
            /** sum of all discounts */
            total_discount: number;
            /** amount to pay, never below 0 */
            total_after: number;
            /** promotions and codes that do not apply */
            refused: {
              /** the promotion, unless it is about a code */
              promo_id?: string;
              /** the code, as it was sent */
              code?: string;
              /** why it does not apply: conditions not met, code used up */
              reason: string;
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
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORDER_CANCELLED'
              | 'ORDER_MISMATCH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_CANDIDATES'
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionCancelOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the `order_id` of the request to `/apply` */
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
            /** the order */
            order_id: string;
            cancelled: true;
            /** promotions of which a use was given back */
            returned: string[];
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
              | 'UNKNOWN_ORDER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionListRules: {
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
            /** by priority, then by `promo_id` */
            rules: {
              /** name of the promotion */
              name: string;
              /** the lower number comes first */
              priority: number;
              /** whether it applies together with others */
              stackable: boolean;
              /** what the promotion takes off */
              discount: {
                /** what `value` means */
                type: 'percentage' | 'fixed';
                /** percentage, or a fixed amount */
                value: number;
                /** maximum amount that the discount takes off */
                max_amount?: number;
                /** items that are discounted; when absent, the whole cart is */
                applies_to?: {
                  /** items of these categories */
                  categories?: string[];
                  /** items with these SKUs */
                  skus?: string[];
                };
              };
              /** root of the condition tree: a node has `type`, and `operator`, `value` or `children` */
              condition_tree: {
                [key: string]: unknown;
              };
              /** how often the promotion can be used */
              usage_limits: {
                /** maximum number of uses per user; 0: unlimited */
                per_user?: number;
                /** maximum number of uses of all users together; 0: unlimited */
                global?: number;
                /** seconds after the latest use until the counters expire; 0: never */
                ttl_seconds?: number;
              };
              /** true: applies only with a code */
              requires_code?: boolean;
              /** when it begins to apply, milliseconds since the epoch */
              active_from?: number;
              /** when it stops applying, milliseconds since the epoch */
              active_until?: number;
              /** true: does not apply for now */
              paused?: boolean;
              /** id of the promotion */
              promo_id: string;
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
  promotionCreateRule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** id of the promotion */
          promo_id: string;
          /** name of the promotion */
          name: string;
          /** the lower number comes first */
          priority: number;
          /** whether it applies together with others */
          stackable: boolean;
          /** what the promotion takes off */
          discount: {
            /** what `value` means */
            type: 'percentage' | 'fixed';
            /** percentage, or a fixed amount */
            value: number;
            /** maximum amount that the discount takes off */
            max_amount?: number;
            /** items that are discounted; when absent, the whole cart is */
            applies_to?: {
              /** items of these categories */
              categories?: string[];
              /** items with these SKUs */
              skus?: string[];
            };
          };
          /** root of the condition tree: a node has `type`, and `operator`, `value` or `children` */
          condition_tree: {
            [key: string]: unknown;
          };
          /** how often the promotion can be used */
          usage_limits?: {
            /** maximum number of uses per user; 0: unlimited */
            per_user?: number;
            /** maximum number of uses of all users together; 0: unlimited */
            global?: number;
            /** seconds after the latest use until the counters expire; 0: never */
            ttl_seconds?: number;
          };
          /** true: applies only with a code */
          requires_code?: boolean;
          /** when it begins to apply, milliseconds since the epoch */
          active_from?: number;
          /** when it stops applying, milliseconds since the epoch */
          active_until?: number;
          /** true: does not apply for now */
          paused?: boolean;
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
            status: 'created' | 'updated' | 'deleted';
            /** id of the promotion */
            promo_id: string;
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
              | 'INVALID_TREE'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PROMOTION_EXISTS'
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
  promotionShowRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** id of the promotion */
        promo_id: string;
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
            /** name of the promotion */
            name: string;
            /** the lower number comes first */
            priority: number;
            /** whether it applies together with others */
            stackable: boolean;
            /** what the promotion takes off */
            discount: {
              /** what `value` means */
              type: 'percentage' | 'fixed';
              /** percentage, or a fixed amount */
              value: number;
              /** maximum amount that the discount takes off */
              max_amount?: number;
              /** items that are discounted; when absent, the whole cart is */
              applies_to?: {
                /** items of these categories */
                categories?: string[];
                /** items with these SKUs */
                skus?: string[];
              };
            };
            /** root of the condition tree: a node has `type`, and `operator`, `value` or `children` */
            condition_tree: {
              [key: string]: unknown;
            };
            /** how often the promotion can be used */
            usage_limits: {
              /** maximum number of uses per user; 0: unlimited */
              per_user?: number;
              /** maximum number of uses of all users together; 0: unlimited */
              global?: number;
              /** seconds after the latest use until the counters expire; 0: never */
              ttl_seconds?: number;
            };
            /** true: applies only with a code */
            requires_code?: boolean;
            /** when it begins to apply, milliseconds since the epoch */
            active_from?: number;
            /** when it stops applying, milliseconds since the epoch */
            active_until?: number;
            /** true: does not apply for now */
            paused?: boolean;
            /** id of the promotion */
            promo_id: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionReplaceRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** id of the promotion */
        promo_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** name of the promotion */
          name: string;
          /** the lower number comes first */
          priority: number;
          /** whether it applies together with others */
          stackable: boolean;
          /** what the promotion takes off */
          discount: {
            /** what `value` means */
            type: 'percentage' | 'fixed';
            /** percentage, or a fixed amount */
            value: number;
            /** maximum amount that the discount takes off */
            max_amount?: number;
            /** items that are discounted; when absent, the whole cart is */
            applies_to?: {
              /** items of these categories */
              categories?: string[];
              /** items with these SKUs */
              skus?: string[];
            };
          };
          /** root of the condition tree: a node has `type`, and `operator`, `value` or `children` */
          condition_tree: {
            [key: string]: unknown;
          };
          /** how often the promotion can be used */
          usage_limits?: {
            /** maximum number of uses per user; 0: unlimited */
            per_user?: number;
            /** maximum number of uses of all users together; 0: unlimited */
            global?: number;
            /** seconds after the latest use until the counters expire; 0: never */
            ttl_seconds?: number;
          };
          /** true: applies only with a code */
          requires_code?: boolean;
          /** when it begins to apply, milliseconds since the epoch */
          active_from?: number;
          /** when it stops applying, milliseconds since the epoch */
          active_until?: number;
          /** true: does not apply for now */
          paused?: boolean;
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
            status: 'created' | 'updated' | 'deleted';
            /** id of the promotion */
            promo_id: string;
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
              | 'INVALID_TREE'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionRemoveRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** id of the promotion */
        promo_id: string;
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
            status: 'created' | 'updated' | 'deleted';
            /** id of the promotion */
            promo_id: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionListCodes: {
    parameters: {
      query?: {
        /** maximum number of codes per page */
        limit?: number;
        /** `next_cursor` of the previous page */
        cursor?: string;
      };
      header?: never;
      path: {
        /** id of the promotion */
        promo_id: string;
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
            codes: {
              /** the code, as it is spelled */
              code: string;
              /** number of uses so far */
              uses: number;
              /** maximum number of uses of the code */
              uses_per_code: number;
              /** present if an operator has ended the code */
              ended?: true;
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
              | 'UNKNOWN_PROMOTION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionCreateCodes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** id of the promotion */
        promo_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the codes to create */
          codes?: string[];
          /** number of random codes to draw */
          count?: number;
          /** first characters of the drawn codes */
          prefix?: string;
          /** random characters after the prefix, 5 bits each; 10 when absent */
          length?: number;
          /**
           * maximum number of uses of each code
           * @default 1
           */
          uses_per_code?: number;
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
            /** id of the promotion */
            promo_id: string;
            /** number of codes that were created */
            created: number;
            /** the codes, as they are spelled */
            codes: string[];
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
              | 'CODE_TAKEN'
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionEndCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the code to end */
        code: string;
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
            status: 'ended';
            /** the code, as it is spelled */
            code: string;
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
              | 'UNKNOWN_CODE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionFindSimilar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** carts to compare, with at most 10,000 items together */
          lists: {
            /** names the list in the answer */
            id: string;
            /** SKUs; each counts once */
            items: string[];
          }[];
          /**
           * least similarity of a pair that is reported
           * @default 0.85
           */
          threshold?: number;
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
            /** lowest similarity of a pair that is reported */
            threshold: number;
            /** pairs that were found; at most 10,000 are listed */
            total: number;
            /** the most similar first */
            pairs: {
              /** id of one list */
              a: string;
              /** id of the other list */
              b: string;
              /** share of their items that both have, 0 to 1 */
              similarity: number;
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
