/** The only file that knows every service. Each is loaded when it is asked for: what does not run takes no memory. */
import type { Service } from '#kit/host/service.ts';
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
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
type PlacesOf = (env: Environment, common: Common) => Place[];

const places: Readonly<Record<ServiceName, () => Promise<PlacesOf>>> = {
  'flash-sale': async () => (await import('./services/flash-sale/store/places.ts')).places,
  geo: async () => (await import('./services/geo/store/places.ts')).places,
  inventory: async () => (await import('./services/inventory/store/places.ts')).places,
  promotion: async () => (await import('./services/promotion/store/places.ts')).places,
  'dispatch-a': async () => (await import('./services/dispatch/store/places.ts')).placesA,
  'dispatch-b': async () => (await import('./services/dispatch/store/places.ts')).placesB,
  autocomplete: async () => (await import('./services/autocomplete/store/places.ts')).places,
  'key-value': async () => (await import('./services/key-value/store/places.ts')).places,
  'file-store': async () => (await import('./services/file-store/store/places.ts')).places,
  'video-catalog': async () => (await import('./services/video-catalog/store/places.ts')).places,
  'url-shortener': async () => (await import('./services/url-shortener/store/places.ts')).places,
  chat: async () => (await import('./services/chat/store/places.ts')).places,
  notification: async () => (await import('./services/notification/store/places.ts')).places,
  'rate-limiter': async () => (await import('./services/rate-limiter/store/places.ts')).places,
  'news-feed': async () => (await import('./services/news-feed/store/places.ts')).places,
  crawler: async () => (await import('./services/crawler/store/places.ts')).places,
};

export const loadPlaces = (name: ServiceName): Promise<PlacesOf> => places[name]();

/** By the name of a database: which files below the data folder a copy of it refers to. */
export async function loadReferences(): Promise<Map<string, (copy: string) => Iterable<string>>> {
  const { contentFiles, database } = await import('./services/file-store/backed-up.ts');
  return new Map([[database, contentFiles]]);
}
