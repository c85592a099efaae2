import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  requests: [
    {
      request: 'POST /train',
      body: { term: 'green tea' },
      answer: {
        status: 200,
        body: { data: { trained: 'green tea' } },
      },
    },
    {
      request: 'POST /train/bulk',
      body: { terms: ['green tea', 'green apple', 'grape'] },
      answer: {
        status: 200,
        body: { data: { trained: 3 } },
      },
    },
    {
      request: 'GET /autocomplete?q=gr&limit=2',
      answer: {
        status: 200,
        body: {
          data: {
            query: 'gr',
            results: [
              { term: 'green tea', freq: 2 },
              { term: 'grape', freq: 1 },
            ],
          },
        },
      },
    },
    {
      request: 'PUT /admin/terms/Gruy%C3%A8re',
      body: { freq: 3 },
      answer: {
        status: 200,
        body: { term: 'Gruyère', freq: 3 },
      },
    },
    {
      request: 'GET /autocomplete?q=gru&match=folded&fuzzy=1',
      answer: {
        status: 200,
        body: {
          data: {
            query: 'gru',
            results: [
              { term: 'Gruyère', freq: 3 },
              { term: 'green tea', freq: 2 },
              { term: 'grape', freq: 1 },
              { term: 'green apple', freq: 1 },
            ],
          },
        },
      },
    },
    {
      request: 'PUT /admin/blocked/grape',
      answer: {
        status: 200,
        body: { term: 'grape', blocked: true },
      },
    },
    {
      request: 'DELETE /admin/blocked/grape',
      answer: {
        status: 200,
        body: { term: 'grape', blocked: false },
      },
    },
    {
      request: 'DELETE /admin/terms/grape',
      answer: {
        status: 200,
        body: { deleted: true },
      },
    },
    {
      request: 'PUT /admin/indexes/trending',
      body: { half_life_hours: 0.5 },
      answer: {
        status: 200,
        body: { name: 'trending', half_life_hours: 0.5 },
      },
    },
    {
      request: 'GET /admin/indexes?limit=2',
      answer: {
        status: 200,
        body: {
          indexes: [
            { name: 'default', terms: 9, blocked: 0, half_life_hours: 0 },
            { name: 'trending', terms: 0, blocked: 0, half_life_hours: 0.5 },
          ],
        },
      },
    },
    {
      request: 'DELETE /admin/indexes/trending',
      answer: {
        status: 200,
        body: { deleted: true },
      },
    },
  ],
};
