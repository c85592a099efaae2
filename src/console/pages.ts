/** The addresses that the page shows, and the services behind each. */

/** By the name of the page; both variants of dispatch are on one. */
export const servicePages = {
  'flash-sale': ['flash-sale'],
  inventory: ['inventory'],
  promotion: ['promotion'],
  dispatch: ['dispatch-a', 'dispatch-b'],
  geo: ['geo'],
  autocomplete: ['autocomplete'],
  'key-value': ['key-value'],
  'file-store': ['file-store'],
  'video-catalog': ['video-catalog'],
  'url-shortener': ['url-shortener'],
  chat: ['chat'],
  notification: ['notification'],
  'rate-limiter': ['rate-limiter'],
  'news-feed': ['news-feed'],
  crawler: ['crawler'],
} as const satisfies Record<string, readonly string[]>;

export type ServicePage = keyof typeof servicePages;

export const pageOf = (service: string) =>
  (service.startsWith('dispatch-') ? 'dispatch' : service) as ServicePage;

export const pathOf = (page: ServicePage) => `/services/${page}`;

export const pages = [
  '/',
  '/sale-day',
  ...Object.keys(servicePages).map((name) => pathOf(name as ServicePage)),
];
