/** The workload of each service. */
import type { Named, Workload } from '#kit/testing/workload/workload.ts';
import { autocompleteWorkload } from '../services/autocomplete/test/workload.ts';
import { chatWorkload } from '../services/chat/test/workload.ts';
import { crawlerEnv, crawlerWorkload } from '../services/crawler/test/workload.ts';
import { dispatchAWorkload, dispatchBWorkload } from '../services/dispatch/test/workload.ts';
import { fileStoreWorkload } from '../services/file-store/test/workload.ts';
import { secret } from '../services/flash-sale/test/buyers.ts';
import { flashSaleWorkload } from '../services/flash-sale/test/workload.ts';
import { geoWorkload } from '../services/geo/test/workload.ts';
import { inventoryWorkload } from '../services/inventory/test/workload.ts';
import { keyValueWorkload } from '../services/key-value/test/workload.ts';
import { newsFeedWorkload } from '../services/news-feed/test/workload.ts';
import { notificationWorkload } from '../services/notification/test/workload.ts';
import { promotionWorkload } from '../services/promotion/test/workload.ts';
import { rateLimiterEnv, rateLimiterWorkload } from '../services/rate-limiter/test/workload.ts';
import { urlShortenerWorkload } from '../services/url-shortener/test/workload.ts';
import { videoCatalogWorkload } from '../services/video-catalog/test/workload.ts';

interface WorkloadOptions extends Named {
  /** Whether a disk fills: then views of videos are shown without being counted. */
  readonly fillsDisk?: boolean;
  /** Whether windows of the limiter outlive the process. */
  readonly keepsWindows?: boolean;
}

const all = {
  'flash-sale': flashSaleWorkload,
  geo: geoWorkload,
  inventory: inventoryWorkload,
  promotion: promotionWorkload,
  'dispatch-a': dispatchAWorkload,
  'dispatch-b': dispatchBWorkload,
  autocomplete: autocompleteWorkload,
  'key-value': keyValueWorkload,
  'file-store': fileStoreWorkload,
  'video-catalog': videoCatalogWorkload,
  'url-shortener': urlShortenerWorkload,
  chat: chatWorkload,
  notification: notificationWorkload,
  'rate-limiter': rateLimiterWorkload,
  'news-feed': newsFeedWorkload,
  crawler: crawlerWorkload,
} satisfies Record<string, (options: WorkloadOptions) => Workload>;

export type ServiceName = keyof typeof all;

export const allServices = Object.keys(all) as ServiceName[];

/** Variables that the processes need for the workloads. */
export const workloadEnv = { HMAC_SECRET: secret, ...rateLimiterEnv, ...crawlerEnv };

export const createWorkloads = (
  names: readonly ServiceName[],
  options: WorkloadOptions,
): Workload[] =>
  names.map((name) => {
    const create: (options: WorkloadOptions) => Workload = all[name];
    return create(options);
  });
