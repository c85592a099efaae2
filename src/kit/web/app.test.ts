import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestApp } from '../testing/testing.ts';
import type { App } from './app.ts';
import { access } from './identity/access.ts';

const schema = { operationId: 'teaPour', access: access.public };

it('a route of a service does not compile without a summary', () => {
  const app: App = createTestApp();
  app.get('/cups', { schema: { ...schema, summary: 'Pour a cup of tea' } }, () => 'green');
  // @ts-expect-error -- it has no summary
  app.get('/pots', { schema }, () => 'green');
  assert.ok(app.hasRoute({ method: 'GET', url: '/cups' }));
});
