/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members, RawBody } from '../shapes.ts';

export interface FileStore {
  /** GET /files/{id} */
  show(
    id: string | number,
    members?: Members<operations['fileStoreShow']>,
  ): Call<Json<operations['fileStoreShow']> | undefined, Codes<operations['fileStoreShow']>>;
  /** PATCH /files/{id} */
  changeFile(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFile']>,
    members?: Members<operations['fileStoreChangeFile']>,
  ): Call<Json<operations['fileStoreChangeFile']>, Codes<operations['fileStoreChangeFile']>>;
  /** DELETE /files/{id} */
  delete(
    id: string | number,
    members?: Members<operations['fileStoreDelete']>,
  ): Call<Json<operations['fileStoreDelete']>, Codes<operations['fileStoreDelete']>>;
  /** PUT /files/{id} */
  update(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreUpdate']>,
  ): Call<Json<operations['fileStoreUpdate']>, Codes<operations['fileStoreUpdate']>>;
  /** GET /files/{id}/versions */
  listVersions(
    id: string | number,
    members?: Members<operations['fileStoreListVersions']>,
  ): Call<Json<operations['fileStoreListVersions']>, Codes<operations['fileStoreListVersions']>>;
  /** POST /folders */
  createFolder(
    body: JsonBody<operations['fileStoreCreateFolder']>,
    members?: Members<operations['fileStoreCreateFolder']>,
  ): Call<Json<operations['fileStoreCreateFolder']>, Codes<operations['fileStoreCreateFolder']>>;
  /** GET /folders/{id}/children */
  listChildren(
    id: string | number,
    members?: Members<operations['fileStoreListChildren']>,
  ): Call<Json<operations['fileStoreListChildren']>, Codes<operations['fileStoreListChildren']>>;
  /** POST /files/{id}/share */
  shareFile(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFile']>,
    members?: Members<operations['fileStoreShareFile']>,
  ): Call<Json<operations['fileStoreShareFile']>, Codes<operations['fileStoreShareFile']>>;
  /** GET /files/{id}/shares */
  listFileShares(
    id: string | number,
    members?: Members<operations['fileStoreListFileShares']>,
  ): Call<
    Json<operations['fileStoreListFileShares']>,
    Codes<operations['fileStoreListFileShares']>
  >;
  /** DELETE /files/{id}/share/{user_id} */
  unshareFile(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFile']>,
  ): Call<Json<operations['fileStoreUnshareFile']>, Codes<operations['fileStoreUnshareFile']>>;
  /** POST /folders/{id}/share */
  shareFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFolder']>,
    members?: Members<operations['fileStoreShareFolder']>,
  ): Call<Json<operations['fileStoreShareFolder']>, Codes<operations['fileStoreShareFolder']>>;
  /** GET /folders/{id}/shares */
  listFolderShares(
    id: string | number,
    members?: Members<operations['fileStoreListFolderShares']>,
  ): Call<
    Json<operations['fileStoreListFolderShares']>,
    Codes<operations['fileStoreListFolderShares']>
  >;
  /** DELETE /folders/{id}/share/{user_id} */
  unshareFolder(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFolder']>,
  ): Call<Json<operations['fileStoreUnshareFolder']>, Codes<operations['fileStoreUnshareFolder']>>;
  /** PATCH /folders/{id} */
  changeFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFolder']>,
    members?: Members<operations['fileStoreChangeFolder']>,
  ): Call<Json<operations['fileStoreChangeFolder']>, Codes<operations['fileStoreChangeFolder']>>;
  /** DELETE /folders/{id} */
  deleteFolder(
    id: string | number,
    members?: Members<operations['fileStoreDeleteFolder']>,
  ): Call<Json<operations['fileStoreDeleteFolder']>, Codes<operations['fileStoreDeleteFolder']>>;
  /** GET /trash */
  listTrash(
    members?: Members<operations['fileStoreListTrash']>,
  ): Call<Json<operations['fileStoreListTrash']>, Codes<operations['fileStoreListTrash']>>;
  /** POST /trash/{id}/restore */
  restore(
    id: string | number,
    members?: Members<operations['fileStoreRestore']>,
  ): Call<Json<operations['fileStoreRestore']>, Codes<operations['fileStoreRestore']>>;
  /** DELETE /trash/{id} */
  discard(
    id: string | number,
    members?: Members<operations['fileStoreDiscard']>,
  ): Call<Json<operations['fileStoreDiscard']>, Codes<operations['fileStoreDiscard']>>;
  /** GET /files/{id}/download */
  download(
    id: string | number,
    members?: Members<operations['fileStoreDownload']>,
  ): Call<Response, Codes<operations['fileStoreDownload']>>;
  /** POST /files/{id}/links */
  createLink(
    id: string | number,
    body: JsonBody<operations['fileStoreCreateLink']>,
    members?: Members<operations['fileStoreCreateLink']>,
  ): Call<Json<operations['fileStoreCreateLink']>, Codes<operations['fileStoreCreateLink']>>;
  /** GET /files/{id}/links */
  listLinks(
    id: string | number,
    members?: Members<operations['fileStoreListLinks']>,
  ): Call<Json<operations['fileStoreListLinks']>, Codes<operations['fileStoreListLinks']>>;
  /** DELETE /links/{link} */
  revokeLink(
    link: string | number,
    members?: Members<operations['fileStoreRevokeLink']>,
  ): Call<Json<operations['fileStoreRevokeLink']>, Codes<operations['fileStoreRevokeLink']>>;
  /** GET /links/{link} */
  followLink(
    link: string | number,
    members?: Members<operations['fileStoreFollowLink']>,
  ): Call<Response, Codes<operations['fileStoreFollowLink']>>;
  /** POST /files */
  upload(
    body: RawBody,
    members: Members<operations['fileStoreUpload']>,
  ): Call<Json<operations['fileStoreUpload']>, Codes<operations['fileStoreUpload']>>;
  /** POST /uploads */
  beginUpload(
    members: Members<operations['fileStoreBeginUpload']>,
  ): Call<undefined, Codes<operations['fileStoreBeginUpload']>>;
  /** OPTIONS /uploads */
  uploadOptions(
    members?: Members<operations['fileStoreUploadOptions']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptions']>>;
  /** HEAD /uploads/{id} */
  uploadOffset(
    id: string | number,
    members?: Members<operations['fileStoreUploadOffset']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOffset']>>;
  /** PATCH /uploads/{id} */
  continueUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreContinueUpload']>,
  ): Call<undefined, Codes<operations['fileStoreContinueUpload']>>;
  /** DELETE /uploads/{id} */
  endUpload(
    id: string | number,
    members?: Members<operations['fileStoreEndUpload']>,
  ): Call<undefined, Codes<operations['fileStoreEndUpload']>>;
  /** POST /uploads/{id} */
  overrideUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreOverrideUpload']>,
  ): Call<undefined, Codes<operations['fileStoreOverrideUpload']>>;
  /** OPTIONS /uploads/{id} */
  uploadOptionsOfOne(
    id: string | number,
    members?: Members<operations['fileStoreUploadOptionsOfOne']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptionsOfOne']>>;
}

export interface operations {
  fileStoreShow: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags of what need not be sent again */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description file_<n> */
            id: string;
            name: string;
            mime_type: string;
            /** @description empty: the top level */
            parent_id: string;
            owner_id: string;
            /** @description bytes of the latest version */
            size: number;
            /** @description the latest */
            version: number;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description milliseconds since the epoch */
            updated_at: number;
            /** @description from user to permission */
            shared_with: {
              [key: string]: 'read' | 'write';
            };
            /** @description SHA-256 of the latest version, hexadecimal */
            content_hash: string;
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
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUpdate: {
    parameters: {
      query?: {
        /** @description new type; else it stays */
        mime_type?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            file: {
              /** @description file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** @description empty: the top level */
              parent_id: string;
              owner_id: string;
              /** @description bytes of the latest version */
              size: number;
              /** @description the latest */
              version: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description milliseconds since the epoch */
              updated_at: number;
              /** @description from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreChangeFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: text */
          name?: string;
          /**
           * Format: id
           * @description an existing folder; empty: the top level
           */
          parent_id?: string;
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
            file: {
              /** @description file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** @description empty: the top level */
              parent_id: string;
              owner_id: string;
              /** @description bytes of the latest version */
              size: number;
              /** @description the latest */
              version: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description milliseconds since the epoch */
              updated_at: number;
              /** @description from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_NOT_FOUND'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListVersions: {
    parameters: {
      query?: {
        /** @description false leaves the contents out */
        content?: boolean;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description ascending */
            versions: {
              version: number;
              /** @description bytes */
              size: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description SHA-256, hexadecimal */
              content_hash: string;
              /** @description base64 */
              content?: string;
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
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreCreateFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: text */
          name: string;
          /** Format: id */
          owner_id: string;
          /**
           * Format: id
           * @description an existing folder; empty: the top level
           * @default
           */
          parent_id?: string;
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
            /** @description folder_<n> */
            id: string;
            name: string;
            /** @description empty: the top level */
            parent_id: string;
            owner_id: string;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description from user to permission */
            shared_with: {
              [key: string]: 'read' | 'write';
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
              | 'FOLDER_NOT_FOUND'
              | 'FOLDER_TOO_DEEP'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListChildren: {
    parameters: {
      query?: {
        /** @description only what this user owns */
        owner_id?: string;
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n>, or root: the top level */
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
            /** @description folders first, then by name */
            children: {
              /** @enum {string} */
              type: 'file' | 'folder';
              /** @description folder_<n> */
              id: string;
              name: string;
              mime_type?: string;
              /** @description empty: the top level */
              parent_id: string;
              owner_id: string;
              /** @description bytes of the latest version */
              size?: number;
              /** @description the latest */
              version?: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description milliseconds since the epoch */
              updated_at?: number;
              /** @description from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash?: string;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreShareFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          user_id: string;
          /** @enum {string} */
          permission: 'read' | 'write';
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
            shared: boolean;
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
              | 'FILE_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_SHARES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListFileShares: {
    parameters: {
      query?: {
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description of the item itself, then of the folders around it, outwards */
            shares: {
              user_id: string;
              /** @enum {string} */
              permission: 'read' | 'write';
              /** @description `file`, or the folder whose share it is */
              from: string;
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
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUnshareFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
        user_id: string;
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
            shared: boolean;
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
              | 'FILE_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreShareFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: id */
          user_id: string;
          /** @enum {string} */
          permission: 'read' | 'write';
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
            shared: boolean;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_SHARES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListFolderShares: {
    parameters: {
      query?: {
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
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
            /** @description of the item itself, then of the folders around it, outwards */
            shares: {
              user_id: string;
              /** @enum {string} */
              permission: 'read' | 'write';
              /** @description `file`, or the folder whose share it is */
              from: string;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUnshareFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
        user_id: string;
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
            shared: boolean;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDeleteFolder: {
    parameters: {
      query?: {
        /** @description with all that is in it */
        recursive?: boolean;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description folder_<n> */
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
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NOT_EMPTY'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreChangeFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: text */
          name?: string;
          /**
           * Format: id
           * @description an existing folder; empty: the top level
           */
          parent_id?: string;
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
            /** @description folder_<n> */
            id: string;
            name: string;
            /** @description empty: the top level */
            parent_id: string;
            owner_id: string;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description from user to permission */
            shared_with: {
              [key: string]: 'read' | 'write';
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
              | 'CYCLE'
              | 'EXPECTATION_FAILED'
              | 'FOLDER_NOT_FOUND'
              | 'FOLDER_TOO_DEEP'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListTrash: {
    parameters: {
      query?: {
        /** @description whose trash it is; by default the user */
        owner_id?: string;
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
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
            /** @description the latest first */
            trash: {
              id: string;
              name: string;
              /** @enum {string} */
              type: 'file' | 'folder';
              /** @description milliseconds since the epoch */
              deleted_at: number;
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> or folder_<n> */
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
            restored: boolean;
            /** @description where it is now; empty: the top level */
            parent_id: string;
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
              | 'NOT_IN_TRASH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDiscard: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> or folder_<n> */
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
              | 'NOT_IN_TRASH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDownload: {
    parameters: {
      query?: {
        /** @description default: the latest */
        version?: number;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags of what need not be sent again */
        'if-none-match'?: string;
        /** @description ETag of the content of which Range is a part */
        'if-range'?: string;
        /** @description one range: bytes=0-499, bytes=500-, bytes=-500 */
        range?: string;
      };
      path: {
        /** @description file_<n> */
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
          '*/*': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
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
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RANGE_NOT_SATISFIABLE'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'VERSION_NOT_FOUND';
          };
        };
      };
    };
  };
  fileStoreListLinks: {
    parameters: {
      query?: {
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description as they were made */
            links: {
              /** @description link_<n> */
              link_id: string;
              /**
               * @description inline: a browser shows it; only for types that cannot run script
               * @enum {string}
               */
              disposition: 'attachment' | 'inline';
              max_downloads?: number;
              /** @description that counted; only with max_downloads */
              downloads?: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description milliseconds since the epoch */
              expires_at: number;
              /** @description milliseconds since the epoch */
              revoked_at?: number;
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
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreCreateLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description seconds */
          expires_in: number;
          /** @description without it: any number */
          max_downloads?: number;
          /**
           * @description inline: a browser shows it; only for types that cannot run script
           * @default attachment
           * @enum {string}
           */
          disposition?: 'attachment' | 'inline';
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
            /** @description link_<n> */
            link_id: string;
            /** @description where whoever knows it downloads the file; shown this once */
            url: string;
            /** @description milliseconds since the epoch */
            expires_at: number;
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_LINKS'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreFollowLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** @description ETags of what need not be sent again */
        'if-none-match'?: string;
        /** @description ETag of the content of which Range is a part */
        'if-range'?: string;
        /** @description one range: bytes=0-499, bytes=500-, bytes=-500 */
        range?: string;
      };
      path: {
        /** @description to download: the token; to revoke: link_<n> */
        link: string;
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
          '*/*': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
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
              | 'EXPECTATION_FAILED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'LINK_EXPIRED'
              | 'LINK_NOT_FOUND'
              | 'LINK_REVOKED'
              | 'LINK_USED_UP'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'PREFETCH_REFUSED'
              | 'RANGE_NOT_SATISFIABLE'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreRevokeLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** @description to download: the token; to revoke: link_<n> */
        link: string;
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
            revoked: boolean;
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
              | 'LINK_NOT_FOUND'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUpload: {
    parameters: {
      query: {
        /** @description required, unless a form gives a filename */
        name?: string;
        owner_id: string;
        /** @description an existing folder; empty: the top level */
        parent_id?: string;
        /** @description media type, such as image/png; empty: as if there were none */
        mime_type?: string;
      };
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
        'multipart/form-data': string;
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            file: {
              /** @description file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** @description empty: the top level */
              parent_id: string;
              owner_id: string;
              /** @description bytes of the latest version */
              size: number;
              /** @description the latest */
              version: number;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description milliseconds since the epoch */
              updated_at: number;
              /** @description from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreBeginUpload: {
    parameters: {
      query?: never;
      header: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description bytes of the whole upload */
        'upload-length': string;
        /** @description keys, each with a space and its value in base64, separated by commas: name, owner_id, parent_id, mime_type for a new file; file_id, mime_type for a new version */
        'upload-metadata'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
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
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'BODY_TOO_LARGE'
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
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreOverrideUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description required: bytes of the upload that are stored already */
        'upload-offset'?: string;
        /** @description sha1 or sha256, a space, and the digest of this body in base64 */
        'upload-checksum'?: string;
        /** @description required: the method that is meant, where PATCH and DELETE cannot be sent */
        'x-http-method-override'?: 'PATCH' | 'DELETE';
      };
      path: {
        /** @description as Location told it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
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
              | 'CHECKSUM_MISMATCH'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_PIECES'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'UPLOAD_LOCKED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'WRONG_OFFSET';
          };
        };
      };
    };
  };
  fileStoreEndUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** @description as Location told it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOptionsOfOne: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description as Location told it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'BODY_TOO_LARGE'
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
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOffset: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** @description as Location told it */
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
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreContinueUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** @description the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description required: bytes of the upload that are stored already */
        'upload-offset'?: string;
        /** @description sha1 or sha256, a space, and the digest of this body in base64 */
        'upload-checksum'?: string;
      };
      path: {
        /** @description as Location told it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
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
              | 'CHECKSUM_MISMATCH'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_PIECES'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'UPLOAD_LOCKED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'WRONG_OFFSET';
          };
        };
      };
    };
  };
}
