/** What is asked of each service most often, once there is something to ask for. */
import { createHawker, type Hawker, type Services } from '../../src/client/index.ts';
import type { ServiceName } from '../../src/services.ts';

/** Below the address of the service. */
interface Asked {
  readonly path: string;
  /** It is posted; else nothing is sent. */
  readonly body?: object;
}

const place = { lat: 12.97, lng: 77.59 };
const drivers = async (dispatch: Hawker['dispatchA' | 'dispatchB']): Promise<Asked> => {
  await dispatch.reportLocation({ driver_id: 'dora', ...place });
  return { path: '/dispatch/driver/dora/assignments' };
};

/** Makes one thing, and tells how it is asked for. */
const prepare: Readonly<Record<ServiceName, (hawker: Hawker, url: string) => Promise<Asked>>> = {
  async 'flash-sale'({ flashSale }) {
    await flashSale.load({ product_id: 'lamp', total_stock: 100 });
    return { path: '/admin/flash-sale/stock?product_id=lamp' };
  },
  async geo({ geo }) {
    await geo.saveHub({ hub_id: 'hub-1', name: 'Hub', coverage_radius_km: 1, ...place });
    return { path: '/serviceability?lat=12.971&lng=77.591' };
  },
  async inventory({ inventory }) {
    await inventory.loadStock({ hub_id: 'hub-1', sku: 'milk', quantity: 100 });
    return { path: '/stock/hub-1/milk' };
  },
  async promotion({ promotion }) {
    await promotion.createRule({
      promo_id: 'fruit10',
      name: 'Fruit week',
      priority: 1,
      stackable: true,
      discount: { type: 'percentage', value: 10 },
      condition_tree: { type: 'Category', value: ['fruit'] },
    });
    return { path: '/admin/rules/fruit10' };
  },
  'dispatch-a': ({ dispatchA }) => drivers(dispatchA),
  'dispatch-b': ({ dispatchB }) => drivers(dispatchB),
  async autocomplete({ autocomplete }) {
    await autocomplete.train({ term: 'delta' });
    return { path: '/autocomplete?q=de' };
  },
  async 'key-value'({ keyValue }) {
    await keyValue.put('greeting', 'hello');
    return { path: '/greeting' };
  },
  async 'file-store'({ fileStore }) {
    const { file } = await fileStore.upload('hello', { name: 'a.txt', owner_id: 'ann' });
    return { path: `/files/${file.id}?user_id=ann` };
  },
  async 'video-catalog'({ videoCatalog }) {
    await videoCatalog.upload({ title: 'Green tea, the slow way', tags: ['tea'] });
    return { path: '/search?q=tea' };
  },
  async 'url-shortener'({ urlShortener }) {
    const { code } = await urlShortener.shorten({ url: 'https://example.com/' });
    return { path: `/${code}` };
  },
  async chat({ chat }) {
    await chat.postMessage('tea', { user: 'ann', content: 'hello' });
    return { path: '/api/rooms/tea/messages' };
  },
  async notification({ notification }) {
    await notification.send({ user_id: 'ann', channel: 'in_app', title: 'Hi', body: '' });
    return { path: '/notifications?user=ann' };
  },
  async 'rate-limiter'() {
    return { path: '/check', body: { key: 'ann', limit: 100, window_ms: 1_000 } };
  },
  async 'news-feed'({ newsFeed }) {
    await newsFeed.addUser({ id: 'ann' });
    await newsFeed.publish({ user_id: 'ann', content: 'hello' });
    return { path: '/timeline?user=ann' };
  },
  async crawler({ crawler }, url) {
    const { job_id } = await crawler.start({ url, max_pages: 1 });
    return { path: `/crawl/${job_id}` };
  },
};

/**
 * Makes one thing in this service.
 *
 * @param url its address
 * @returns asks for that once
 * @throws Error when the answer is a refusal
 */
export async function oftenAsked(name: ServiceName, url: string): Promise<() => Promise<void>> {
  const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const hawker = createHawker({ services: { [key as keyof Services]: url } });
  const { path, body } = await prepare[name](hawker, url);
  const headers = { 'content-type': 'application/json' };
  const posted = body && { method: 'POST', headers, body: JSON.stringify(body) };
  return async () => {
    const answer = await fetch(url + path, { redirect: 'manual', ...posted });
    await answer.arrayBuffer();
    if (answer.status >= 400) throw new Error(`${answer.url}: ${answer.status}`);
  };
}
