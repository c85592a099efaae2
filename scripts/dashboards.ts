/**
 * Writes deploy/grafana: an overview of all services, and a dashboard for each group of them.
 * `npm run dashboards`; a test compares the metrics that they ask for with those that there are.
 */
import { mkdirSync, writeFileSync } from 'node:fs';

type Unit = 'ops' | 's' | 'bytes' | 'Bps' | 'short' | 'percentunit';

interface Panel {
  readonly title: string;
  readonly unit: Unit;
  /** Expressions in PromQL by legend. */
  readonly queries: Readonly<Record<string, string>>;
}

const rate = (series: string, by?: string) =>
  `sum${by === undefined ? '' : ` by (${by})`} (rate(${series}[$__rate_interval]))`;

/** Events a second, by what tells them apart. */
const events = (title: string, series: Readonly<Record<string, string>>): Panel => {
  const queries = Object.entries(series).map(([legend, one]) => {
    const [, label] = /\{\{(\w+)\}\}/.exec(legend) ?? [];
    return [legend, rate(one, label)];
  });
  return { title, unit: 'ops', queries: Object.fromEntries(queries) };
};

const value = (title: string, unit: Unit, queries: Readonly<Record<string, string>>): Panel => {
  return { title, unit, queries };
};

const quantile = (q: number, histogram: string, by: string) =>
  `histogram_quantile(${q}, ${rate(`${histogram}_bucket`, `le, ${by}`)})`;

const overview: readonly Panel[] = [
  events('Requests', { '{{service}}': 'hawker_http_requests_total' }),
  value('Failures, share of answers', 'percentunit', {
    '{{service}}': `${rate('hawker_http_failures_total', 'service')} / ${rate('hawker_http_requests_total', 'service')}`,
  }),
  value('Time of an answer, 99 %', 's', {
    '{{service}}': quantile(0.99, 'hawker_http_request_duration_seconds', 'service'),
  }),
  events('Refusals', { '{{code}}': 'hawker_refusals_total' }),
  value('Delay of the event loop, 99 %', 's', {
    '{{instance}}': quantile(0.99, 'hawker_event_loop_delay_seconds', 'instance'),
  }),
  value('CPU', 'percentunit', { '{{instance}}': rate('process_cpu_seconds_total', 'instance') }),
  value('Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes' }),
  value('Descriptors in use, share', 'percentunit', {
    '{{instance}}': 'process_open_fds / process_max_fds',
  }),
  value('Time of a commit, 99 %', 's', {
    '{{service}}': quantile(0.99, 'hawker_store_commit_seconds', 'service'),
  }),
  value('Units of work a commit', 'short', {
    '{{service}}': `${rate('hawker_store_batch_size_sum', 'service')} / ${rate('hawker_store_batch_size_count', 'service')}`,
  }),
  value('Event streams', 'short', { '{{service}}': 'sum by (service) (hawker_streams)' }),
];

const quickCommerce: readonly Panel[] = [
  events('Flash sale: checkouts', {
    sold: 'hawker_flash_sale_sold_total',
    queued: 'hawker_flash_sale_queued_total',
    promoted: 'hawker_flash_sale_promoted_total',
    left: 'hawker_flash_sale_left_total',
    released: 'hawker_flash_sale_released_total',
    lapsed: 'hawker_flash_sale_lapsed_total',
  }),
  events('Flash sale: units sold, lottery entries', {
    units: 'hawker_flash_sale_sold_units_total',
    entries: 'hawker_flash_sale_entered_total',
  }),
  events('Flash sale: refusals', { '{{code}}': 'hawker_refusals_total{service="flash-sale"}' }),
  events('Inventory: reservations', {
    reserved: 'hawker_inventory_reserved_total',
    short: 'hawker_inventory_short_total',
    confirmed: 'hawker_inventory_confirmed_total',
    retaken: 'hawker_inventory_retaken_total',
    released: 'hawker_inventory_released_total',
    expired: 'hawker_inventory_expired_total',
  }),
  value('Inventory: outbox', 'short', {
    entries: 'sum (hawker_inventory_outbox_entries)',
    rejected: 'sum (hawker_inventory_outbox_rejected_entries)',
    'unexplained differences': 'sum (hawker_inventory_unexplained_differences)',
  }),
  value('Inventory: oldest entry of the outbox', 's', {
    age: 'max (hawker_inventory_outbox_oldest_seconds)',
  }),
  events('Promotion', {
    applied: 'hawker_promotion_applied_total',
    '{{reason}}': 'hawker_promotion_refused_total',
  }),
  events('Dispatch: offers', {
    orders: 'hawker_dispatch_orders_total',
    offers: 'hawker_dispatch_offers_total',
    accepted: 'hawker_dispatch_accepted_total',
    declined: 'hawker_dispatch_declined_total',
    cancelled: 'hawker_dispatch_cancelled_total',
    expired: 'hawker_dispatch_expired_total',
  }),
  value('Dispatch: oldest order that no driver has accepted', 's', {
    '{{service}}': 'max by (service) (hawker_dispatch_oldest_waiting_seconds)',
  }),
  events('Serviceability, by tier', {
    '{{tier}}': 'hawker_geo_lookups_total',
    'not served: {{reason}}': 'hawker_geo_turned_away_total',
    'hubs changed': 'hawker_geo_hub_changes_total',
  }),
];

const storage: readonly Panel[] = [
  events('Key-value store', {
    'read, found {{found}}': 'hawker_key_value_reads_total',
    written: 'hawker_key_value_writes_total',
    deleted: 'hawker_key_value_deletes_total',
    expired: 'hawker_key_value_expired_total',
  }),
  events('Autocomplete', {
    completions: 'hawker_autocomplete_completions_total',
    trained: 'hawker_autocomplete_trained_total',
  }),
  events('File store', {
    uploads: 'hawker_file_store_uploads_total',
    downloads: 'hawker_file_store_downloads_total',
    'into the trash': 'hawker_file_store_trashed_total',
    'out of the trash': 'hawker_file_store_restored_total',
  }),
  value('File store: bytes uploaded', 'Bps', {
    bytes: rate('hawker_file_store_uploaded_bytes_total'),
  }),
  events('Video catalogue', {
    uploads: 'hawker_video_catalog_uploads_total',
    views: 'hawker_video_catalog_views_total',
    edits: 'hawker_video_catalog_edits_total',
    deletions: 'hawker_video_catalog_deletions_total',
    searches: 'hawker_video_catalog_searches_total',
  }),
  events('URL shortener', {
    shortened: 'hawker_url_shortener_shortened_total',
    redirects: 'hawker_url_shortener_redirects_total',
    'uncounted clicks': 'hawker_url_shortener_uncounted_clicks_total',
  }),
];

const realtime: readonly Panel[] = [
  events('Chat', {
    messages: 'hawker_chat_messages_total',
    connections: 'hawker_chat_connections_total',
    'signals such as typing': 'hawker_chat_ephemerals_total',
    'signals dropped': 'hawker_chat_ephemerals_dropped_total',
  }),
  events('Chat: by operators', {
    deleted: 'hawker_chat_deleted_total',
    'connections kicked': 'hawker_chat_kicked_total',
    bans: 'hawker_chat_bans_total',
  }),
  value('Chat: clients', 'short', { clients: 'sum (hawker_chat_clients)' }),
  events('Notification: delivered, by channel', {
    '{{channel}}': 'hawker_notification_delivered_total',
  }),
  events('Notification: attempts to repeat', {
    '{{channel}}': 'hawker_notification_retries_total',
  }),
  events('Notification: failed', { '{{channel}}': 'hawker_notification_failed_total' }),
  events('Notification: not sent at once', {
    'scheduled: {{channel}}': 'hawker_notification_scheduled_total',
    'part of a digest: {{channel}}': 'hawker_notification_digested_total',
    'cancelled: {{channel}}': 'hawker_notification_cancelled_total',
    'suppressed: {{reason}}': 'hawker_notification_suppressed_total',
  }),
  events('Notification: batches and readings', {
    batches: 'hawker_notification_batches_total',
    read: 'hawker_notification_read_total',
  }),
  value('Notification: waiting', 'short', { waiting: 'max (hawker_notification_outbox_entries)' }),
  events('News feed', {
    posts: 'hawker_news_feed_posts_total',
    users: 'hawker_news_feed_users_total',
    'pages of timelines': 'hawker_news_feed_timelines_total',
    reactions: 'hawker_news_feed_reactions_total',
    comments: 'hawker_news_feed_comments_total',
    mutes: 'hawker_news_feed_mutes_total',
    hides: 'hawker_news_feed_hides_total',
    'posts sent live': 'hawker_news_feed_streamed_total',
  }),
  events('Rate limiter', {
    allowed: 'hawker_rate_limiter_allowed_total',
    refused: 'hawker_rate_limiter_refused_total',
  }),
  events('Rate limiter: by policy', {
    'allowed: {{policy}}': 'hawker_rate_limiter_policy_allowed_total',
    'refused: {{policy}}': 'hawker_rate_limiter_policy_refused_total',
    'would have refused: {{policy}}': 'hawker_rate_limiter_policy_would_have_refused_total',
    'unchecked: {{policy}}': 'hawker_rate_limiter_policy_unchecked_total',
  }),
  events('Crawler', {
    jobs: 'hawker_crawler_jobs_total',
    pages: 'hawker_crawler_pages_total',
    'left out: {{reason}}': 'hawker_crawler_left_out_total',
  }),
  value('Crawler: jobs under way', 'short', { jobs: 'sum (hawker_crawl_jobs)' }),
];

const dashboards: Readonly<Record<string, readonly [title: string, panels: readonly Panel[]]>> = {
  overview: ['hawker: overview', overview],
  'quick-commerce': ['hawker: quick commerce', quickCommerce],
  storage: ['hawker: data and storage', storage],
  realtime: ['hawker: real time and scale', realtime],
};

const width = 12;
const height = 8;

/** Colours that mean the same in every panel, as on the console's pages; the others are Grafana's. */
const meanings = { fail: 'red', reject: 'red', refus: 'yellow', declined: 'yellow' };

function overridesOf(legends: readonly string[]): object[] {
  return Object.entries(meanings)
    .filter(([part]) => legends.some((legend) => legend.includes(part)))
    .map(([part, fixedColor]) => ({
      matcher: { id: 'byRegexp', options: `/${part}/` },
      properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
    }));
}

const datasource = { type: 'prometheus', uid: '${datasource}' };

function panelJson({ title, unit, queries }: Panel, i: number): object {
  const targets = Object.entries(queries).map(([legendFormat, expr], n) => {
    return { refId: String.fromCharCode(65 + n), datasource, expr, legendFormat };
  });
  return {
    id: i + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: (i % 2) * width, y: Math.floor(i / 2) * height, w: width, h: height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: overridesOf(Object.keys(queries)) },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets,
  };
}

function dashboardJson(name: string, title: string, panels: readonly Panel[]): object {
  const source = {
    name: 'datasource',
    type: 'datasource',
    query: 'prometheus',
    label: 'Prometheus',
  };
  return {
    uid: `hawker-${name}`,
    title,
    tags: ['hawker'],
    schemaVersion: 39,
    editable: true,
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    templating: { list: [source] },
    panels: panels.map(panelJson),
  };
}

const folder = new URL('../deploy/grafana/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, [title, panels]] of Object.entries(dashboards)) {
  const text = JSON.stringify(dashboardJson(name, title, panels), null, 2);
  writeFileSync(new URL(`${name}.json`, folder), `${text}\n`);
}
