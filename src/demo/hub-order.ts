/** An order of what hubs have in stock. */
import { placeOrder, type Held } from './order.ts';
import type { OrderWish, Person } from './people.ts';
import type { City } from './town.ts';

/** @throws Refused, HawkerError: see `placeOrder` */
export async function orderAtHub(
  city: City,
  person: Person,
  wish: OrderWish,
  id: string,
): Promise<void> {
  const { inventory } = city.hawker;
  const lines = wish.lines.map(({ dish, qty }) => ({ ...dish, qty }));
  const items = lines.map(({ sku, qty }) => ({ sku, qty }));
  const take = async ({ id: hub_id }: { readonly id: string }): Promise<Held> => {
    const order = { hub_id, order_id: id, user_id: person.id, items };
    const { reservation_id } = await inventory.reserve(order);
    return {
      async confirm(isLate) {
        await inventory.confirm({ reservation_id, ...(isLate && { late: 'retake' as const }) });
      },
      async release() {
        await inventory.release({ reservation_id });
      },
    };
  };
  const { manner } = wish;
  await placeOrder(city, { id, person, lines, manner, stall: undefined, fleet: 'hub', take });
}
