/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface VideoCatalog {
  /** POST /videos */
  upload(
    body: JsonBody<operations['videoCatalogUpload']>,
    members?: Members<operations['videoCatalogUpload']>,
  ): Call<Json<operations['videoCatalogUpload']>, Codes<operations['videoCatalogUpload']>>;
  /** GET /videos */
  list(
    members?: Members<operations['videoCatalogList']>,
  ): Call<Json<operations['videoCatalogList']>, Codes<operations['videoCatalogList']>>;
  /** GET /videos/{id} */
  watch(
    id: string | number,
    members?: Members<operations['videoCatalogWatch']>,
  ): Call<Json<operations['videoCatalogWatch']>, Codes<operations['videoCatalogWatch']>>;
  /** PATCH /videos/{id} */
  edit(
    id: string | number,
    body: JsonBody<operations['videoCatalogEdit']>,
    members?: Members<operations['videoCatalogEdit']>,
  ): Call<Json<operations['videoCatalogEdit']>, Codes<operations['videoCatalogEdit']>>;
  /** DELETE /videos/{id} */
  delete(
    id: string | number,
    members?: Members<operations['videoCatalogDelete']>,
  ): Call<Json<operations['videoCatalogDelete']>, Codes<operations['videoCatalogDelete']>>;
  /** GET /search */
  search(
    members: Members<operations['videoCatalogSearch']>,
  ): Call<Json<operations['videoCatalogSearch']>, Codes<operations['videoCatalogSearch']>>;
}

export interface operations {
  videoCatalogList: {
    parameters: {
      query?: {
        /** @description one of the tags, exactly */
        tag?: string;
        status?: 'uploading' | 'processing' | 'ready';
        /** @description views: most viewed first, ties newest first */
        sort?: 'newest' | 'views';
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
            videos: {
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** @description creation instant, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
            }[];
            /** @description cursor of the next page; missing on the last one */
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
        /** @description 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description 1 to 256 characters
           */
          title: string;
          /**
           * Format: text
           * @default
           */
          description?: string;
          /** @default [] */
          tags?: string[];
          /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
          language?: string;
          /**
           * Format: text
           * @description a still image: an absolute http or https URL, kept as it is
           */
          thumbnail_url?: string;
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
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description creation instant, milliseconds since the epoch */
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
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description creation instant, milliseconds since the epoch */
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
        /** @description false reads without counting a view */
        count?: boolean;
      };
      header?: never;
      path: {
        /** @description vid_<n>, n counted from 1 */
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
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** @description creation instant, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
        /** @description vid_<n>, n counted from 1 */
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
        /** @description vid_<n>, n counted from 1 */
        id: string;
      };
      cookie?: never;
    };
    /** @description what is not given stays as it is */
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description 1 to 256 characters
           */
          title?: string;
          /** Format: text */
          description?: string;
          tags?: string[];
          /** @description null removes it */
          language?: string | null;
          /** @description null removes it */
          thumbnail_url?: string | null;
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
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** @description creation instant, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
        /** @description up to 256 characters; part of the title, the description or a tag, case aside */
        q: string;
        /** @description one of the tags, exactly */
        tag?: string;
        status?: 'uploading' | 'processing' | 'ready';
        /** @description views: most viewed first, ties newest first */
        sort?: 'newest' | 'views';
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
            videos: {
              /** @description vid_<n>, n counted from 1 */
              id: string;
              title: string;
              description: string;
              tags: string[];
              /** @enum {unknown} */
              status: 'uploading' | 'processing' | 'ready';
              /** @description 10 to 609; 0 until the video is ready */
              duration_secs: number;
              view_count: number;
              /** @description creation instant, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
            }[];
            /** @description cursor of the next page; missing on the last one */
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
