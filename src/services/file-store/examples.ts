import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
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
      request: 'DELETE /files/file_1',
      headers: { 'x-user-id': 'ann' },
      answer: {
        status: 200,
        body: { deleted: true },
      },
    },
  ],
};
