import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  requests: [
    {
      request: 'PUT /cart%3Aann',
      headers: { 'content-type': 'text/plain' },
      body: '3 apples',
      answer: {
        status: 200,
        body: { data: { key: 'cart:ann', stored: true } },
      },
    },
    {
      request: 'GET /cart%3Aann',
      answer: {
        status: 200,
        headers: { Vary: 'accept' },
        body: { data: { key: 'cart:ann', value: '3 apples' } },
      },
    },
    {
      request: 'GET /cart%3Aann',
      headers: { accept: 'application/octet-stream' },
      answer: {
        status: 200,
        body: '3 apples',
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
