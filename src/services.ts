/** The only file that knows every service. */
import type { Service } from '#kit/service.ts';
import { flashSale } from './services/flash-sale/index.ts';

export const services: Service[] = [flashSale];
