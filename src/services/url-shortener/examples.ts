import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: ['bc9LxXl'],
  requests: [
    {
      request: 'POST /shorten',
      body: { url: 'https://shop.example/spring-sale?from=mail' },
      answer: {
        status: 201,
        body: { data: { short_url: 'http://localhost:8080/bc9LxXl', code: 'bc9LxXl' } },
      },
    },
    {
      request: 'GET /bc9LxXl',
      answer: {
        status: 302,
        headers: {
          Location: 'https://shop.example/spring-sale?from=mail',
          'Cache-Control': 'private, max-age=30',
        },
      },
    },
  ],
};
