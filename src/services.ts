/** The only file that knows every service. */
import type { Service } from '#kit/service.ts';
import { chat } from './services/chat/index.ts';
import { createDispatchB, dispatchA } from './services/dispatch/index.ts';
import { fileStore } from './services/file-store/index.ts';
import { flashSale } from './services/flash-sale/index.ts';
import { createGeo, type FindHub } from './services/geo/index.ts';
import { inventory } from './services/inventory/index.ts';
import { promotion } from './services/promotion/index.ts';
import { urlShortener } from './services/url-shortener/index.ts';

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
  urlShortener,
  chat,
  fileStore,
];
