/** The only file that knows every service. */
import type { Service } from '#kit/service.ts';
import { autocomplete } from './services/autocomplete/index.ts';
import { chat } from './services/chat/index.ts';
import { crawler } from './services/crawler/index.ts';
import { createDispatchB, dispatchA } from './services/dispatch/index.ts';
import { fileStore } from './services/file-store/index.ts';
import { flashSale } from './services/flash-sale/index.ts';
import { createGeo, type FindHub } from './services/geo/index.ts';
import { inventory } from './services/inventory/index.ts';
import { keyValue } from './services/key-value/index.ts';
import { notification } from './services/notification/index.ts';
import { newsFeed } from './services/news-feed/index.ts';
import { promotion } from './services/promotion/index.ts';
import { rateLimiter } from './services/rate-limiter/index.ts';
import { urlShortener } from './services/url-shortener/index.ts';
import { videoCatalog } from './services/video-catalog/index.ts';

/** Dispatch B asks geo for the hubs' places when both run in this process. */
let findHub: FindHub = async () => undefined;
const geo = createGeo({ onHubs: (find) => (findHub = find) });
const dispatchB = createDispatchB({ hubs: (hubId) => findHub(hubId) });

export const services: Service[] = [
  flashSale,
  geo,
  inventory,
  promotion,
  dispatchA,
  dispatchB,
  autocomplete,
  keyValue,
  fileStore,
  videoCatalog,
  urlShortener,
  chat,
  notification,
  rateLimiter,
  newsFeed,
  crawler,
];
