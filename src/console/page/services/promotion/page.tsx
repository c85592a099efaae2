/** Promotion: rules as trees, a cart that tries them, and codes with their uses. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded } from '../../live/hooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { CartPanel, firstCart } from './cart.tsx';
import { Codes } from './codes.tsx';
import { ExampleRules } from './example-rules.tsx';
import { newRule, type Rule } from './rule.ts';
import './promotion.css';
import { RuleEditor } from './rule-editor.tsx';

export function PromotionPage() {
  return (
    <ServiceFrame
      page="promotion"
      first={['promotionApply', 'promotionQualify', 'promotionValidate', 'promotionCreateRule']}
    >
      <Rules />
    </ServiceFrame>
  );
}

function Rules() {
  const { data, error, reload } = useLoaded(() => hawker.promotion.listRules(), []);
  const [chosen, choose] = useAddressMember('rule');
  const [fresh, setFresh] = useState<Rule>();
  const [cart, setCart] = useState(firstCart);
  const [changes, setChanges] = useState(0);
  const changed = () => {
    reload();
    setChanges((count) => count + 1);
  };
  useChanges('promotion', changed);
  const rules = data?.rules ?? [];
  const rule = fresh ?? rules.find(({ promo_id }) => promo_id === chosen) ?? rules[0];
  const promoId = fresh ? undefined : rule?.promo_id;
  useShown({
    cart: JSON.stringify(cart.cart),
    customer: JSON.stringify(cart.customer),
    'promotionValidate promo_id': promoId,
    'promotionShowRule promo_id': promoId,
    'promotionListCodes promo_id': promoId,
    'promotionCreateCodes promo_id': promoId,
    'promotionCreateRule promo_id': promoId && '',
  });
  const saved = (promoId: string) => {
    setFresh(undefined);
    choose(promoId);
    changed();
  };
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {data === undefined && !error && <p class="empty">Asking for the rules…</p>}
      {data && (
        <div class="row centred">
          {rules.length > 0 && (
            <label class="row centred">
              <span>Rule</span>
              <select
                value={fresh ? '' : rule?.promo_id}
                onChange={({ currentTarget: { value } }) => {
                  setFresh(undefined);
                  choose(value);
                }}
              >
                {fresh && <option value="">a new one</option>}
                {rules.map(({ promo_id, name }) => (
                  <option key={promo_id} value={promo_id}>
                    {promo_id}: {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <button onClick={() => setFresh(newRule())}>New rule</button>
        </div>
      )}
      {data && rules.length === 0 && !fresh && <ExampleRules done={saved} />}
      {data && (
        <div class="promotion-desk">
          {rule && (
            <RuleEditor
              key={fresh ? 'new' : rule.promo_id}
              rule={rule}
              isNew={fresh !== undefined}
              cart={cart}
              changes={changes}
              saved={saved}
            />
          )}
          <div class="promotion-side">
            <CartPanel cart={cart} set={setCart} bought={changed} />
            {rule && !fresh && <Codes promoId={rule.promo_id} changes={changes} />}
          </div>
        </div>
      )}
    </>
  );
}
