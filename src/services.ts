/** The only file that knows every service. */
import type { Service } from '#kit/service.ts';
import { chat } from './services/chat/index.ts';
import { flashSale } from './services/flash-sale/index.ts';
import { geo } from './services/geo/index.ts';
import { inventory } from './services/inventory/index.ts';
import { promotion } from './services/promotion/index.ts';
import { urlShortener } from './services/url-shortener/index.ts';

export const services: Service[] = [flashSale, geo, inventory, promotion, urlShortener, chat];
