/** From dispatch to the post about it: the second half of an order. */
import type { Hub } from './map/city.ts';
import type { Manner, Person } from './people.ts';
import { cornerAt, type MapPoint } from './map/streets.ts';
import type { City, Rider } from './town.ts';

export interface Delivery {
  readonly id: string;
  readonly person: Person;
  readonly lines: readonly {
    readonly name: string;
    readonly price: number;
    readonly qty: number;
  }[];
  readonly manner: Manner;
  readonly fleet: 'hub' | 'sale';
  readonly hub: Hub;
  readonly to: MapPoint;
  readonly note: string;
}

/** Which dispatch leads a fleet. */
const variantOf = { hub: 'dispatch-b', sale: 'dispatch-a' } as const;

/** How long the kitchen takes, and the way up to the door, milliseconds. */
const [kitchenMs, doorMs] = [60_000, 20_000];
/** How often it is asked whether a driver was found, milliseconds. */
const askEveryMs = 1_000;

export async function bring(city: City, delivery: Delivery): Promise<void> {
  const { time, ledger } = city;
  const { id, person, hub, to } = delivery;
  const fleet = city.fleets[delivery.fleet];
  const driver = await findDriver(city, delivery);

  const link = await makeLink(city, delivery);
  await notify(
    city,
    delivery,
    'On the way',
    `${driver.name} fetches ${id} at ${hub.name}: ${link.url}`,
  );
  await openLink(city, link.code, delivery.manner.looks);

  await driver.ride(city, hub.corner);
  await fleet.tell(driver.id, 'at the hub');
  await time.sleep(kitchenMs);
  await fleet.tell(driver.id, 'on the way');
  await talk(city, delivery, driver);
  await driver.ride(city, cornerAt(to));
  await time.sleep(doorMs);
  await fleet.tell(driver.id, 'delivered');
  driver.free();
  ledger.count('orders delivered');

  await notify(
    city,
    delivery,
    'Delivered',
    `${id} is at your door. Enjoy your meal, ${person.name}!`,
  );
  await keepReceipt(city, delivery, driver);
  await post(city, delivery);
}

/** Submits the order, and answers for the drivers whom dispatch asks. */
async function findDriver(
  city: City,
  { id, hub, to, note, ...delivery }: Delivery,
): Promise<Rider> {
  const { time } = city;
  const fleet = city.fleets[delivery.fleet];
  await fleet.submit({ orderId: id, hub, to, note });
  let mayReject = delivery.manner.isRejectedFirst;
  for (;;) {
    await time.sleep(askEveryMs);
    const offer = await fleet.findOffer(id);
    if (offer === undefined) continue;
    if (mayReject) {
      await fleet.reject(offer);
      city.ledger.refused('DRIVER_DECLINED');
      mayReject = false;
      continue;
    }
    const driver = city.drivers[delivery.fleet].get(offer.driverId)!;
    driver.take();
    if (await fleet.accept(offer)) return driver;
    driver.free();
  }
}

async function makeLink({ hawker, name, console: address }: City, { id, fleet }: Delivery) {
  const url = `${address}/services/dispatch?variant=${variantOf[fleet]}&order=${id}`;
  const { code, short_url } = await hawker.urlShortener.shorten({ url, tags: [name] });
  return { code, url: short_url };
}

/** The user agent of a browser: clicks of any other client are those of bots, which no chart shows. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function openLink(city: City, code: string, times: number): Promise<void> {
  const url = `${city.console}/api/url-shortener/${code}`;
  for (let i = 0; i < times; i++) {
    const redirect = await fetch(url, { redirect: 'manual', headers: { 'user-agent': browser } });
    await redirect.body?.cancel();
    if (!redirect.headers.has('location')) throw new Error(`${url} leads nowhere`);
    city.ledger.count('link clicks');
  }
}

async function notify(city: City, { id, person }: Delivery, title: string, body: string) {
  const message = { channel: 'in_app', title: `${title}: ${id}`, body, category: 'orders' };
  const key = `${city.name}-${id}-${title}`;
  await city.hawker.notification.send(
    { user_id: person.id, ...message },
    { 'idempotency-key': key },
  );
}

/** The driver and the person, in a room of the order: each answers what the other one said. */
async function talk({ hawker }: City, { id: room, person, hub }: Delivery, driver: Rider) {
  const lines = [
    {
      user: driver.id,
      text: `Hello ${person.name}, ${driver.name} here: I leave ${hub.name} now.`,
    },
    { user: person.id, text: 'Great, please come up to the third floor.' },
    { user: driver.id, text: 'See you in a few minutes.' },
  ];
  const streams = new Map(
    [driver.id, person.id].map((user) => [user, hawker.chat.follow({ room, user, since: 0 })]),
  );
  try {
    for (const { user, text } of lines) {
      await streams.get(user)!.send(text);
      // Both see it, in the one order, before anybody goes on.
      await Promise.all([...streams.values()].map((stream) => stream.next()));
    }
  } finally {
    await Promise.all([...streams.values()].map((stream) => stream.return!()));
  }
}

async function keepReceipt(
  { hawker, receipts }: City,
  { id, lines, note }: Delivery,
  driver: Rider,
) {
  const paid = lines.map(({ qty, name, price }) => `${qty} x ${name}  ${(qty * price).toFixed(2)}`);
  const text = [`Receipt of ${id}`, ...paid, note, `brought by ${driver.name}`, ''].join('\n');
  await hawker.fileStore.upload(text, {
    name: `${id}.txt`,
    owner_id: receipts.owner,
    parent_id: receipts.folder,
    mime_type: 'text/plain',
  });
}

async function post({ hawker }: City, { id, person, lines, hub }: Delivery): Promise<void> {
  const content = `${lines.map(({ name }) => name).join(' and ')} from ${hub.name}: still warm!`;
  await hawker.newsFeed.publish({ user_id: person.id, content, extra: { order: id } });
}
