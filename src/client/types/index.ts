/** All services, by name. Written by `npm run openapi`. */
import type { FlashSale } from './flash-sale.ts';
import type { Geo } from './geo.ts';
import type { Inventory } from './inventory.ts';
import type { Promotion } from './promotion.ts';
import type { DispatchA } from './dispatch-a.ts';
import type { DispatchB } from './dispatch-b.ts';
import type { Autocomplete } from './autocomplete.ts';
import type { KeyValue } from './key-value.ts';
import type { FileStore } from './file-store.ts';
import type { VideoCatalog } from './video-catalog.ts';
import type { UrlShortener } from './url-shortener.ts';
import type { Chat } from './chat.ts';
import type { Notification } from './notification.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { NewsFeed } from './news-feed.ts';
import type { Crawler } from './crawler.ts';
import type { KeyValueConsole } from './key-value-console.ts';
import type { UrlShortenerConsole } from './url-shortener-console.ts';

export interface Services {
  readonly flashSale: FlashSale;
  readonly geo: Geo;
  readonly inventory: Inventory;
  readonly promotion: Promotion;
  readonly dispatchA: DispatchA;
  readonly dispatchB: DispatchB;
  readonly autocomplete: Autocomplete;
  readonly keyValue: KeyValue;
  readonly fileStore: FileStore;
  readonly videoCatalog: VideoCatalog;
  readonly urlShortener: UrlShortener;
  readonly chat: Chat;
  readonly notification: Notification;
  readonly rateLimiter: RateLimiter;
  readonly newsFeed: NewsFeed;
  readonly crawler: Crawler;
  readonly keyValueConsole: KeyValueConsole;
  readonly urlShortenerConsole: UrlShortenerConsole;
}
