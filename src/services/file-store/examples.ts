import type { Examples } from '#kit/openapi/examples.ts';
import { treeExamples } from './tree-examples.ts';

const token = 'u3Yw1hYbMN6l2Yv0pQ1x7g';
const upload = 'upload_0mjvhs9c07HqLw3kXbD2rT9ZsVnAe5Y';
const uploader = { 'x-user-id': 'ann', 'tus-resumable': '1.0.0' };
const metadata = 'name anVseS50eHQ=,parent_id Zm9sZGVyXzE=,mime_type dGV4dC9wbGFpbg==';
const expires = 'Fri, 02 Jan 2026 12:00:00 GMT';

export const examples: Examples = {
  env: { FILE_TRASH_DAYS: '30' },
  made: [token, upload],
  requests: [
    {
      request: 'POST /folders',
      headers: { 'x-user-id': 'ann' },
      body: { name: 'Receipts', owner_id: 'ann' },
      answer: {
        status: 201,
        body: {
          id: 'folder_1',
          name: 'Receipts',
          parent_id: '',
          owner_id: 'ann',
          created_at: 1767268800000,
          shared_with: {},
        },
      },
    },
    {
      request: 'POST /files?name=june.txt&owner_id=ann&parent_id=folder_1&mime_type=text/plain',
      headers: { 'x-user-id': 'ann', 'content-type': 'application/octet-stream' },
      body: '3 apples 4.50',
      answer: {
        status: 201,
        body: {
          file: {
            id: 'file_1',
            name: 'june.txt',
            mime_type: 'text/plain',
            parent_id: 'folder_1',
            owner_id: 'ann',
            size: 13,
            version: 1,
            created_at: 1767268800000,
            updated_at: 1767268800000,
            shared_with: {},
            content_hash: 'f0c539df5d056f690877dd032ff85f0a1f6998c3cb7ff54e523d6a69c39fcc61',
          },
        },
      },
    },
    {
      request: 'GET /files/file_1',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: {
          id: 'file_1',
          name: 'june.txt',
          mime_type: 'text/plain',
          parent_id: 'folder_1',
          owner_id: 'ann',
          size: 13,
          version: 1,
          created_at: 1767268800000,
          updated_at: 1767268800000,
          shared_with: {},
          content_hash: 'f0c539df5d056f690877dd032ff85f0a1f6998c3cb7ff54e523d6a69c39fcc61',
        },
      },
    },
    {
      request: 'PUT /files/file_1?mime_type=text/plain',
      headers: { 'x-user-id': 'ann', 'content-type': 'application/octet-stream' },
      body: '3 apples 4.50, paid',
      answer: {
        status: 200,
        body: {
          file: {
            id: 'file_1',
            name: 'june.txt',
            mime_type: 'text/plain',
            parent_id: 'folder_1',
            owner_id: 'ann',
            size: 19,
            version: 2,
            created_at: 1767268800000,
            updated_at: 1767268800000,
            shared_with: {},
            content_hash: '6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc',
          },
        },
      },
    },
    {
      request: 'GET /files/file_1/versions?content=true',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: {
          versions: [
            {
              version: 1,
              size: 13,
              created_at: 1767268800000,
              content_hash: 'f0c539df5d056f690877dd032ff85f0a1f6998c3cb7ff54e523d6a69c39fcc61',
              content: 'MyBhcHBsZXMgNC41MA==',
            },
            {
              version: 2,
              size: 19,
              created_at: 1767268800000,
              content_hash: '6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc',
              content: 'MyBhcHBsZXMgNC41MCwgcGFpZA==',
            },
          ],
        },
      },
    },
    {
      request: 'GET /files/file_1/download?version=2',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        headers: {
          ETag: '"6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc"',
          'Cache-Control': 'private, no-cache',
          'Content-Disposition': 'attachment; filename=june.txt',
          'Accept-Ranges': 'bytes',
        },
        body: '3 apples 4.50, paid',
      },
    },
    {
      request: 'GET /files/file_1/download',
      headers: { 'x-user-id': 'ann', range: 'bytes=0-7' },
      answer: {
        status: 206,
        headers: { 'Content-Range': 'bytes 0-7/19' },
        body: '3 apples',
      },
    },
    {
      request: 'GET /files/file_1/download',
      headers: {
        'x-user-id': 'ann',
        'if-none-match': '"6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc"',
      },
      answer: {
        status: 304,
        headers: { ETag: '"6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc"' },
      },
    },
    {
      request: 'GET /folders/folder_1/children?limit=100',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: {
          children: [
            {
              type: 'file',
              id: 'file_1',
              name: 'june.txt',
              parent_id: 'folder_1',
              owner_id: 'ann',
              shared_with: {},
              created_at: 1767268800000,
              mime_type: 'text/plain',
              version: 2,
              updated_at: 1767268800000,
              size: 19,
              content_hash: '6a9f672e1f7fe0f0ec82aa8444abe93b30d339f95b93176ce104223ab70056bc',
            },
          ],
        },
      },
    },
    {
      request: 'POST /files/file_1/share',
      headers: { 'x-user-id': 'ann' },
      body: { user_id: 'ben', permission: 'read' },
      answer: {
        status: 200,
        body: { shared: true },
      },
    },
    {
      request: 'POST /folders/folder_1/share',
      headers: { 'x-user-id': 'ann' },
      body: { user_id: 'ben', permission: 'read' },
      answer: {
        status: 200,
        body: { shared: true },
      },
    },
    {
      request: 'POST /files/file_1/links',
      headers: { 'x-user-id': 'ann' },
      body: { expires_in: 86_400, max_downloads: 3, disposition: 'inline' },
      answer: {
        status: 201,
        body: {
          link_id: 'link_1',
          url: `http://localhost:8090/links/${token}`,
          expires_at: 1767355200000,
        },
      },
    },
    {
      request: `GET /links/${token}`,
      answer: {
        status: 200,
        headers: { 'Content-Disposition': 'inline; filename=june.txt' },
        body: '3 apples 4.50, paid',
      },
    },
    {
      request: 'GET /files/file_1/links',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: {
          links: [
            {
              link_id: 'link_1',
              disposition: 'inline',
              max_downloads: 3,
              downloads: 1,
              created_at: 1767268800000,
              expires_at: 1767355200000,
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /links/link_1',
      headers: { 'x-user-id': 'ann' },
      answer: { status: 200, body: { revoked: true } },
    },
    {
      request: 'OPTIONS /uploads',
      answer: {
        status: 204,
        headers: {
          'Tus-Version': '1.0.0',
          'Tus-Extension': 'creation,expiration,termination,checksum',
          'Tus-Max-Size': '1073741824',
          'Tus-Checksum-Algorithm': 'sha1,sha256',
        },
      },
    },
    {
      request: 'POST /uploads',
      headers: { ...uploader, 'upload-length': '20', 'upload-metadata': metadata },
      answer: {
        status: 201,
        headers: { Location: `uploads/${upload}`, 'Upload-Expires': expires },
      },
    },
    {
      request: `OPTIONS /uploads/${upload}`,
      answer: { status: 204, headers: { 'Tus-Version': '1.0.0' } },
    },
    {
      request: `PATCH /uploads/${upload}`,
      headers: {
        ...uploader,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: '5 pears',
      answer: { status: 204, headers: { 'Upload-Offset': '7', 'Upload-Expires': expires } },
    },
    {
      request: `HEAD /uploads/${upload}`,
      headers: uploader,
      answer: {
        status: 200,
        headers: {
          'Upload-Offset': '7',
          'Upload-Length': '20',
          'Upload-Metadata': metadata,
          'Upload-Expires': expires,
        },
      },
    },
    {
      request: `POST /uploads/${upload}`,
      headers: {
        ...uploader,
        'x-http-method-override': 'PATCH',
        'upload-offset': '7',
        'upload-checksum': 'sha1 80rNa+ujSYm0RFFRmNHjLDgQWaA=',
        'content-type': 'application/offset+octet-stream',
      },
      body: ', 5 for 3.00\n',
      answer: { status: 204, headers: { 'Upload-Offset': '20', 'X-File-Id': 'file_2' } },
    },
    {
      request: `DELETE /uploads/${upload}`,
      headers: uploader,
      answer: { status: 204 },
    },
    {
      request: 'DELETE /files/file_1',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: { deleted: true },
      },
    },
    ...treeExamples,
  ],
};
