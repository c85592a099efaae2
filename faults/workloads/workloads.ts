/** The workload of each service. */
import type { Workload } from '../lib/workload.ts';
import { autocomplete } from './autocomplete.ts';
import { chat } from './chat.ts';
import { crawler, crawlerEnv } from './crawler.ts';
import { dispatchA, dispatchB } from './dispatch.ts';
import { fileStore } from './file-store.ts';
import { flashSale, secret } from './flash-sale.ts';
import { geo } from './geo.ts';
import { inventory } from './inventory.ts';
import { keyValue } from './key-value.ts';
import { newsFeed } from './news-feed.ts';
import { notification } from './notification.ts';
import { promotion } from './promotion.ts';
import { rateLimiter, rateLimiterEnv } from './rate-limiter.ts';
import { urlShortener } from './url-shortener.ts';
import { videoCatalog } from './video-catalog.ts';

interface WorkloadOptions {
  readonly clients: number;
  /** Whether a disk fills: then views of videos are shown without being counted. */
  readonly fillsDisk: boolean;
}

const all = {
  'flash-sale': flashSale,
  geo,
  inventory,
  promotion,
  'dispatch-a': dispatchA,
  'dispatch-b': dispatchB,
  autocomplete,
  'key-value': keyValue,
  'file-store': fileStore,
  'video-catalog': videoCatalog,
  'url-shortener': urlShortener,
  chat,
  notification,
  'rate-limiter': rateLimiter,
  'news-feed': newsFeed,
  crawler,
} satisfies Record<string, (options: WorkloadOptions) => Workload>;

export type ServiceName = keyof typeof all;

export const allServices = Object.keys(all) as ServiceName[];

/** What the workloads want of the processes. */
export const commonEnv = { HMAC_SECRET: secret, ...rateLimiterEnv, ...crawlerEnv };

export const createWorkloads = (
  names: readonly ServiceName[],
  options: WorkloadOptions,
): Workload[] => names.map((name) => all[name](options));
