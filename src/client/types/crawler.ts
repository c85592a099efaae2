/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Crawler {
  /** POST /crawl */
  start(
    body: JsonBody<operations['crawlerStart']>,
    members?: Members<operations['crawlerStart']>,
  ): Call<Json<operations['crawlerStart']>, Codes<operations['crawlerStart']>>;
  /** GET /crawl/{id} */
  show(
    id: string | number,
    members?: Members<operations['crawlerShow']>,
  ): Call<Json<operations['crawlerShow']>, Codes<operations['crawlerShow']>>;
  /** GET /crawl/{id}/urls */
  listUrls(
    id: string | number,
    members?: Members<operations['crawlerListUrls']>,
  ): Call<Json<operations['crawlerListUrls']>, Codes<operations['crawlerListUrls']>>;
  /** POST /crawl/{id}/cancel */
  cancel(
    id: string | number,
    members?: Members<operations['crawlerCancel']>,
  ): Call<Json<operations['crawlerCancel']>, Codes<operations['crawlerCancel']>>;
  /** GET /crawl/{id}/events. Server-sent events: a `page` for each page result, numbered from 1, those that there are first; then `end`, with the job without its pages. */
  follow(
    id: string | number,
    members?: Members<operations['crawlerFollow']>,
  ): Stream<Events<operations['crawlerFollow']>>;
}

export interface operations {
  crawlerStart: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description absolute http or https URL, up to 2,048 characters, without credentials */
          url: string;
          /**
           * @description pages that are fetched at most
           * @default 10
           */
          max_pages?: number;
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
            job_id: string;
            /** @enum {string} */
            status: 'started';
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
  crawlerShow: {
    parameters: {
      query?: {
        /** @description pages to leave out, of those in the order of completion */
        offset?: number;
        limit?: number;
      };
      header?: never;
      path: {
        /** @description `crawl_<n>` */
        id: string;
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
            job: {
              id: string;
              /** @enum {string} */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              seed_url: string;
              max_pages: number;
              /** @description when it was asked for, milliseconds since the epoch */
              started_at: number;
              /** @description null until it is over */
              ended_at: number | null;
              /** @description grows while the job runs */
              pages: {
                /** @description the URL asked for */
                url: string;
                /** @description 0 when there was no answer */
                status_code: number;
                title: string;
                /** @description http and https links of an HTML page with status 200, each once */
                links: string[];
                /** @description when it was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** @description why the fetch failed */
                error?: string;
                /** @description where redirects led */
                final_url?: string;
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerListUrls: {
    parameters: {
      query?: {
        cursor?: number;
        limit?: number;
      };
      header?: never;
      path: {
        /** @description `crawl_<n>` */
        id: string;
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
            /** @description in the order of discovery */
            urls: {
              url: string;
              /** @description links from the seed */
              depth: number;
              /** @enum {string} */
              status: 'queued' | 'fetching' | 'done';
              /** @description how it ended; null until then */
              reason:
                | (
                    | 'fetched'
                    | 'robots'
                    | 'budget'
                    | 'duplicate'
                    | 'off-scheme'
                    | 'private address'
                    | 'error'
                    | 'cancelled'
                    | 'failed'
                  )
                | null;
              detail?: string;
            }[];
            /** @description how many there are of each reason, and queued and fetching */
            counts: {
              [key: string]: number;
            };
            /** @description links beyond the limits of what is recorded */
            left_out: number;
            next_cursor: string | null;
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description `crawl_<n>` */
        id: string;
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
            job_id: string;
            /** @enum {string} */
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
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'JOB_COMPLETED'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerFollow: {
    parameters: {
      query?: never;
      header?: {
        /** @description the last event received */
        'last-event-id'?: string;
      };
      path: {
        /** @description `crawl_<n>` */
        id: string;
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
          'text/event-stream':
            | {
                /** @description the URL asked for */
                url: string;
                /** @description 0 when there was no answer */
                status_code: number;
                title: string;
                /** @description http and https links of an HTML page with status 200, each once */
                links: string[];
                /** @description when it was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** @description why the fetch failed */
                error?: string;
                /** @description where redirects led */
                final_url?: string;
              }
            | {
                id: string;
                /** @enum {string} */
                status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
                seed_url: string;
                max_pages: number;
                /** @description when it was asked for, milliseconds since the epoch */
                started_at: number;
                /** @description null until it is over */
                ended_at: number | null;
              };
        };
      };
      204: {
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
