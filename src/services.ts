/** The only file that knows every service. Each is loaded when it is asked for: what does not run takes no memory. */
import type { Service } from '#kit/host/service.ts';
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import type { FindHub } from './services/geo/index.ts';

/** Dispatch B asks geo for the hubs' places when both run in this process: geo starts before it. */
let findHub: FindHub | undefined;

const loaders = {
  'flash-sale': async () => (await import('./services/flash-sale/index.ts')).flashSale,
  geo: async () =>
    (await import('./services/geo/index.ts')).createGeo({ onHubs: (find) => (findHub = find) }),
  inventory: async () => (await import('./services/inventory/index.ts')).inventory,
  promotion: async () => (await import('./services/promotion/index.ts')).promotion,
  'dispatch-a': async () => (await import('./services/dispatch/index.ts')).dispatchA,
  'dispatch-b': async () =>
    (await import('./services/dispatch/index.ts')).createDispatchB({
      hubs: () => findHub,
    }),
  autocomplete: async () => (await import('./services/autocomplete/index.ts')).autocomplete,
  'key-value': async () => (await import('./services/key-value/index.ts')).keyValue,
  'file-store': async () => (await import('./services/file-store/index.ts')).fileStore,
  'video-catalog': async () => (await import('./services/video-catalog/index.ts')).videoCatalog,
  'url-shortener': async () => (await import('./services/url-shortener/index.ts')).urlShortener,
  chat: async () => (await import('./services/chat/index.ts')).chat,
  notification: async () => (await import('./services/notification/index.ts')).notification,
  'rate-limiter': async () => (await import('./services/rate-limiter/index.ts')).rateLimiter,
  'news-feed': async () => (await import('./services/news-feed/index.ts')).newsFeed,
  crawler: async () => (await import('./services/crawler/index.ts')).crawler,
};

export type ServiceName = keyof typeof loaders;

/** In the order in which they start. */
export const serviceNames = Object.keys(loaders) as ServiceName[];

/** Loads services, in the order in which they start. */
export function loadServices(names: readonly ServiceName[] = serviceNames): Promise<Service[]> {
  const wanted = serviceNames.filter((name) => names.includes(name));
  return Promise.all(wanted.map((name) => loaders[name]()));
}

/** The stores of a service, to be exported or filled: those of a start with these variables. */
type MovableStoresOf = (env: Environment, common: Common) => MovableStore[];

const movableStores: Readonly<Record<ServiceName, () => Promise<MovableStoresOf>>> = {
  'flash-sale': async () =>
    (await import('./services/flash-sale/store/movable-stores.ts')).movableStores,
  geo: async () => (await import('./services/geo/store/movable-stores.ts')).movableStores,
  inventory: async () =>
    (await import('./services/inventory/store/movable-stores.ts')).movableStores,
  promotion: async () =>
    (await import('./services/promotion/store/movable-stores.ts')).movableStores,
  'dispatch-a': async () =>
    (await import('./services/dispatch/store/movable-stores.ts')).movableStoresA,
  'dispatch-b': async () =>
    (await import('./services/dispatch/store/movable-stores.ts')).movableStoresB,
  autocomplete: async () =>
    (await import('./services/autocomplete/store/movable-stores.ts')).movableStores,
  'key-value': async () =>
    (await import('./services/key-value/store/movable-stores.ts')).movableStores,
  'file-store': async () =>
    (await import('./services/file-store/store/movable-stores.ts')).movableStores,
  'video-catalog': async () =>
    (await import('./services/video-catalog/store/movable-stores.ts')).movableStores,
  'url-shortener': async () =>
    (await import('./services/url-shortener/store/movable-stores.ts')).movableStores,
  chat: async () => (await import('./services/chat/store/movable-stores.ts')).movableStores,
  notification: async () =>
    (await import('./services/notification/store/movable-stores.ts')).movableStores,
  'rate-limiter': async () =>
    (await import('./services/rate-limiter/store/movable-stores.ts')).movableStores,
  'news-feed': async () =>
    (await import('./services/news-feed/store/movable-stores.ts')).movableStores,
  crawler: async () => (await import('./services/crawler/store/movable-stores.ts')).movableStores,
};

export const loadMovableStores = (name: ServiceName): Promise<MovableStoresOf> =>
  movableStores[name]();

/** By the name of a database: which files below the data folder a copy of it refers to. */
export async function loadReferences(): Promise<Map<string, (copy: string) => Iterable<string>>> {
  const { contentFiles, database } = await import('./services/file-store/backed-up.ts');
  return new Map([[database, contentFiles]]);
}
