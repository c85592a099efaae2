/** What the real process counts, and that dashboards and alerts ask for nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { serviceNames } from '../services.ts';

const deploy = new URL('../../deploy/', import.meta.url);

test('the metrics of all services', async (t) => {
  const env = { DATA_DIR: temporaryFolder(), RATE_LIMIT: '1', RATE_LIMIT_WINDOW_MS: '60000' };
  const { addresses } = await startProcess(t, serviceNames, env);

  const text = async () => (await fetch(`${addresses['console']}/metrics`)).text();
  const value = async (series: string) => {
    const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const ask = (service: string, path: string, options?: RequestInit) =>
    fetch(addresses[service]! + path, options).then((answer) => answer.text());
  const send = (service: string, path: string, json: object) =>
    post(addresses[service]!, path, json);
  /** @param expected values by series, without what all names have */
  const counts = async (expected: Record<string, number>) => {
    for (const [series, n] of Object.entries(expected)) {
      let last: number | undefined;
      const isReached = async () => (last = await value(`hawker_${series}`)) === n;
      await eventually(isReached).catch(() => assert.equal(last, n, series));
    }
  };

  await t.test('flash sale: sold, queued, promoted, left, refused by reason', async () => {
    await send('flash-sale', '/admin/flash-sale/init-product', { product_id: 'p', total_stock: 3 });
    const answer = await ask('flash-sale', '/flash-sale/token?device_fp=d');
    const { token, expires_at } = JSON.parse(answer) as { token: string; expires_at: number };
    const buy = (key: string, qty: number, attestation = token) => {
      const buyer = { product_id: 'p', user_id: key, qty, device_fp: 'd', idempotency_key: key };
      return send('flash-sale', '/flash-sale/checkout', { ...buyer, attestation, expires_at });
    };
    const [one, two] = [await buy('a', 1), await buy('b', 2)];
    await buy('c', 1, 'f'.repeat(64));
    await buy('d', 3);
    await buy('e', 2);
    await send('flash-sale', '/flash-sale/release', two.data);
    await send('flash-sale', '/flash-sale/leave', { product_id: 'p', user_id: 'd' });
    await buy('f', 1);
    await send('flash-sale', '/flash-sale/release', one.data);
    await counts({
      'flash_sale_sold_total{service="flash-sale"}': 2,
      'flash_sale_sold_units_total{service="flash-sale"}': 3,
      'flash_sale_queued_total{service="flash-sale"}': 3,
      'flash_sale_promoted_total{service="flash-sale"}': 2,
      'flash_sale_left_total{service="flash-sale"}': 1,
      'flash_sale_released_total{service="flash-sale"}': 2,
      'flash_sale_lapsed_total{service="flash-sale"}': 0,
      'refusals_total{service="flash-sale",code="ATTESTATION_REFUSED"}': 1,
    });
  });

  await t.test('inventory: loaded, reserved, short, confirmed, released, adjusted', async () => {
    const key = { hub_id: 'h', sku: 's' };
    await send('inventory', '/admin/stock', { ...key, quantity: 3 });
    const reserve = async (order_id: string, qty: number) => {
      const order = { ...key, qty, order_id, user_id: 'ann' };
      return (await send('inventory', '/reserve', order)).data as { reservation_id: string };
    };
    const [one, two] = [await reserve('o1', 1), await reserve('o2', 1)];
    await reserve('o1', 1); // the same again
    await reserve('o3', 9);
    await send('inventory', '/confirm', { reservation_id: one.reservation_id });
    await send('inventory', '/release', { reservation_id: two.reservation_id });
    const adjustment = { ...key, delta: 5, reason: 'delivery', reference: 'd1' };
    await send('inventory', '/admin/stock/adjust', adjustment);
    await counts({
      'inventory_loaded_total{service="inventory"}': 1,
      'inventory_reserved_total{service="inventory"}': 2,
      'inventory_short_total{service="inventory"}': 1,
      'inventory_confirmed_total{service="inventory"}': 1,
      'inventory_released_total{service="inventory"}': 1,
      'inventory_retaken_total{service="inventory"}': 0,
      'inventory_adjusted_total{service="inventory"}': 1,
      'inventory_expired_total{service="inventory"}': 0,
    });
  });

  await t.test('promotion: applied, refused by reason, codes, rules, cancelled', async () => {
    await send('promotion', '/admin/rules', {
      promo_id: 'fruit',
      name: 'Fruit',
      priority: 1,
      stackable: true,
      discount: { type: 'percentage', value: 10 },
      condition_tree: { type: 'MinTransaction', value: 1 },
      usage_limits: { per_user: 1 },
    });
    const item = { sku: 'a', category: 'fruit', price: 4, qty: 5 };
    const cart = { total: 20, hub_id: 'h', items: [item] };
    const customer = { id: 'ann', device_fingerprint: 'd', order_count: 1 };
    await send('promotion', '/admin/rules/fruit/codes', { codes: ['tea'] });
    const order = { order_id: 'o', codes: ['tea'], cart, customer };
    await send('promotion', '/apply', order);
    await send('promotion', '/apply', order); // the same again
    await send('promotion', '/apply', { cart, customer });
    await send('promotion', '/orders/o/cancel', {});
    await counts({
      'promotion_applied_total{service="promotion"}': 1,
      'promotion_refused_total{service="promotion",reason="user limit reached"}': 1,
      'promotion_code_uses_total{service="promotion"}': 1,
      'promotion_rule_changes_total{service="promotion"}': 1,
      'promotion_cancelled_total{service="promotion"}': 1,
    });
  });

  await t.test('dispatch: both variants under one name', async () => {
    await send('dispatch-a', '/dispatch/driver/location', { driver_id: 'd', lat: 12.9, lng: 77.5 });
    const order = { order_id: 'o', pickup_lat: 12.9, pickup_lng: 77.5, priority: 3 };
    await send('dispatch-a', '/dispatch/order', order);
    await counts({
      'dispatch_orders_total{service="dispatch-a"}': 1,
      'dispatch_orders_total{service="dispatch-b"}': 0,
      // The window of its batch lasts 5 s.
      'dispatch_offers_total{service="dispatch-a"}': 1,
    });
    const listed = await ask('dispatch-a', '/dispatch/driver/d/assignments');
    const [, assignment_id] = /"assignment_id":"([^"]+)"/.exec(listed)!;
    await send('dispatch-a', '/dispatch/driver/accept', { driver_id: 'd', assignment_id });
    await counts({
      'dispatch_accepted_total{service="dispatch-a"}': 1,
      'dispatch_declined_total{service="dispatch-a"}': 0,
      'dispatch_expired_total{service="dispatch-a"}': 0,
      'dispatch_cancelled_total{service="dispatch-a"}': 0,
    });
    await send('dispatch-a', '/dispatch/order/cancel', { order_id: 'o' });
    await counts({ 'dispatch_cancelled_total{service="dispatch-a"}': 1 });
  });

  await t.test('notification: by channel', async () => {
    const about = { user_id: 'ann', title: 't', body: 'b' };
    await send('notification', '/send', { ...about, channel: 'in_app' });
    await send('notification', '/send', { ...about, channel: 'email' });
    await counts({
      'notification_delivered_total{service="notification",channel="in_app"}': 1,
      'notification_delivered_total{service="notification",channel="email"}': 1,
    });
    const later = { ...about, channel: 'in_app', deliver_at: Date.now() + 3_600_000 };
    const { body } = await send('notification', '/send', later);
    await ask('notification', `/notifications/${body.id}`, { method: 'DELETE' });
    const digest = { key: 'k', window_seconds: 60 };
    await send('notification', '/send', { ...about, channel: 'push', digest });
    await ask('notification', '/preferences/bob', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"channels":{"email":false}}',
    });
    await send('notification', '/send', { ...about, user_id: 'bob', channel: 'email' });
    await ask('notification', '/notifications/read-all?user=ann', { method: 'POST' });
    await send('notification', '/send/bulk', { ...about, user_ids: ['eve'], channel: 'in_app' });
    await counts({
      'notification_scheduled_total{service="notification",channel="in_app"}': 1,
      'notification_cancelled_total{service="notification",channel="in_app"}': 1,
      'notification_digested_total{service="notification",channel="push"}': 1,
      'notification_suppressed_total{service="notification",reason="channel_off"}': 1,
      'notification_read_total{service="notification"}': 1,
      'notification_batches_total{service="notification"}': 1,
      'notification_delivered_total{service="notification",channel="in_app"}': 2,
    });
  });

  await t.test('file store, URL shortener, video catalogue, news feed', async () => {
    const created = await ask('file-store', '/files?name=a&owner_id=ann', {
      method: 'POST',
      body: 'four',
    });
    const { file } = JSON.parse(created) as { file: { id: string } };
    await ask('file-store', `/files/${file.id}/download`);
    const { data } = await send('url-shortener', '/shorten', { url: 'https://example.com/a' });
    const code = String(data.short_url ?? data.code)
      .split('/')
      .at(-1);
    await fetch(`${addresses['url-shortener']}/${code}`, { redirect: 'manual' });
    const links = `${addresses['console']}/admin/links/${code}`;
    await fetch(links, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"disabled":true}',
    });
    await fetch(links, { method: 'DELETE' });
    await fetch(links, { method: 'DELETE' });
    const { body } = await send('video-catalog', '/videos', {
      title: 't',
      description: 'd',
      tags: [],
      uploader_id: 'ann',
    });
    await ask('video-catalog', `/videos/${body.video.id}`);
    await ask('video-catalog', '/search?q=tea');
    await send('news-feed', '/users', { id: 'ann' });
    await send('news-feed', '/posts', { user_id: 'ann', content: 'hello' });
    await send('news-feed', '/users', { id: 'ben' });
    const said = await send('news-feed', '/posts', { user_id: 'ben', content: 'hi' });
    await ask('news-feed', '/timeline?user=ann');
    const put = { method: 'PUT' };
    await ask('news-feed', `/posts/${said.body.id}/reactions/like?user=ann`, put);
    await ask('news-feed', '/mutes?user=ann&muted=ben', put);
    await ask('news-feed', `/hides?user=ann&post=${said.body.id}`, put);
    await send('news-feed', `/posts/${said.body.id}/comments`, { user_id: 'ann', content: 'hi' });
    await counts({
      'file_store_uploads_total{service="file-store"}': 1,
      'file_store_uploaded_bytes_total{service="file-store"}': 4,
      'file_store_downloads_total{service="file-store"}': 1,
      'file_store_trashed_total{service="file-store"}': 0,
      'file_store_restored_total{service="file-store"}': 0,
      'url_shortener_shortened_total{service="url-shortener"}': 1,
      'url_shortener_redirects_total{service="url-shortener"}': 1,
      'url_shortener_changed_total{service="url-shortener"}': 1,
      'url_shortener_removed_total{service="url-shortener"}': 1,
      'url_shortener_uncounted_clicks_total{service="url-shortener"}': 0,
      'video_catalog_uploads_total{service="video-catalog"}': 1,
      'video_catalog_views_total{service="video-catalog"}': 1,
      'video_catalog_searches_total{service="video-catalog"}': 1,
      'news_feed_users_total{service="news-feed"}': 2,
      'news_feed_posts_total{service="news-feed"}': 2,
      'news_feed_timelines_total{service="news-feed"}': 1,
      'news_feed_reactions_total{service="news-feed"}': 1,
      'news_feed_comments_total{service="news-feed"}': 1,
      'news_feed_mutes_total{service="news-feed"}': 1,
      'news_feed_hides_total{service="news-feed"}': 1,
      'news_feed_streamed_total{service="news-feed"}': 0,
    });
  });

  await t.test('key-value store, autocomplete, rate limiter, geo', async () => {
    await ask('key-value', '/a', { method: 'PUT', body: '1' });
    await ask('key-value', '/a');
    await ask('key-value', '/b');
    await ask('key-value', '/a', { method: 'DELETE' });
    await send('console', '/admin/ring', { nodes: ['default', 'b'] });
    await send('autocomplete', '/train', { term: 'tea' });
    await ask('autocomplete', '/autocomplete?q=te');
    for (let i = 0; i < 2; i++) await ask('autocomplete', '/admin/terms/tea', { method: 'DELETE' });
    await ask('autocomplete', '/admin/blocked/rum', { method: 'PUT' });
    await ask('rate-limiter', '/limited');
    await ask('rate-limiter', '/limited');
    for (const policy of ['strict', 'watched']) {
      await ask('rate-limiter', `/admin/policies/${policy}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          algorithm: 'sliding-window',
          limits: [{ limit: 1, window_ms: 60_000 }],
          on_outage: 'allow',
          shadow: policy === 'watched',
        }),
      });
      for (const peek of [false, false, true]) {
        await send('rate-limiter', '/check', { policy, key: 'ann', peek });
      }
    }
    await ask('geo', '/serviceability?lat=1&lng=1');
    const paused = { lat: 2, lng: 2, coverage_radius_km: 1, paused: true };
    await send('geo', '/admin/hubs', { hub_id: 'hub', name: 'Hub', ...paused });
    const points = [
      { lat: 1, lng: 1 },
      { lat: 2, lng: 2 },
    ];
    await send('geo', '/serviceability/batch', { points });
    await counts({
      'key_value_reads_total{service="key-value",found="true"}': 1,
      'key_value_reads_total{service="key-value",found="false"}': 1,
      'key_value_writes_total{service="key-value"}': 1,
      'key_value_deletes_total{service="key-value"}': 1,
      'key_value_ring_changes_total{service="key-value"}': 2,
      'autocomplete_trained_total{service="autocomplete"}': 1,
      'autocomplete_completions_total{service="autocomplete"}': 1,
      'autocomplete_forgotten_total{service="autocomplete"}': 1,
      'autocomplete_blocked_total{service="autocomplete"}': 1,
      'rate_limiter_allowed_total{service="rate-limiter"}': 3,
      'rate_limiter_refused_total{service="rate-limiter"}': 3,
      'rate_limiter_policy_allowed_total{service="rate-limiter",policy="strict"}': 1,
      'rate_limiter_policy_refused_total{service="rate-limiter",policy="strict"}': 1,
      'rate_limiter_policy_allowed_total{service="rate-limiter",policy="watched"}': 1,
      'rate_limiter_policy_would_have_refused_total{service="rate-limiter",policy="watched"}': 1,
      'geo_lookups_total{service="geo",tier="none"}': 3,
      'geo_turned_away_total{service="geo",reason="paused"}': 1,
      'geo_hub_changes_total{service="geo"}': 1,
    });
  });

  await t.test('chat and crawler', async () => {
    const enter = async (user: string) => {
      const ws = new WebSocket(`${addresses['chat']!.replace('http', 'ws')}/ws?user=${user}`);
      await once(ws, 'open');
      return ws;
    };
    const [ann, eve] = [await enter('ann'), await enter('eve')];
    const heard = once(eve, 'message');
    ann.send('{"content":"hello"}');
    const { room, seq } = JSON.parse(String((await heard)[0])) as { room: string; seq: number };
    eve.send('{"type":"typing"}');
    await ask('chat', `/api/rooms/${room}/messages/${seq}`, { method: 'DELETE' });
    await send('chat', `/api/rooms/${room}/kick`, { user: 'eve', ban_seconds: 60 });
    ann.close();
    await send('crawler', '/crawl', { url: `${addresses['console']}/`, max_pages: 1 });
    await counts({
      'chat_messages_total{service="chat"}': 1,
      'chat_connections_total{service="chat"}': 2,
      'chat_left_total{service="chat"}': 2,
      'chat_ephemerals_total{service="chat"}': 1,
      'chat_ephemerals_dropped_total{service="chat"}': 0,
      'chat_deleted_total{service="chat"}': 1,
      'chat_kicked_total{service="chat"}': 1,
      'chat_bans_total{service="chat"}': 1,
      'crawler_jobs_total{service="crawler"}': 1,
      'crawler_pages_total{service="crawler"}': 1,
    });
  });

  await t.test(
    'have all the names that dashboards and alerts ask for, and the services that they name',
    async () => {
      const exposed = await text();
      const names = new Set<string>();
      for (const [, name, kind] of exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
        names.add(name!);
        if (kind === 'histogram')
          for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
      }
      const files = [
        'prometheus/rules.yml',
        ...readdirSync(new URL('grafana/', deploy)).map((file) => `grafana/${file}`),
      ];
      assert.ok(files.length > 4);
      for (const file of files) {
        const asked = readFileSync(new URL(file, deploy), 'utf8');
        const metrics = asked.match(/\b(?:hawker|process|nodejs)_[a-z_]+/g) ?? [];
        assert.ok(metrics.length > 3, file);
        for (const name of metrics) assert.ok(names.has(name), `${file}: ${name}`);
        for (const [, service] of asked.matchAll(/service=\\?"([a-z-]+)\\?"/g)) {
          assert.ok(Object.hasOwn(addresses, service!), `${file}: ${service}`);
        }
      }
    },
  );
});
