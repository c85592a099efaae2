/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Geo {
  /**
   * `GET /serviceability`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`
   */
  locate(
    members: Members<operations['geoLocate']>,
  ): Call<Json<operations['geoLocate']>, Codes<operations['geoLocate']>>;
  /**
   * `POST /serviceability/batch`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`
   */
  locateMany(
    body: JsonBody<operations['geoLocateMany']>,
    members?: Members<operations['geoLocateMany']>,
  ): Call<Json<operations['geoLocateMany']>, Codes<operations['geoLocateMany']>>;
  /**
   * `POST /admin/hubs`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`, `INVALID_COVERAGE`
   */
  saveHub(
    body: JsonBody<operations['geoSaveHub']>,
    members?: Members<operations['geoSaveHub']>,
  ): Call<Json<operations['geoSaveHub']>, Codes<operations['geoSaveHub']>>;
  /**
   * `GET /admin/hubs`
   */
  listHubs(
    members?: Members<operations['geoListHubs']>,
  ): Call<Json<operations['geoListHubs']> | undefined, Codes<operations['geoListHubs']>>;
  /**
   * `GET /admin/hubs/{hub_id}`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  showHub(
    hub_id: string | number,
    members?: Members<operations['geoShowHub']>,
  ): Call<Json<operations['geoShowHub']>, Codes<operations['geoShowHub']>>;
  /**
   * `PATCH /admin/hubs/{hub_id}`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  patchHub(
    hub_id: string | number,
    body: JsonBody<operations['geoPatchHub']>,
    members?: Members<operations['geoPatchHub']>,
  ): Call<Json<operations['geoPatchHub']>, Codes<operations['geoPatchHub']>>;
  /**
   * `DELETE /admin/hubs/{hub_id}`
   *
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  removeHub(
    hub_id: string | number,
    members?: Members<operations['geoRemoveHub']>,
  ): Call<Json<operations['geoRemoveHub']>, Codes<operations['geoRemoveHub']>>;
}

export interface operations {
  geoLocate: {
    parameters: {
      query: {
        /** degrees */
        lat: number;
        /** degrees */
        lng: number;
        /** 1: list the candidates and their scores */
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
              /** great-circle distance, to the metre */
              distance_km?: number;
              /** whole minutes at 300 m a minute, cut off */
              eta_minutes?: number;
              /** which tier found the hub; `redis` is the cache, whatever store holds it */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /** not served, but there are hubs that would serve the point */
              reason?: 'closed' | 'paused';
              /** when it opens, milliseconds since the epoch */
              opens_at?: number;
              tiers_tried: {
                /** which tier found the hub; `redis` is the cache, whatever store holds it */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** time it took */
                ms: number;
                outcome: 'hit' | 'miss' | 'away';
              }[];
              weights?: {
                /** 1 − distance ÷ largest radius among the candidates */
                distance: number;
                stock: number;
                rider: number;
              };
              candidates?: {
                hub_id: string;
                hub_name: string;
                coverage_radius_km: number;
                /** great-circle distance, to the metre */
                distance_km: number;
                terms: {
                  /** 1 − distance ÷ largest radius among the candidates */
                  distance: number;
                  stock: number;
                  rider: number;
                };
                score: number;
                /** true: it is passed over */
                paused?: boolean;
                /** true: it is passed over */
                closed?: boolean;
                /** when it opens, milliseconds since the epoch */
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
            /** told in the answer */
            id?: string;
            /** degrees */
            lat: number;
            /** degrees */
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
              /** great-circle distance, to the metre */
              distance_km?: number;
              /** whole minutes at 300 m a minute, cut off */
              eta_minutes?: number;
              /** which tier found the hub; `redis` is the cache, whatever store holds it */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /** not served, but there are hubs that would serve the point */
              reason?: 'closed' | 'paused';
              /** when it opens, milliseconds since the epoch */
              opens_at?: number;
              tiers_tried: {
                /** which tier found the hub; `redis` is the cache, whatever store holds it */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** time it took */
                ms: number;
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
              /** degrees */
              lat: number;
              /** degrees */
              lng: number;
              /** the farthest point of the coverage, if none was given */
              coverage_radius_km: number;
              /** how well stocked it is */
              stock_availability: number;
              /** how many of its riders are free */
              rider_availability: number;
              /** true: it serves nobody */
              paused?: boolean;
              opening_hours?: {
                /** IANA name: Asia/Jakarta */
                timezone: string;
                /** empty: closed for good */
                weekly: {
                  days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                  /** 07:00 */
                  from: string;
                  /** 23:00; the next day when it is not after `from` */
                  to: string;
                }[];
              };
              /** number of hexagons */
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
          hub_id: string;
          name: string;
          /** degrees */
          lat: number;
          /** degrees */
          lng: number;
          coverage_radius_km?: number;
          /** GeoJSON Polygon or MultiPolygon with at most 2,000 points: what is served */
          coverage?: {
            type: 'Polygon' | 'MultiPolygon';
            coordinates: unknown[];
          };
          /**
           * how well stocked it is
           * @default 1
           */
          stock_availability?: number;
          /**
           * how many of its riders are free
           * @default 1
           */
          rider_availability?: number;
          /** true: it serves nobody */
          paused?: boolean;
          opening_hours?: {
            /** IANA name: Asia/Jakarta */
            timezone: string;
            /** empty: closed for good */
            weekly: {
              days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
              /** 07:00 */
              from: string;
              /** 23:00; the next day when it is not after `from` */
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
              /** H3 indexes of resolution 9 */
              hexagons: string[];
              /** number of hexagons */
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
            /** degrees */
            lat: number;
            /** degrees */
            lng: number;
            /** the farthest point of the coverage, if none was given */
            coverage_radius_km: number;
            /** how well stocked it is */
            stock_availability: number;
            /** how many of its riders are free */
            rider_availability: number;
            /** true: it serves nobody */
            paused?: boolean;
            opening_hours?: {
              /** IANA name: Asia/Jakarta */
              timezone: string;
              /** empty: closed for good */
              weekly: {
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** 07:00 */
                from: string;
                /** 23:00; the next day when it is not after `from` */
                to: string;
              }[];
            };
            /** number of hexagons */
            count: number;
            coverage?:
              | {
                  type: 'Polygon';
                  /** the outer ring, then the holes */
                  coordinates: number[][][];
                }
              | {
                  type: 'MultiPolygon';
                  coordinates: number[][][][];
                };
            /** H3 indexes of resolution 9 */
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
          name?: string;
          /** how well stocked it is */
          stock_availability?: number;
          /** how many of its riders are free */
          rider_availability?: number;
          /** true: it serves nobody */
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
            /** degrees */
            lat: number;
            /** degrees */
            lng: number;
            /** the farthest point of the coverage, if none was given */
            coverage_radius_km: number;
            /** how well stocked it is */
            stock_availability: number;
            /** how many of its riders are free */
            rider_availability: number;
            /** true: it serves nobody */
            paused?: boolean;
            opening_hours?: {
              /** IANA name: Asia/Jakarta */
              timezone: string;
              /** empty: closed for good */
              weekly: {
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** 07:00 */
                from: string;
                /** 23:00; the next day when it is not after `from` */
                to: string;
              }[];
            };
            /** number of hexagons */
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
