/** Every few minutes something new is sold to a crowd: five kinds of sale, one after the other. */
import { launchAtMs, launchOf, type Buyer, type Launch } from './launch.ts';
import { placeOrder, type Line, type Order } from './order.ts';
import { buy, hammer, winPrize } from './sale.ts';
import { Refused } from './summary/ledger.ts';
import type { City } from './town.ts';

const [countdownMs, openMs] = [60_000, 5 * 60_000];
const [stock, vouchers, winners] = [8, 10, 4];
const holdSeconds = 60;

/** One launch after the other, until the town closes. */
export async function launchAll(city: City): Promise<void> {
  const { time, seed, people, choices } = city;
  for (let number = 1; ; number++) {
    await time.sleepUntil(launchAtMs(number));
    if (city.isOver()) return;
    const launch = launchOf(seed, number, people);
    choices.add(launchAtMs(number), 'launches', launch);
    city.begin(launch.sku, () => hold(city, launch));
  }
}

/** From the announcement to the close of the counter. */
async function hold(city: City, launch: Launch): Promise<void> {
  const { hawker, time, ledger } = city;
  const { sku: product_id, flow } = launch;
  await announce(city, launch);
  await hawker.flashSale.load({
    product_id,
    flow,
    total_stock: stock,
    hold_seconds: holdSeconds,
    per_user_limit: 2,
    starts_at: time.now() + countdownMs,
    ...(flow === 'voucher' && { voucher_limit: vouchers }),
  });
  ledger.count('units launched', stock);
  for (const buyer of launch.crowd) comes(city, launch, buyer);
  await time.sleep(countdownMs + 35_000);
  if (flow === 'standard') city.begin('bot-7', () => hammer(city, launch));
  if (flow === 'lottery') await hawker.flashSale.draw({ product_id, winners });
  await time.sleep(openMs);
  await hawker.flashSale.setState({ product_id, state: 'closed' });
}

async function announce({ hawker, ledger, name: town }: City, launch: Launch): Promise<void> {
  const { sku, name, stall, fans } = launch;
  await hawker.videoCatalog.upload(
    { title: `${name}: how it is made`, tags: ['launch', sku] },
    { 'idempotency-key': `${town}-${sku}` },
  );
  ledger.count('launches');
  await hawker.notification.sendInBulk({
    user_ids: [...fans],
    channel: 'in_app',
    title: `Launch: ${sku}`,
    body: `${name}, in a minute, at ${stall.name}. ${stock} of them.`,
    category: 'launches',
  });
  ledger.count('fans told', fans.length);
}

function comes(city: City, launch: Launch, buyer: Buyer): void {
  const { person, isEarly, manner } = buyer;
  const { sku, name, price, stall } = launch;
  const id = `order-${person.id}-${sku}`;
  const lines: Line[] = [{ sku, name, category: 'boxes', price, qty: buyer.qty }];
  const order: Order = {
    id,
    person,
    lines: launch.flow === 'lottery' ? [{ ...lines[0]!, qty: 1 }] : lines,
    manner,
    stall,
    fleet: 'sale',
    take: () => (launch.flow === 'lottery' ? winPrize : buy)(city, launch, buyer, id),
  };
  city.begin(id, async () => {
    if (isEarly) await tooEarly(city, launch, buyer);
    await city.time.sleep(countdownMs + buyer.afterMs);
    await placeOrder(city, order);
  });
}

/** @throws what refused it, unless it is that the sale is not open yet */
async function tooEarly(city: City, launch: Launch, buyer: Buyer): Promise<void> {
  if (launch.flow === 'lottery' || launch.flow === 'voucher') return;
  const id = `early-${buyer.person.id}-${launch.sku}`;
  try {
    const held = await buy(city, launch, buyer, id);
    await held.release();
    throw new Error('it was sold before it was open');
  } catch (error) {
    if (!(error instanceof Refused) && (error as { code?: string }).code !== 'SALE_NOT_OPEN')
      throw error;
    city.ledger.refused('SALE_NOT_OPEN');
  }
}
