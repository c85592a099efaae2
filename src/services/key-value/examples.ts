import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: ['V1StGXR8_Z5jdHi6', 'hV2kPq7-wB9xYc3n', 'kT4bWq0zRmXc8vHs2LdYe'],
  requests: [
    {
      request: 'PUT /cart%3Aann',
      headers: { 'content-type': 'text/plain', ttl: '3600' },
      body: '3 apples',
      answer: {
        status: 200,
        headers: { ETag: '"V1StGXR8_Z5jdHi6"' },
        body: { data: { key: 'cart:ann', stored: true } },
      },
    },
    {
      request: 'GET /cart%3Aann',
      afterMs: 5_000,
      answer: {
        status: 200,
        headers: { Vary: 'Accept, Origin', ETag: '"V1StGXR8_Z5jdHi6"', TTL: '3595' },
        body: { data: { key: 'cart:ann', value: '3 apples' } },
      },
    },
    {
      request: 'GET /cart%3Aann',
      headers: { 'if-none-match': '"V1StGXR8_Z5jdHi6"' },
      answer: { status: 304, headers: { ETag: '"V1StGXR8_Z5jdHi6"', TTL: '3595' } },
    },
    {
      request: 'GET /?prefix=cart%3A&limit=10',
      answer: {
        status: 200,
        body: { data: { keys: [{ key: 'cart:ann', size: 8, expires_at: 1767272400000 }] } },
      },
    },
    {
      request: 'PUT /cart%3Aann',
      headers: { 'content-type': 'text/plain', 'if-match': '"V1StGXR8_Z5jdHi6"' },
      body: '4 apples',
      answer: {
        status: 200,
        headers: { ETag: '"hV2kPq7-wB9xYc3n"' },
        body: { data: { key: 'cart:ann', stored: true } },
      },
    },
    {
      request: 'PUT /cart%3Aann',
      headers: { 'content-type': 'text/plain', 'if-match': '"V1StGXR8_Z5jdHi6"' },
      body: '5 apples',
      answer: {
        status: 412,
        body: {
          type: 'urn:hawker:problem:precondition-failed',
          title: 'The value of the key does not meet the condition',
          status: 412,
          detail: 'The value of the key does not meet the condition',
          code: 'PRECONDITION_FAILED',
          instance: 'urn:hawker:request:kT4bWq0zRmXc8vHs2LdYe',
        },
      },
    },
    {
      request: 'GET /cart%3Aann',
      headers: { accept: 'application/octet-stream' },
      answer: {
        status: 200,
        headers: { Vary: 'Accept, Origin', ETag: '"hV2kPq7-wB9xYc3n.bytes"' },
        body: '4 apples',
      },
    },
    {
      request: 'DELETE /cart%3Aann',
      answer: {
        status: 200,
        body: { data: { key: 'cart:ann', deleted: true } },
      },
    },
    {
      request: 'GET /admin/ring',
      answer: {
        status: 200,
        body: {
          version: 1,
          changing: false,
          nodes: [{ name: 'default', address: null, virtual_nodes: 150, share: 1, keys: 0 }],
        },
      },
    },
    {
      request: 'GET /admin/ring/locate?key=cart%3Aann',
      answer: {
        status: 200,
        body: { key: 'cart:ann', position: 3687343617, virtual_node: 3698719081, node: 'default' },
      },
    },
    {
      request: 'POST /admin/ring/plan',
      body: { nodes: ['default', 'second'] },
      answer: {
        status: 200,
        body: {
          movements: [{ from: 'default', to: 'second', share: 0.5417554422747344 }],
          share: 0.5417554422747344,
        },
      },
    },
    {
      request: 'POST /admin/ring',
      body: { nodes: ['default', 'second'] },
      answer: {
        status: 200,
        body: { version: 3, nodes: ['default', 'second'], moved: 0 },
      },
    },
  ],
};
