/** The textbook way without fan-out: a timeline is a join of follows and posts, at each read. */
import Fastify from 'fastify';
import { Postgres } from '../../src/kit/stores/postgres.ts';
import { compileCoercing } from '../../src/kit/web/schema.ts';
import { sql } from '../../src/kit/stores/sql.ts';
import { Timeline, TimelineQuery } from '../../src/services/news-feed/schemas.ts';

const db = new Postgres(process.env['DATABASE_URL']!, 'bench');
const deployment = process.env['FEED_PREFIX']!;
const app = Fastify();

const schema = { querystring: TimelineQuery, response: { 200: Timeline } };
app.get<{ Querystring: { user: string; limit: number } }>(
  '/timeline',
  { schema, validatorCompiler: () => compileCoercing(TimelineQuery) },
  async ({ query: { user, limit } }) => ({
    timeline: await db.query(sql`
      SELECT post.id, author.id AS user_id, content, post.created_at
      FROM news_feed.account AS reader
      JOIN news_feed.follow ON follower = reader.n AND until = 9007199254740991
      JOIN news_feed.post ON post.author = followee AND post.seq > since
      JOIN news_feed.account AS author ON author.n = post.author
      WHERE reader.deployment = ${deployment} AND reader.id = ${user} AND post.removed IS NULL
      ORDER BY seq DESC LIMIT ${limit}`),
  }),
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void app.close().then(() => db.close()));
