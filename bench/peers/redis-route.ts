/** What one would write first: Fastify routes over GET and SET of one Redis. */
import Fastify from 'fastify';
import { Redis } from 'ioredis';
import { Found, KeyParams, Stored } from '../../src/services/key-value/schemas.ts';

const redis = new Redis(process.env['STORE_ADDR']!);
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser(
  '*',
  { parseAs: 'string' },
  async (_request: unknown, body: string) => body,
);
app.get<{ Params: { key: string } }>(
  '/:key',
  { schema: { params: KeyParams, response: { 200: Found } } },
  async ({ params: { key } }) => ({ data: { key, value: await redis.get(key) } }),
);
app.put<{ Params: { key: string }; Body: string }>(
  '/:key',
  { schema: { params: KeyParams, response: { 200: Stored } } },
  async ({ params: { key }, body }) => {
    await redis.set(key, body);
    return { data: { key, stored: true } };
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void app.close().then(() => redis.disconnect()));
