/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Crawler {
  /**
   * `POST /crawl`
   */
  start(
    body: JsonBody<operations['crawlerStart']>,
    members?: Members<operations['crawlerStart']>,
  ): Call<Json<operations['crawlerStart']>, Codes<operations['crawlerStart']>>;
  /**
   * `GET /crawl`
   */
  list(
    members?: Members<operations['crawlerList']>,
  ): Call<Json<operations['crawlerList']>, Codes<operations['crawlerList']>>;
  /**
   * `POST /crawl/{id}/cancel`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`, `JOB_COMPLETED`
   */
  cancel(
    id: string | number,
    members?: Members<operations['crawlerCancel']>,
  ): Call<Json<operations['crawlerCancel']>, Codes<operations['crawlerCancel']>>;
  /**
   * `DELETE /crawl/{id}`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`, `JOB_RUNNING`
   */
  delete(
    id: string | number,
    members?: Members<operations['crawlerDelete']>,
  ): Call<Json<operations['crawlerDelete']>, Codes<operations['crawlerDelete']>>;
  /**
   * `GET /crawl/{id}`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  show(
    id: string | number,
    members?: Members<operations['crawlerShow']>,
  ): Call<Json<operations['crawlerShow']>, Codes<operations['crawlerShow']>>;
  /**
   * `GET /crawl/{id}/urls`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  listUrls(
    id: string | number,
    members?: Members<operations['crawlerListUrls']>,
  ): Call<Json<operations['crawlerListUrls']>, Codes<operations['crawlerListUrls']>>;
  /**
   * `GET /crawl/{id}/export`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  export(
    id: string | number,
    members?: Members<operations['crawlerExport']>,
  ): Call<Response, Codes<operations['crawlerExport']>>;
  /**
   * `GET /crawl/{id}/pages/{n}`
   *
   * @param id `crawl_<n>`
   * @param n from 1, in the order of `pages`
   * @throws {HawkerError} `UNKNOWN_JOB`, `UNKNOWN_PAGE`, `NO_CONTENT`
   */
  showContent(
    id: string | number,
    n: string | number,
    members: Members<operations['crawlerShowContent']>,
  ): Call<Response, Codes<operations['crawlerShowContent']>>;
  /**
   * Server-sent events: a `page` for each page result, numbered from 1, those that there are first; then `end`, with the job without its pages.
   *
   * `GET /crawl/{id}/events`
   *
   * @param id `crawl_<n>`
   * @throws {HawkerError} `UNKNOWN_JOB`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
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
        /** next_cursor of the page before */
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
            /** the newest first, without their pages */
            jobs: {
              id: string;
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              seed_url: string;
              max_pages: number;
              /** when it was asked for, milliseconds since the epoch */
              started_at: number;
              /** null until it is over */
              ended_at: number | null;
              /** only URLs with the host and the port of the seed */
              same_host?: boolean;
              /** only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              include?: string[];
              /** no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              exclude?: string[];
              /** links from the seed at most */
              max_depth?: number;
              /** what is kept of the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** also begin with the URLs of the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** http or https URL that is told when the job is over */
              webhook?: string;
              sitemap_totals?: {
                /** sitemaps and indexes that were read */
                read: number;
                /** those that could not be read */
                failed: number;
                /** URLs that they listed, up to 50,000 */
                urls: number;
                /** sitemaps that yielded nothing, and why; up to 20 of them */
                problems?: {
                  url: string;
                  reason: string;
                }[];
              };
              /** with a webhook */
              webhook_status?: 'pending' | 'delivered' | 'failed';
            }[];
            /** there is more */
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
          /** absolute http or https URL, up to 2,048 characters, without credentials */
          url: string;
          /**
           * pages that are fetched at most
           * @default 10
           */
          max_pages?: number;
          /** only URLs with the host and the port of the seed */
          same_host?: boolean;
          /** only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
          include?: string[];
          /** no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
          exclude?: string[];
          /** links from the seed at most */
          max_depth?: number;
          /** what is kept of the content of each HTML page with status 200 */
          formats?: ('html' | 'text' | 'markdown')[];
          /** how often a page is requested again after a network error, 429 or 5xx */
          retries?: number;
          /** also begin with the URLs of the sitemaps of the seed’s host */
          sitemaps?: boolean;
          /** http or https URL that is told when the job is over */
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
        /** `crawl_<n>` */
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
        /** pages to leave out, of those in the order of completion */
        offset?: number;
        limit?: number;
      };
      header?: never;
      path: {
        /** `crawl_<n>` */
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
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              seed_url: string;
              max_pages: number;
              /** when it was asked for, milliseconds since the epoch */
              started_at: number;
              /** null until it is over */
              ended_at: number | null;
              /** only URLs with the host and the port of the seed */
              same_host?: boolean;
              /** only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              include?: string[];
              /** no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
              exclude?: string[];
              /** links from the seed at most */
              max_depth?: number;
              /** what is kept of the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** also begin with the URLs of the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** http or https URL that is told when the job is over */
              webhook?: string;
              sitemap_totals?: {
                /** sitemaps and indexes that were read */
                read: number;
                /** those that could not be read */
                failed: number;
                /** URLs that they listed, up to 50,000 */
                urls: number;
                /** sitemaps that yielded nothing, and why; up to 20 of them */
                problems?: {
                  url: string;
                  reason: string;
                }[];
              };
              /** with a webhook */
              webhook_status?: 'pending' | 'delivered' | 'failed';
              /** grows while the job runs */
              pages: {
                /** the URL asked for */
                url: string;
                /** 0 when there was no answer */
                status_code: number;
                title: string;
                /** http and https links of an HTML page with status 200, each once */
                links: string[];
                /** when it was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** why the fetch failed */
                error?: string;
                /** where redirects led */
                final_url?: string;
                /** what was kept of its content, if the job keeps any */
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
        /** `crawl_<n>` */
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
        /** `crawl_<n>` */
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
            /** in the order of discovery */
            urls: {
              url: string;
              /** links from the seed */
              depth: number;
              status: 'queued' | 'fetching' | 'done';
              /** how it ended; null until then */
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
            /** how many there are of each reason, and queued and fetching */
            counts: {
              [key: string]: number;
            };
            /** links beyond the limits of what is recorded */
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
        /** `crawl_<n>` */
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
        /** `crawl_<n>` */
        id: string;
        /** from 1, in the order of `pages` */
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
        /** the last event received */
        'last-event-id'?: string;
      };
      path: {
        /** `crawl_<n>` */
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
                /** the URL asked for */
                url: string;
                /** 0 when there was no answer */
                status_code: number;
                title: string;
                /** http and https links of an HTML page with status 200, each once */
                links: string[];
                /** when it was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** why the fetch failed */
                error?: string;
                /** where redirects led */
                final_url?: string;
                /** what was kept of its content, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
              }
            | {
                id: string;
                status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
                seed_url: string;
                max_pages: number;
                /** when it was asked for, milliseconds since the epoch */
                started_at: number;
                /** null until it is over */
                ended_at: number | null;
                /** only URLs with the host and the port of the seed */
                same_host?: boolean;
                /** only URLs that one of them matches; empty: all: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
                include?: string[];
                /** no URLs that one of them matches: globs over a URL without its fragment; `*` stays within a segment, `**` crosses, `?` is literal */
                exclude?: string[];
                /** links from the seed at most */
                max_depth?: number;
                /** what is kept of the content of each HTML page with status 200 */
                formats?: ('html' | 'text' | 'markdown')[];
                /** how often a page is requested again after a network error, 429 or 5xx */
                retries?: number;
                /** also begin with the URLs of the sitemaps of the seed’s host */
                sitemaps?: boolean;
                /** http or https URL that is told when the job is over */
                webhook?: string;
                sitemap_totals?: {
                  /** sitemaps and indexes that were read */
                  read: number;
                  /** those that could not be read */
                  failed: number;
                  /** URLs that they listed, up to 50,000 */
                  urls: number;
                  /** sitemaps that yielded nothing, and why; up to 20 of them */
                  problems?: {
                    url: string;
                    reason: string;
                  }[];
                };
                /** with a webhook */
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
