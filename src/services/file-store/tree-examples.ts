import type { Example } from '#kit/openapi/examples.ts';

const headers = { 'x-user-id': 'ann' };

/** Examples about a file that is in the trash, and the folder that it was in. Both are shared. */
export const treeExamples: readonly Example[] = [
  {
    request: 'GET /trash?owner_id=ann&limit=100',
    headers,
    answer: {
      status: 200,
      body: {
        trash: [{ id: 'file_1', name: 'june.txt', type: 'file', deleted_at: 1767268800000 }],
      },
    },
  },
  {
    request: 'POST /trash/file_1/restore',
    headers,
    answer: { status: 200, body: { restored: true, parent_id: 'folder_1' } },
  },
  {
    request: 'GET /files/file_1/shares?limit=100',
    headers,
    answer: {
      status: 200,
      body: {
        shares: [
          { user_id: 'ben', permission: 'read', from: 'file' },
          { user_id: 'ben', permission: 'read', from: 'folder_1' },
        ],
      },
    },
  },
  {
    request: 'DELETE /files/file_1/share/ben',
    headers,
    answer: { status: 200, body: { shared: false } },
  },
  {
    request: 'GET /folders/folder_1/shares?limit=100',
    headers,
    answer: {
      status: 200,
      body: { shares: [{ user_id: 'ben', permission: 'read', from: 'folder_1' }] },
    },
  },
  {
    request: 'DELETE /folders/folder_1/share/ben',
    headers,
    answer: { status: 200, body: { shared: false } },
  },
  {
    request: 'PATCH /folders/folder_1',
    headers,
    body: { name: 'Receipts of 2026', parent_id: '' },
    answer: {
      status: 200,
      body: {
        id: 'folder_1',
        name: 'Receipts of 2026',
        parent_id: '',
        owner_id: 'ann',
        created_at: 1767268800000,
        shared_with: {},
      },
    },
  },
  {
    request: 'PATCH /files/file_1',
    headers,
    body: { name: 'june paid.txt', parent_id: 'folder_1' },
    answer: {
      status: 200,
      body: {
        file: {
          id: 'file_1',
          name: 'june paid.txt',
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
    request: 'DELETE /folders/folder_1?recursive=true',
    headers,
    answer: { status: 200, body: { deleted: true } },
  },
  {
    request: 'DELETE /trash/folder_1',
    headers,
    answer: { status: 200, body: { deleted: true } },
  },
];
