/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Geo {
  /** GET /serviceability */
  locate(
    members: Members<operations['geoLocate']>,
  ): Call<Json<operations['geoLocate']>, Codes<operations['geoLocate']>>;
  /** POST /serviceability/batch */
  locateMany(
    body: JsonBody<operations['geoLocateMany']>,
    members?: Members<operations['geoLocateMany']>,
  ): Call<Json<operations['geoLocateMany']>, Codes<operations['geoLocateMany']>>;
  /** POST /admin/hubs */
  saveHub(
    body: JsonBody<operations['geoSaveHub']>,
    members?: Members<operations['geoSaveHub']>,
  ): Call<Json<operations['geoSaveHub']>, Codes<operations['geoSaveHub']>>;
  /** GET /admin/hubs */
  listHubs(
    members?: Members<operations['geoListHubs']>,
  ): Call<Json<operations['geoListHubs']> | undefined, Codes<operations['geoListHubs']>>;
  /** GET /admin/hubs/{hub_id} */
  showHub(
    hub_id: string | number,
    members?: Members<operations['geoShowHub']>,
  ): Call<Json<operations['geoShowHub']>, Codes<operations['geoShowHub']>>;
  /** PATCH /admin/hubs/{hub_id} */
  patchHub(
    hub_id: string | number,
    body: JsonBody<operations['geoPatchHub']>,
    members?: Members<operations['geoPatchHub']>,
  ): Call<Json<operations['geoPatchHub']>, Codes<operations['geoPatchHub']>>;
  /** DELETE /admin/hubs/{hub_id} */
  removeHub(
    hub_id: string | number,
    members?: Members<operations['geoRemoveHub']>,
  ): Call<Json<operations['geoRemoveHub']>, Codes<operations['geoRemoveHub']>>;
}

export interface operations {
  geoLocate: {
    parameters: {
      query: {
        /** @description degrees */
        lat: number;
        /** @description degrees */
        lng: number;
        /** @description 1: list the candidates and their scores */
        explain?: number;
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
              serviceable: boolean;
              hub_id?: string;
              hub_name?: string;
              /** @description great-circle distance, to the metre */
              distance_km?: number;
              /** @description whole minutes at 300 m a minute, cut off */
              eta_minutes?: number;
              /**
               * @description which tier found the hub; `redis` is the cache, whatever store holds it
               * @enum {string}
               */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /**
               * @description not served, but there are hubs that would serve the point
               * @enum {string}
               */
              reason?: 'closed' | 'paused';
              /** @description when it opens, milliseconds since the epoch */
              opens_at?: number;
              tiers_tried: {
                /**
                 * @description which tier found the hub; `redis` is the cache, whatever store holds it
                 * @enum {string}
                 */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** @description time it took */
                ms: number;
                /** @enum {string} */
                outcome: 'hit' | 'miss' | 'away';
              }[];
              weights?: {
                /** @description 1 − distance ÷ largest radius among the candidates */
                distance: number;
                stock: number;
                rider: number;
              };
              candidates?: {
                hub_id: string;
                hub_name: string;
                coverage_radius_km: number;
                /** @description great-circle distance, to the metre */
                distance_km: number;
                terms: {
                  /** @description 1 − distance ÷ largest radius among the candidates */
                  distance: number;
                  stock: number;
                  rider: number;
                };
                score: number;
                /** @description true: it is passed over */
                paused?: boolean;
                /** @description true: it is passed over */
                closed?: boolean;
                /** @description when it opens, milliseconds since the epoch */
                opens_at?: number;
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
              | 'EXPECTATION_FAILED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_COORDINATES'
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
  geoLocateMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          points: {
            /**
             * Format: id
             * @description told in the answer
             */
            id?: string;
            /** @description degrees */
            lat: number;
            /** @description degrees */
            lng: number;
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
            results: {
              id?: string;
              serviceable: boolean;
              hub_id?: string;
              hub_name?: string;
              /** @description great-circle distance, to the metre */
              distance_km?: number;
              /** @description whole minutes at 300 m a minute, cut off */
              eta_minutes?: number;
              /**
               * @description which tier found the hub; `redis` is the cache, whatever store holds it
               * @enum {string}
               */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /**
               * @description not served, but there are hubs that would serve the point
               * @enum {string}
               */
              reason?: 'closed' | 'paused';
              /** @description when it opens, milliseconds since the epoch */
              opens_at?: number;
              tiers_tried: {
                /**
                 * @description which tier found the hub; `redis` is the cache, whatever store holds it
                 * @enum {string}
                 */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** @description time it took */
                ms: number;
                /** @enum {string} */
                outcome: 'hit' | 'miss' | 'away';
              }[];
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
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_COORDINATES'
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
  geoListHubs: {
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
            hubs: {
              hub_id: string;
              name: string;
              /** @description degrees */
              lat: number;
              /** @description degrees */
              lng: number;
              /** @description the farthest point of the coverage, if none was given */
              coverage_radius_km: number;
              /** @description how well stocked it is */
              stock_availability: number;
              /** @description how many of its riders are free */
              rider_availability: number;
              /** @description true: it serves nobody */
              paused?: boolean;
              opening_hours?: {
                /** @description IANA name: Asia/Jakarta */
                timezone: string;
                /** @description empty: closed for good */
                weekly: {
                  days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                  /** @description 07:00 */
                  from: string;
                  /** @description 23:00; the next day when it is not after `from` */
                  to: string;
                }[];
              };
              /** @description number of hexagons */
              count: number;
            }[];
          };
        };
      };
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
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
  geoSaveHub: {
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
          /** Format: text */
          name: string;
          /** @description degrees */
          lat: number;
          /** @description degrees */
          lng: number;
          coverage_radius_km?: number;
          /** @description GeoJSON Polygon or MultiPolygon with at most 2,000 points: what is served */
          coverage?: {
            /** @enum {string} */
            type: 'Polygon' | 'MultiPolygon';
            coordinates: unknown[];
          };
          /**
           * @description how well stocked it is
           * @default 1
           */
          stock_availability?: number;
          /**
           * @description how many of its riders are free
           * @default 1
           */
          rider_availability?: number;
          /** @description true: it serves nobody */
          paused?: boolean;
          opening_hours?: {
            /** @description IANA name: Asia/Jakarta */
            timezone: string;
            /** @description empty: closed for good */
            weekly: {
              days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
              /** @description 07:00 */
              from: string;
              /** @description 23:00; the next day when it is not after `from` */
              to: string;
            }[];
          };
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
              /** @description H3 indexes of resolution 9 */
              hexagons: string[];
              /** @description number of hexagons */
              count: number;
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
              | 'INVALID_COORDINATES'
              | 'INVALID_COVERAGE'
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
  geoShowHub: {
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
            hub_id: string;
            name: string;
            /** @description degrees */
            lat: number;
            /** @description degrees */
            lng: number;
            /** @description the farthest point of the coverage, if none was given */
            coverage_radius_km: number;
            /** @description how well stocked it is */
            stock_availability: number;
            /** @description how many of its riders are free */
            rider_availability: number;
            /** @description true: it serves nobody */
            paused?: boolean;
            opening_hours?: {
              /** @description IANA name: Asia/Jakarta */
              timezone: string;
              /** @description empty: closed for good */
              weekly: {
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** @description 07:00 */
                from: string;
                /** @description 23:00; the next day when it is not after `from` */
                to: string;
              }[];
            };
            /** @description number of hexagons */
            count: number;
            coverage?:
              | {
                  /** @enum {string} */
                  type: 'Polygon';
                  /** @description the outer ring, then the holes */
                  coordinates: number[][][];
                }
              | {
                  /** @enum {string} */
                  type: 'MultiPolygon';
                  coordinates: number[][][][];
                };
            /** @description H3 indexes of resolution 9 */
            hexagons: string[];
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
              | 'UNKNOWN_HUB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  geoRemoveHub: {
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
            hub_id: string;
            deleted: boolean;
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
              | 'UNKNOWN_HUB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  geoPatchHub: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        hub_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: text */
          name?: string;
          /** @description how well stocked it is */
          stock_availability?: number;
          /** @description how many of its riders are free */
          rider_availability?: number;
          /** @description true: it serves nobody */
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
            hub_id: string;
            name: string;
            /** @description degrees */
            lat: number;
            /** @description degrees */
            lng: number;
            /** @description the farthest point of the coverage, if none was given */
            coverage_radius_km: number;
            /** @description how well stocked it is */
            stock_availability: number;
            /** @description how many of its riders are free */
            rider_availability: number;
            /** @description true: it serves nobody */
            paused?: boolean;
            opening_hours?: {
              /** @description IANA name: Asia/Jakarta */
              timezone: string;
              /** @description empty: closed for good */
              weekly: {
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** @description 07:00 */
                from: string;
                /** @description 23:00; the next day when it is not after `from` */
                to: string;
              }[];
            };
            /** @description number of hexagons */
            count: number;
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
              | 'UNKNOWN_HUB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
