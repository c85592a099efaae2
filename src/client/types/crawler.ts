/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Crawler {
  /** POST /crawl */
  start(
    body: JsonBody<operations['crawlerStart']>,
    members?: Members<operations['crawlerStart']>,
  ): Call<Json<operations['crawlerStart']>, Codes<operations['crawlerStart']>>;
  /** GET /crawl */
  list(
    members?: Members<operations['crawlerList']>,
  ): Call<Json<operations['crawlerList']>, Codes<operations['crawlerList']>>;
  /** POST /crawl/{id}/cancel */
  cancel(
    id: string | number,
    members?: Members<operations['crawlerCancel']>,
  ): Call<Json<operations['crawlerCancel']>, Codes<operations['crawlerCancel']>>;
  /** DELETE /crawl/{id} */
  delete(
    id: string | number,
    members?: Members<operations['crawlerDelete']>,
  ): Call<Json<operations['crawlerDelete']>, Codes<operations['crawlerDelete']>>;
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
  /** GET /crawl/{id}/export */
  export(
    id: string | number,
    members?: Members<operations['crawlerExport']>,
  ): Call<Response, Codes<operations['crawlerExport']>>;
  /** GET /crawl/{id}/pages/{n} */
  showContent(
    id: string | number,
    n: string | number,
    members: Members<operations['crawlerShowContent']>,
  ): Call<Response, Codes<operations['crawlerShowContent']>>;
  /** GET /crawl/{id}/events. Server-sent events: a `page` for each page result, numbered from 1, those that there are first; then `end`, with the job without its pages. */
  follow(
    id: string | number,
    members?: Members<operations['crawlerFollow']>,
  ): Stream<Events<operations['crawlerFollow']>>;
}

export interface operations {
  crawlerList: {
    parameters: {
      query?: {
        status?: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
        limit?: number;
        /** @description next_cursor of the page before */
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
            /** @description the newest first, without their pages */
            jobs: {
              id: string;
              /** @enum {string} */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              seed_url: string;
              max_pages: number;
              /** @description when it was asked for, milliseconds since the epoch */
              started_at: number;
              /** @description null until it is over */
              ended_at: number | null;
              /** @description only URLs with the host and the port of the seed */
              same_host?: boolean;
              /** @description only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              include?: string[];
              /** @description no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              exclude?: string[];
              /** @description links from the seed at most */
              max_depth?: number;
              /** @description what is kept of the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** @description how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** @description also begin with the URLs of the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** @description http or https URL that is told when the job is over */
              webhook?: string;
              sitemap_totals?: {
                /** @description sitemaps and indexes that were read */
                read: number;
                /** @description those that could not be read */
                failed: number;
                /** @description URLs that they listed, up to 50,000 */
                urls: number;
                /** @description sitemaps that yielded nothing, and why; up to 20 of them */
                problems?: {
                  url: string;
                  reason: string;
                }[];
              };
              /**
               * @description with a webhook
               * @enum {string}
               */
              webhook_status?: 'pending' | 'delivered' | 'failed';
            }[];
            /** @description there is more */
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
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
          /** @description only URLs with the host and the port of the seed */
          same_host?: boolean;
          /** @description only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
          include?: string[];
          /** @description no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
          exclude?: string[];
          /** @description links from the seed at most */
          max_depth?: number;
          /** @description what is kept of the content of each HTML page with status 200 */
          formats?: ('html' | 'text' | 'markdown')[];
          /** @description how often a page is requested again after a network error, 429 or 5xx */
          retries?: number;
          /** @description also begin with the URLs of the sitemaps of the seed’s host */
          sitemaps?: boolean;
          /** @description http or https URL that is told when the job is over */
          webhook?: string;
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
              | 'BODY_TOO_LARGE'
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
              /** @description only URLs with the host and the port of the seed */
              same_host?: boolean;
              /** @description only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              include?: string[];
              /** @description no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              exclude?: string[];
              /** @description links from the seed at most */
              max_depth?: number;
              /** @description what is kept of the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** @description how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** @description also begin with the URLs of the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** @description http or https URL that is told when the job is over */
              webhook?: string;
              sitemap_totals?: {
                /** @description sitemaps and indexes that were read */
                read: number;
                /** @description those that could not be read */
                failed: number;
                /** @description URLs that they listed, up to 50,000 */
                urls: number;
                /** @description sitemaps that yielded nothing, and why; up to 20 of them */
                problems?: {
                  url: string;
                  reason: string;
                }[];
              };
              /**
               * @description with a webhook
               * @enum {string}
               */
              webhook_status?: 'pending' | 'delivered' | 'failed';
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
                /** @description what was kept of its content, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
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
  crawlerDelete: {
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
            /** @enum {boolean} */
            deleted: true;
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
              | 'JOB_RUNNING'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'UNSUPPORTED_MEDIA_TYPE'
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
                    | 'out of scope'
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
  crawlerExport: {
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
          'application/x-ndjson': string;
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
  crawlerShowContent: {
    parameters: {
      query: {
        format: 'html' | 'text' | 'markdown';
      };
      header?: never;
      path: {
        /** @description `crawl_<n>` */
        id: string;
        /** @description from 1, in the order of `pages` */
        n: number;
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
          'text/html': string;
          'text/plain': string;
          'text/markdown': string;
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
              | 'NO_CONTENT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'UNKNOWN_PAGE'
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
                /** @description what was kept of its content, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
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
                /** @description only URLs with the host and the port of the seed */
                same_host?: boolean;
                /** @description only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
                include?: string[];
                /** @description no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
                exclude?: string[];
                /** @description links from the seed at most */
                max_depth?: number;
                /** @description what is kept of the content of each HTML page with status 200 */
                formats?: ('html' | 'text' | 'markdown')[];
                /** @description how often a page is requested again after a network error, 429 or 5xx */
                retries?: number;
                /** @description also begin with the URLs of the sitemaps of the seed’s host */
                sitemaps?: boolean;
                /** @description http or https URL that is told when the job is over */
                webhook?: string;
                sitemap_totals?: {
                  /** @description sitemaps and indexes that were read */
                  read: number;
                  /** @description those that could not be read */
                  failed: number;
                  /** @description URLs that they listed, up to 50,000 */
                  urls: number;
                  /** @description sitemaps that yielded nothing, and why; up to 20 of them */
                  problems?: {
                    url: string;
                    reason: string;
                  }[];
                };
                /**
                 * @description with a webhook
                 * @enum {string}
                 */
                webhook_status?: 'pending' | 'delivered' | 'failed';
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
              | 'TOO_MANY_STREAMS_OF_ADDRESS'
              | 'TOO_MANY_STREAMS_OF_USER'
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
