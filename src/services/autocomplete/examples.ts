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
  ],
};
