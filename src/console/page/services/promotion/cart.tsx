/** The cart that a rule is tried with. It buys only when it is told to. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { Problem } from '../../parts/problem.tsx';
import { formatMoney } from './money.ts';

type Request = Parameters<typeof hawker.promotion.validate>[0];
export type Cart = Pick<Request, 'cart' | 'customer'> & { readonly code: string };
type Item = Request['cart']['items'][number];
type Applied = Awaited<ReturnType<typeof hawker.promotion.apply>>;

export const firstCart: Cart = {
  cart: {
    total: 24,
    hub_id: 'north',
    items: [
      { sku: 'apple', category: 'fruit', price: 4, qty: 3 },
      { sku: 'coffee', category: 'drinks', price: 12, qty: 1 },
    ],
  },
  customer: { id: 'ann', device_fingerprint: 'ann-phone', order_count: 1 },
  code: '',
};

interface CartPanelProps {
  readonly cart: Cart;
  readonly set: (cart: Cart) => void;
  readonly bought: () => void;
}

export function CartPanel({ cart, set, bought }: CartPanelProps) {
  const { cart: goods, customer, code } = cart;
  const [answer, setAnswer] = useState<{ data?: Applied; error?: Error }>({});
  const setItems = (items: readonly Item[]) => {
    const sum = items.reduce((total, { price, qty }) => total + price * qty, 0);
    set({ ...cart, cart: { ...goods, items: [...items], total: Math.round(sum * 100) / 100 } });
  };
  const buy = async () => {
    const { data, error } = await hawker.promotion
      .apply({ ...toRequest(cart), order_id: crypto.randomUUID() })
      .result();
    setAnswer(error ? { error } : { data });
    bought();
  };
  return (
    <section class="panel" aria-labelledby="cart">
      <div class="spread">
        <h2 id="cart">A cart to try it with</h2>
        <b>{formatMoney(goods.total)}</b>
      </div>
      <Items items={goods.items} set={setItems} />
      <div class="row">
        <label class="field">
          <span>Hub</span>
          <input
            value={goods.hub_id}
            onInput={({ currentTarget: { value } }) =>
              set({ ...cart, cart: { ...goods, hub_id: value } })
            }
          />
        </label>
        <label class="field">
          <span>Customer</span>
          <input
            value={customer.id}
            onInput={({ currentTarget: { value } }) =>
              set({ ...cart, customer: { ...customer, id: value, device_fingerprint: value } })
            }
          />
        </label>
        <label class="field">
          <span>Their orders, this one included</span>
          <input
            type="number"
            min="0"
            value={customer.order_count}
            onInput={({ currentTarget: { value } }) =>
              set({ ...cart, customer: { ...customer, order_count: Number(value) } })
            }
          />
        </label>
        <label class="field">
          <span>Code</span>
          <input
            value={code}
            onInput={({ currentTarget: { value } }) => set({ ...cart, code: value })}
          />
        </label>
        <button onClick={() => void buy()}>Buy it</button>
      </div>
      {answer.error && <Problem error={answer.error} />}
      {answer.data && <Bought answer={answer.data} />}
    </section>
  );
}

/** As the service takes it. */
export const toRequest = ({ cart, customer, code }: Cart) => ({
  cart,
  customer,
  ...(code.trim() !== '' && { codes: [code.trim()] }),
});

interface ItemsProps {
  readonly items: readonly Item[];
  readonly set: (items: readonly Item[]) => void;
}

function Items({ items, set }: ItemsProps) {
  const change = (i: number, changed: Partial<Item>) =>
    set(items.with(i, { ...items[i]!, ...changed }));
  return (
    <ul class="cart-items">
      {items.map(({ sku, category, price, qty }, i) => (
        <li key={i} class="row">
          <input
            aria-label={`SKU of item ${i + 1}`}
            value={sku}
            onInput={({ currentTarget: { value } }) => change(i, { sku: value })}
          />
          <input
            aria-label={`Category of ${sku}`}
            value={category}
            onInput={({ currentTarget: { value } }) => change(i, { category: value })}
          />
          <input
            type="number"
            step="any"
            min="0"
            aria-label={`Price of ${sku}`}
            value={price}
            onInput={({ currentTarget: { value } }) => change(i, { price: Number(value) })}
          />
          <input
            type="number"
            min="1"
            aria-label={`Quantity of ${sku}`}
            value={qty}
            onInput={({ currentTarget: { value } }) => change(i, { qty: Number(value) })}
          />
          <button aria-label={`Take ${sku} out`} onClick={() => set(items.toSpliced(i, 1))}>
            ×
          </button>
        </li>
      ))}
      <li>
        <button
          onClick={() => set([...items, { sku: 'milk', category: 'dairy', price: 2, qty: 1 }])}
        >
          + item
        </button>
      </li>
    </ul>
  );
}

function Bought({ answer }: { readonly answer: Applied }) {
  const { applied, refused, total_discount, total_after } = answer;
  return (
    <div role="status">
      <p>
        {formatMoney(total_discount)} off, {formatMoney(total_after)} to pay.
      </p>
      <ul class="cart-answer">
        {applied.map(({ promo_id, discount, code }) => (
          <li key={promo_id}>
            <b>{promo_id}</b> takes {formatMoney(discount)} off
            {code !== undefined && `, by the code ${code}`}
          </li>
        ))}
        {refused.map(({ promo_id, code, reason }) => (
          <li key={`${promo_id} ${code}`} class="note">
            {promo_id ?? code}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
