import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { it } from 'node:test';
import { webhookHeaders } from './webhook-signature.ts';

it('signs id, seconds and body by HMAC-SHA256 with the bytes of the secret', () => {
  const key = Buffer.alloc(32, 7);
  const headers = webhookHeaders(
    `whsec_${key.toString('base64')}`,
    'msg_1',
    1_700_000_000_999,
    '{"ü":1}',
  );
  const signed = createHmac('sha256', key).update('msg_1.1700000000.{"ü":1}').digest('base64');
  assert.deepEqual(headers, {
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${signed}`,
  });
});
