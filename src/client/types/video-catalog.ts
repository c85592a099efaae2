/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface VideoCatalog {
  /**
   * `POST /videos`
   *
   * @throws {HawkerError} `KEY_REUSED`
   */
  upload(
    body: JsonBody<operations['videoCatalogUpload']>,
    members?: Members<operations['videoCatalogUpload']>,
  ): Call<Json<operations['videoCatalogUpload']>, Codes<operations['videoCatalogUpload']>>;
  /**
   * `GET /videos`
   */
  list(
    members?: Members<operations['videoCatalogList']>,
  ): Call<Json<operations['videoCatalogList']>, Codes<operations['videoCatalogList']>>;
  /**
   * `GET /videos/{id}`
   *
   * @param id vid_<n>, n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  watch(
    id: string | number,
    members?: Members<operations['videoCatalogWatch']>,
  ): Call<Json<operations['videoCatalogWatch']>, Codes<operations['videoCatalogWatch']>>;
  /**
   * `PATCH /videos/{id}`
   *
   * @param id vid_<n>, n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  edit(
    id: string | number,
    body: JsonBody<operations['videoCatalogEdit']>,
    members?: Members<operations['videoCatalogEdit']>,
  ): Call<Json<operations['videoCatalogEdit']>, Codes<operations['videoCatalogEdit']>>;
  /**
   * `DELETE /videos/{id}`
   *
   * @param id vid_<n>, n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  delete(
    id: string | number,
    members?: Members<operations['videoCatalogDelete']>,
  ): Call<Json<operations['videoCatalogDelete']>, Codes<operations['videoCatalogDelete']>>;
  /**
   * `GET /search`
   */
  search(
    members: Members<operations['videoCatalogSearch']>,
  ): Call<Json<operations['videoCatalogSearch']>, Codes<operations['videoCatalogSearch']>>;
}

export interface operations {
  videoCatalogList: {
    parameters: {
      query?: {
        /** one of the tags, exactly */
        tag?: string;
        status?: 'uploading' | 'processing' | 'ready';
        /** views: most viewed first, ties newest first */
        sort?: 'newest' | 'views';
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
            videos: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              status: 'uploading' | 'processing' | 'ready';
              /** 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
            }[];
            /** cursor of the next page; missing on the last one */
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
  videoCatalogUpload: {
    parameters: {
      query?: never;
      header?: {
        /** 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** 1 to 256 characters */
          title: string;
          /** @default  */
          description?: string;
          /** @default [] */
          tags?: string[];
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
            video: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              status: 'uploading' | 'processing' | 'ready';
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
            };
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            video: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              status: 'uploading' | 'processing' | 'ready';
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
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
              | 'KEY_REUSED'
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
  videoCatalogWatch: {
    parameters: {
      query?: {
        /** false reads without counting a view */
        count?: boolean;
      };
      header?: never;
      path: {
        /** vid_<n>, n counted from 1 */
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
            video: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              status: 'uploading' | 'processing' | 'ready';
              /** 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
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
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** vid_<n>, n counted from 1 */
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
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogEdit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** vid_<n>, n counted from 1 */
        id: string;
      };
      cookie?: never;
    };
    /** what is not given stays as it is */
    requestBody: {
      content: {
        'application/json': {
          /** 1 to 256 characters */
          title?: string;
          description?: string;
          tags?: string[];
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
            video: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              status: 'uploading' | 'processing' | 'ready';
              /** 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
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
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogSearch: {
    parameters: {
      query: {
        /** up to 256 characters; part of the title, the description or a tag, case aside */
        q: string;
        /** one of the tags, exactly */
        tag?: string;
        status?: 'uploading' | 'processing' | 'ready';
        /** views: most viewed first, ties newest first */
        sort?: 'newest' | 'views';
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
            videos: {
              /** vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              status: 'uploading' | 'processing' | 'ready';
              /** 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** creation instant, milliseconds since the epoch */
              uploaded_at: number;
            }[];
            /** cursor of the next page; missing on the last one */
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
}
