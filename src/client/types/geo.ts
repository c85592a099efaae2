/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Geo {
  /**
   * Find the hub that serves a point.
   *
   * `serviceable` is false if no hub serves the point; `reason` is set if a hub covers it that is closed or paused. Five tiers are tried in order; `tiers_tried` says how each ended. With `explain=1` the answer has the hubs to choose from, with their scores.
   *
   * `GET /serviceability`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`
   */
  locate(
    members: Members<operations['geoLocate']>,
  ): Call<Json<operations['geoLocate']>, Codes<operations['geoLocate']>>;
  /**
   * Find the hubs that serve many points.
   *
   * Answers for the points in order, all for the same instant. A single invalid point makes the whole request fail.
   *
   * `POST /serviceability/batch`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`
   */
  locateMany(
    body: JsonBody<operations['geoLocateMany']>,
    members?: Members<operations['geoLocateMany']>,
  ): Call<Json<operations['geoLocateMany']>, Codes<operations['geoLocateMany']>>;
  /**
   * Create or replace a hub.
   *
   * A hub serves a circle, a GeoJSON polygon, or the part of the polygon within the circle. It replaces a hub with the same id entirely: members that are left out are gone. Fails with 400 `INVALID_COVERAGE`, with the `ring` and `point` that are wrong.
   *
   * `POST /admin/hubs`
   *
   * @throws {HawkerError} `INVALID_COORDINATES`, `INVALID_COVERAGE`
   */
  saveHub(
    body: JsonBody<operations['geoSaveHub']>,
    members?: Members<operations['geoSaveHub']>,
  ): Call<Json<operations['geoSaveHub']>, Codes<operations['geoSaveHub']>>;
  /**
   * List all hubs.
   *
   * Ordered by id, without their hexagons and polygons. Answers 304 if no hub has changed since the `ETag` in `If-None-Match`.
   *
   * `GET /admin/hubs`
   */
  listHubs(
    members?: Members<operations['geoListHubs']>,
  ): Call<Json<operations['geoListHubs']> | undefined, Codes<operations['geoListHubs']>>;
  /**
   * Show a hub with its hexagons.
   *
   * Includes the polygon that it serves, if it has one.
   *
   * `GET /admin/hubs/{hub_id}`
   *
   * @param hub_id id of the hub
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  showHub(
    hub_id: string | number,
    members?: Members<operations['geoShowHub']>,
  ): Call<Json<operations['geoShowHub']>, Codes<operations['geoShowHub']>>;
  /**
   * Pause a hub or change its state.
   *
   * Changes its name, its stock and rider availability, or whether it is paused, and takes effect at once. To change its location, area or opening hours, send the whole hub to `POST /admin/hubs`.
   *
   * `PATCH /admin/hubs/{hub_id}`
   *
   * @param hub_id id of the hub
   * @throws {HawkerError} `UNKNOWN_HUB`
   */
  patchHub(
    hub_id: string | number,
    body: JsonBody<operations['geoPatchHub']>,
    members?: Members<operations['geoPatchHub']>,
  ): Call<Json<operations['geoPatchHub']>, Codes<operations['geoPatchHub']>>;
  /**
   * Delete a hub.
   *
   * Once the request is answered, the hub serves no point any more, not even a cached one.
   *
   * `DELETE /admin/hubs/{hub_id}`
   *
   * @param hub_id id of the hub
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
        /** latitude, degrees */
        lat: number;
        /** longitude, degrees */
        lng: number;
        /** 1: adds `weights` and `candidates` to the answer */
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
              /** whether a hub serves the point now */
              serviceable: boolean;
              /** id of the hub */
              hub_id?: string;
              /** name of the hub */
              hub_name?: string;
              /** great-circle distance from the hub to the point in km, to the metre */
              distance_km?: number;
              /** whole minutes of the ride at 300 m a minute, rounded down */
              eta_minutes?: number;
              /** redis: the cache, in Redis or in memory; database: hubs of the cell; distance: the nearest hub; ip: by the city of the address; default: the default hub */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /** why the point is not served now, although a hub covers it */
              reason?: 'closed' | 'paused';
              /** when it opens next, milliseconds since the epoch */
              opens_at?: number;
              /** tiers that were tried, in order */
              tiers_tried: {
                /** redis: the cache, in Redis or in memory; database: hubs of the cell; distance: the nearest hub; ip: by the city of the address; default: the default hub */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** milliseconds that it took */
                ms: number;
                /** away: the cache could not be reached */
                outcome: 'hit' | 'miss' | 'away';
              }[];
              /** weights of the terms, with `explain=1` */
              weights?: {
                /** weight of the distance */
                distance: number;
                /** weight of the stock availability */
                stock: number;
                /** weight of the rider availability */
                rider: number;
              };
              /** hubs to choose from, the chosen one first and those passed over last, with `explain=1` */
              candidates?: {
                /** id of the hub */
                hub_id: string;
                /** name of the hub */
                hub_name: string;
                /** radius that it serves */
                coverage_radius_km: number;
                /** great-circle distance from the hub to the point in km, to the metre */
                distance_km: number;
                /** terms of the score, before weighting */
                terms: {
                  /** 1 − distance ÷ largest radius among the candidates */
                  distance: number;
                  /** stock availability of the hub */
                  stock: number;
                  /** rider availability of the hub */
                  rider: number;
                };
                /** sum of the weighted terms */
                score: number;
                /** true: passed over, because it is paused */
                paused?: boolean;
                /** true: passed over, because it is closed */
                closed?: boolean;
                /** when it opens next, milliseconds since the epoch */
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
          /** points to look up */
          points: {
            /** names the point in the answer */
            id?: string;
            /** latitude, degrees */
            lat: number;
            /** longitude, degrees */
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
            /** one for each point, in their order */
            results: {
              /** the id of the point, if it has one */
              id?: string;
              /** whether a hub serves the point now */
              serviceable: boolean;
              /** id of the hub */
              hub_id?: string;
              /** name of the hub */
              hub_name?: string;
              /** great-circle distance from the hub to the point in km, to the metre */
              distance_km?: number;
              /** whole minutes of the ride at 300 m a minute, rounded down */
              eta_minutes?: number;
              /** redis: the cache, in Redis or in memory; database: hubs of the cell; distance: the nearest hub; ip: by the city of the address; default: the default hub */
              tier?: 'redis' | 'database' | 'distance' | 'ip' | 'default';
              /** why the point is not served now, although a hub covers it */
              reason?: 'closed' | 'paused';
              /** when it opens next, milliseconds since the epoch */
              opens_at?: number;
              /** tiers that were tried, in order */
              tiers_tried: {
                /** redis: the cache, in Redis or in memory; database: hubs of the cell; distance: the nearest hub; ip: by the city of the address; default: the default hub */
                tier: 'redis' | 'database' | 'distance' | 'ip' | 'default';
                /** milliseconds that it took */
                ms: number;
                /** away: the cache could not be reached */
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
            /** all hubs, by id */
            hubs: {
              /** id of the hub */
              hub_id: string;
              /** name of the hub */
              name: string;
              /** latitude, degrees */
              lat: number;
              /** longitude, degrees */
              lng: number;
              /** radius that the hub serves; without one, the distance to the farthest point of its area */
              coverage_radius_km: number;
              /** how well stocked the hub is, from 0 to 1 */
              stock_availability: number;
              /** share of the riders of the hub that are free, from 0 to 1 */
              rider_availability: number;
              /** true: the hub serves nobody for now */
              paused?: boolean;
              /** when the hub is open; always, when absent */
              opening_hours?: {
                /** IANA time zone of the hub: Asia/Jakarta */
                timezone: string;
                /** spans in which the hub is open; none: it is closed for good */
                weekly: {
                  /** days on which the span begins */
                  days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                  /** when it opens: 07:00 */
                  from: string;
                  /** when it closes: 23:00; on the next day if it is not after `from` */
                  to: string;
                }[];
              };
              /** number of hexagons that the hub covers */
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
          /** id of the hub */
          hub_id: string;
          /** name of the hub */
          name: string;
          /** latitude, degrees */
          lat: number;
          /** longitude, degrees */
          lng: number;
          /** radius that the hub serves; required without `coverage` */
          coverage_radius_km?: number;
          /** the area that the hub serves: a GeoJSON polygon or multipolygon with at most 2,000 points */
          coverage?: {
            /** type of the geometry */
            type: 'Polygon' | 'MultiPolygon';
            /** rings of points, longitude first; the first point of a ring is also its last */
            coordinates: unknown[];
          };
          /**
           * how well stocked the hub is, from 0 to 1
           * @default 1
           */
          stock_availability?: number;
          /**
           * share of the riders of the hub that are free, from 0 to 1
           * @default 1
           */
          rider_availability?: number;
          /** true: the hub serves nobody for now */
          paused?: boolean;
          /** when the hub is open; always, when absent */
          opening_hours?: {
            /** IANA time zone of the hub: Asia/Jakarta */
            timezone: string;
            /** spans in which the hub is open; none: it is closed for good */
            weekly: {
              /** days on which the span begins */
              days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
              /** when it opens: 07:00 */
              from: string;
              /** when it closes: 23:00; on the next day if it is not after `from` */
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
              /** id of the hub */
              hub_id: string;
              /** hexagons that the hub covers, as H3 indexes of resolution 9 */
              hexagons: string[];
              /** number of hexagons that the hub covers */
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
            /** id of the hub */
            hub_id: string;
            /** name of the hub */
            name: string;
            /** latitude, degrees */
            lat: number;
            /** longitude, degrees */
            lng: number;
            /** radius that the hub serves; without one, the distance to the farthest point of its area */
            coverage_radius_km: number;
            /** how well stocked the hub is, from 0 to 1 */
            stock_availability: number;
            /** share of the riders of the hub that are free, from 0 to 1 */
            rider_availability: number;
            /** true: the hub serves nobody for now */
            paused?: boolean;
            /** when the hub is open; always, when absent */
            opening_hours?: {
              /** IANA time zone of the hub: Asia/Jakarta */
              timezone: string;
              /** spans in which the hub is open; none: it is closed for good */
              weekly: {
                /** days on which the span begins */
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** when it opens: 07:00 */
                from: string;
                /** when it closes: 23:00; on the next day if it is not after `from` */
                to: string;
              }[];
            };
            /** number of hexagons that the hub covers */
            count: number;
            /** the area that the hub serves: a GeoJSON polygon or multipolygon */
            coverage?:
              | {
                  type: 'Polygon';
                  /** the outer ring, then its holes */
                  coordinates: number[][][];
                }
              | {
                  type: 'MultiPolygon';
                  coordinates: number[][][][];
                };
            /** hexagons that the hub covers, as H3 indexes of resolution 9 */
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
            /** id of the hub */
            hub_id: string;
            /** always true */
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
        /** id of the hub */
        hub_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** name of the hub */
          name?: string;
          /** how well stocked the hub is, from 0 to 1 */
          stock_availability?: number;
          /** share of the riders of the hub that are free, from 0 to 1 */
          rider_availability?: number;
          /** true: the hub serves nobody for now */
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
            /** id of the hub */
            hub_id: string;
            /** name of the hub */
            name: string;
            /** latitude, degrees */
            lat: number;
            /** longitude, degrees */
            lng: number;
            /** radius that the hub serves; without one, the distance to the farthest point of its area */
            coverage_radius_km: number;
            /** how well stocked the hub is, from 0 to 1 */
            stock_availability: number;
            /** share of the riders of the hub that are free, from 0 to 1 */
            rider_availability: number;
            /** true: the hub serves nobody for now */
            paused?: boolean;
            /** when the hub is open; always, when absent */
            opening_hours?: {
              /** IANA time zone of the hub: Asia/Jakarta */
              timezone: string;
              /** spans in which the hub is open; none: it is closed for good */
              weekly: {
                /** days on which the span begins */
                days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
                /** when it opens: 07:00 */
                from: string;
                /** when it closes: 23:00; on the next day if it is not after `from` */
                to: string;
              }[];
            };
            /** number of hexagons that the hub covers */
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
