/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members, RawBody } from '../shapes.ts';

export interface FileStore {
  /**
   * `GET /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`
   */
  show(
    id: string | number,
    members?: Members<operations['fileStoreShow']>,
  ): Call<Json<operations['fileStoreShow']> | undefined, Codes<operations['fileStoreShow']>>;
  /**
   * `PATCH /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  changeFile(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFile']>,
    members?: Members<operations['fileStoreChangeFile']>,
  ): Call<Json<operations['fileStoreChangeFile']>, Codes<operations['fileStoreChangeFile']>>;
  /**
   * `DELETE /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  delete(
    id: string | number,
    members?: Members<operations['fileStoreDelete']>,
  ): Call<Json<operations['fileStoreDelete']>, Codes<operations['fileStoreDelete']>>;
  /**
   * `PUT /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  update(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreUpdate']>,
  ): Call<Json<operations['fileStoreUpdate']>, Codes<operations['fileStoreUpdate']>>;
  /**
   * `GET /files/{id}/versions`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listVersions(
    id: string | number,
    members?: Members<operations['fileStoreListVersions']>,
  ): Call<Json<operations['fileStoreListVersions']>, Codes<operations['fileStoreListVersions']>>;
  /**
   * `POST /folders`
   *
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `FOLDER_TOO_DEEP`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  createFolder(
    body: JsonBody<operations['fileStoreCreateFolder']>,
    members?: Members<operations['fileStoreCreateFolder']>,
  ): Call<Json<operations['fileStoreCreateFolder']>, Codes<operations['fileStoreCreateFolder']>>;
  /**
   * `GET /folders/{id}/children`
   *
   * @param id folder_<n>, or root: the top level
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`
   */
  listChildren(
    id: string | number,
    members?: Members<operations['fileStoreListChildren']>,
  ): Call<Json<operations['fileStoreListChildren']>, Codes<operations['fileStoreListChildren']>>;
  /**
   * `POST /files/{id}/share`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `TOO_MANY_SHARES`, `STORAGE_FULL`
   */
  shareFile(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFile']>,
    members?: Members<operations['fileStoreShareFile']>,
  ): Call<Json<operations['fileStoreShareFile']>, Codes<operations['fileStoreShareFile']>>;
  /**
   * `GET /files/{id}/shares`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listFileShares(
    id: string | number,
    members?: Members<operations['fileStoreListFileShares']>,
  ): Call<
    Json<operations['fileStoreListFileShares']>,
    Codes<operations['fileStoreListFileShares']>
  >;
  /**
   * `DELETE /files/{id}/share/{user_id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `STORAGE_FULL`
   */
  unshareFile(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFile']>,
  ): Call<Json<operations['fileStoreUnshareFile']>, Codes<operations['fileStoreUnshareFile']>>;
  /**
   * `POST /folders/{id}/share`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `TOO_MANY_SHARES`, `STORAGE_FULL`
   */
  shareFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFolder']>,
    members?: Members<operations['fileStoreShareFolder']>,
  ): Call<Json<operations['fileStoreShareFolder']>, Codes<operations['fileStoreShareFolder']>>;
  /**
   * `GET /folders/{id}/shares`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`
   */
  listFolderShares(
    id: string | number,
    members?: Members<operations['fileStoreListFolderShares']>,
  ): Call<
    Json<operations['fileStoreListFolderShares']>,
    Codes<operations['fileStoreListFolderShares']>
  >;
  /**
   * `DELETE /folders/{id}/share/{user_id}`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `STORAGE_FULL`
   */
  unshareFolder(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFolder']>,
  ): Call<Json<operations['fileStoreUnshareFolder']>, Codes<operations['fileStoreUnshareFolder']>>;
  /**
   * `PATCH /folders/{id}`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `CYCLE`, `FOLDER_TOO_DEEP`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  changeFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFolder']>,
    members?: Members<operations['fileStoreChangeFolder']>,
  ): Call<Json<operations['fileStoreChangeFolder']>, Codes<operations['fileStoreChangeFolder']>>;
  /**
   * `DELETE /folders/{id}`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `NOT_EMPTY`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  deleteFolder(
    id: string | number,
    members?: Members<operations['fileStoreDeleteFolder']>,
  ): Call<Json<operations['fileStoreDeleteFolder']>, Codes<operations['fileStoreDeleteFolder']>>;
  /**
   * `GET /trash`
   *
   * @throws {HawkerError} `USER_REQUIRED`
   */
  listTrash(
    members?: Members<operations['fileStoreListTrash']>,
  ): Call<Json<operations['fileStoreListTrash']>, Codes<operations['fileStoreListTrash']>>;
  /**
   * `POST /trash/{id}/restore`
   *
   * @param id file_<n> or folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `NOT_IN_TRASH`, `STORAGE_FULL`
   */
  restore(
    id: string | number,
    members?: Members<operations['fileStoreRestore']>,
  ): Call<Json<operations['fileStoreRestore']>, Codes<operations['fileStoreRestore']>>;
  /**
   * `DELETE /trash/{id}`
   *
   * @param id file_<n> or folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `NOT_IN_TRASH`, `STORAGE_FULL`
   */
  discard(
    id: string | number,
    members?: Members<operations['fileStoreDiscard']>,
  ): Call<Json<operations['fileStoreDiscard']>, Codes<operations['fileStoreDiscard']>>;
  /**
   * `GET /files/{id}/download`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `VERSION_NOT_FOUND`, `PRECONDITION_FAILED`, `RANGE_NOT_SATISFIABLE`
   */
  download(
    id: string | number,
    members?: Members<operations['fileStoreDownload']>,
  ): Call<Response, Codes<operations['fileStoreDownload']>>;
  /**
   * `POST /files/{id}/links`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `TOO_MANY_LINKS`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  createLink(
    id: string | number,
    body: JsonBody<operations['fileStoreCreateLink']>,
    members?: Members<operations['fileStoreCreateLink']>,
  ): Call<Json<operations['fileStoreCreateLink']>, Codes<operations['fileStoreCreateLink']>>;
  /**
   * `GET /files/{id}/links`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listLinks(
    id: string | number,
    members?: Members<operations['fileStoreListLinks']>,
  ): Call<Json<operations['fileStoreListLinks']>, Codes<operations['fileStoreListLinks']>>;
  /**
   * `DELETE /links/{link}`
   *
   * @param link to download: the token; to revoke: link_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `LINK_NOT_FOUND`, `STORAGE_FULL`
   */
  revokeLink(
    link: string | number,
    members?: Members<operations['fileStoreRevokeLink']>,
  ): Call<Json<operations['fileStoreRevokeLink']>, Codes<operations['fileStoreRevokeLink']>>;
  /**
   * `GET /links/{link}`
   *
   * @param link to download: the token; to revoke: link_<n>
   * @throws {HawkerError} `LINK_NOT_FOUND`, `LINK_EXPIRED`, `LINK_USED_UP`, `LINK_REVOKED`, `PRECONDITION_FAILED`, `RANGE_NOT_SATISFIABLE`, `PREFETCH_REFUSED`, `STORAGE_FULL`
   */
  followLink(
    link: string | number,
    members?: Members<operations['fileStoreFollowLink']>,
  ): Call<Response, Codes<operations['fileStoreFollowLink']>>;
  /**
   * `POST /files`
   *
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  upload(
    body: RawBody,
    members: Members<operations['fileStoreUpload']>,
  ): Call<Json<operations['fileStoreUpload']>, Codes<operations['fileStoreUpload']>>;
  /**
   * `POST /uploads`
   *
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  beginUpload(
    members: Members<operations['fileStoreBeginUpload']>,
  ): Call<undefined, Codes<operations['fileStoreBeginUpload']>>;
  /**
   * `OPTIONS /uploads`
   */
  uploadOptions(
    members?: Members<operations['fileStoreUploadOptions']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptions']>>;
  /**
   * `HEAD /uploads/{id}`
   *
   * @param id as Location told it
   * @throws {HawkerError} `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`
   */
  uploadOffset(
    id: string | number,
    members?: Members<operations['fileStoreUploadOffset']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOffset']>>;
  /**
   * `PATCH /uploads/{id}`
   *
   * @param id as Location told it
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `WRONG_OFFSET`, `TOO_MANY_PIECES`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `UPLOAD_LOCKED`, `CHECKSUM_MISMATCH`, `STORAGE_FULL`
   */
  continueUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreContinueUpload']>,
  ): Call<undefined, Codes<operations['fileStoreContinueUpload']>>;
  /**
   * `DELETE /uploads/{id}`
   *
   * @param id as Location told it
   * @throws {HawkerError} `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`, `STORAGE_FULL`
   */
  endUpload(
    id: string | number,
    members?: Members<operations['fileStoreEndUpload']>,
  ): Call<undefined, Codes<operations['fileStoreEndUpload']>>;
  /**
   * `POST /uploads/{id}`
   *
   * @param id as Location told it
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `WRONG_OFFSET`, `TOO_MANY_PIECES`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `UPLOAD_LOCKED`, `CHECKSUM_MISMATCH`, `STORAGE_FULL`
   */
  overrideUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreOverrideUpload']>,
  ): Call<undefined, Codes<operations['fileStoreOverrideUpload']>>;
  /**
   * `OPTIONS /uploads/{id}`
   *
   * @param id as Location told it
   */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags of what need not be sent again */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
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
            /** file_<n> */
            id: string;
            name: string;
            mime_type: string;
            /** empty: the top level */
            parent_id: string;
            owner_id: string;
            /** bytes of the latest version */
            size: number;
            /** the latest */
            version: number;
            /** milliseconds since the epoch */
            created_at: number;
            /** milliseconds since the epoch */
            updated_at: number;
            /** from user to permission */
            shared_with: {
              [key: string]: 'read' | 'write';
            };
            /** SHA-256 of the latest version, hexadecimal */
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
        /** new type; else it stays */
        mime_type?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
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
              /** file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** empty: the top level */
              parent_id: string;
              owner_id: string;
              /** bytes of the latest version */
              size: number;
              /** the latest */
              version: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** milliseconds since the epoch */
              updated_at: number;
              /** from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** an existing folder; empty: the top level */
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
              /** file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** empty: the top level */
              parent_id: string;
              owner_id: string;
              /** bytes of the latest version */
              size: number;
              /** the latest */
              version: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** milliseconds since the epoch */
              updated_at: number;
              /** from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** false leaves the contents out */
        content?: boolean;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** ascending */
            versions: {
              version: number;
              /** bytes */
              size: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** SHA-256, hexadecimal */
              content_hash: string;
              /** base64 */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          owner_id: string;
          /**
           * an existing folder; empty: the top level
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
            /** folder_<n> */
            id: string;
            name: string;
            /** empty: the top level */
            parent_id: string;
            owner_id: string;
            /** milliseconds since the epoch */
            created_at: number;
            /** from user to permission */
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
        /** only what this user owns */
        owner_id?: string;
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n>, or root: the top level */
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
            /** folders first, then by name */
            children: {
              type: 'file' | 'folder';
              /** folder_<n> */
              id: string;
              name: string;
              mime_type?: string;
              /** empty: the top level */
              parent_id: string;
              owner_id: string;
              /** bytes of the latest version */
              size?: number;
              /** the latest */
              version?: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** milliseconds since the epoch */
              updated_at?: number;
              /** from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
              content_hash?: string;
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_id: string;
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
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** of the item itself, then of the folders around it, outwards */
            shares: {
              user_id: string;
              permission: 'read' | 'write';
              /** `file`, or the folder whose share it is */
              from: string;
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_id: string;
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
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
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
            /** of the item itself, then of the folders around it, outwards */
            shares: {
              user_id: string;
              permission: 'read' | 'write';
              /** `file`, or the folder whose share it is */
              from: string;
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
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
        /** with all that is in it */
        recursive?: boolean;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** folder_<n> */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags, or *: the request is refused with 412 if it has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** an existing folder; empty: the top level */
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
            /** folder_<n> */
            id: string;
            name: string;
            /** empty: the top level */
            parent_id: string;
            owner_id: string;
            /** milliseconds since the epoch */
            created_at: number;
            /** from user to permission */
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
        /** whose trash it is; by default the user */
        owner_id?: string;
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
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
            /** the latest first */
            trash: {
              id: string;
              name: string;
              type: 'file' | 'folder';
              /** milliseconds since the epoch */
              deleted_at: number;
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> or folder_<n> */
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
            /** where it is now; empty: the top level */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> or folder_<n> */
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
        /** default: the latest */
        version?: number;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags of what need not be sent again */
        'if-none-match'?: string;
        /** ETag of the content of which Range is a part */
        'if-range'?: string;
        /** one range: bytes=0-499, bytes=500-, bytes=-500 */
        range?: string;
      };
      path: {
        /** file_<n> */
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
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** as they were made */
            links: {
              /** link_<n> */
              link_id: string;
              /** inline: a browser shows it; only for types that cannot run script */
              disposition: 'attachment' | 'inline';
              max_downloads?: number;
              /** that counted; only with max_downloads */
              downloads?: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** milliseconds since the epoch */
              expires_at: number;
              /** milliseconds since the epoch */
              revoked_at?: number;
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** seconds */
          expires_in: number;
          /** without it: any number */
          max_downloads?: number;
          /**
           * inline: a browser shows it; only for types that cannot run script
           * @default attachment
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
            /** link_<n> */
            link_id: string;
            /** where whoever knows it downloads the file; shown this once */
            url: string;
            /** milliseconds since the epoch */
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
        /** ETags, or *: else the request is refused with 412 */
        'if-match'?: string;
        /** ETags of what need not be sent again */
        'if-none-match'?: string;
        /** ETag of the content of which Range is a part */
        'if-range'?: string;
        /** one range: bytes=0-499, bytes=500-, bytes=-500 */
        range?: string;
      };
      path: {
        /** to download: the token; to revoke: link_<n> */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
      };
      path: {
        /** to download: the token; to revoke: link_<n> */
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
        /** required, unless a form gives a filename */
        name?: string;
        owner_id: string;
        /** an existing folder; empty: the top level */
        parent_id?: string;
        /** media type, such as image/png; empty: as if there were none */
        mime_type?: string;
      };
      header?: {
        /** user whose permissions hold; without it the caller is trusted */
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
              /** file_<n> */
              id: string;
              name: string;
              mime_type: string;
              /** empty: the top level */
              parent_id: string;
              owner_id: string;
              /** bytes of the latest version */
              size: number;
              /** the latest */
              version: number;
              /** milliseconds since the epoch */
              created_at: number;
              /** milliseconds since the epoch */
              updated_at: number;
              /** from user to permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** bytes of the whole upload */
        'upload-length': string;
        /** keys, each with a space and its value in base64, separated by commas: name, owner_id, parent_id, mime_type for a new file; file_id, mime_type for a new version */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** required: bytes of the upload that are stored already */
        'upload-offset'?: string;
        /** sha1 or sha256, a space, and the digest of this body in base64 */
        'upload-checksum'?: string;
        /** required: the method that is meant, where PATCH and DELETE cannot be sent */
        'x-http-method-override'?: 'PATCH' | 'DELETE';
      };
      path: {
        /** as Location told it */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** as Location told it */
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
        /** as Location told it */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** as Location told it */
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
        /** user whose permissions hold; without it the caller is trusted */
        'x-user-id'?: string;
        /** the version of tus: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** required: bytes of the upload that are stored already */
        'upload-offset'?: string;
        /** sha1 or sha256, a space, and the digest of this body in base64 */
        'upload-checksum'?: string;
      };
      path: {
        /** as Location told it */
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
