/** Rate limiter: a policy under fire. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember } from '../../live/hooks.ts';
import { useLive } from '../../live/overview.ts';
import { Chart } from '../../parts/chart.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { ServiceFrame } from '../service-frame.tsx';
import { Fire } from './fire.ts';
import './rate-limiter.css';
import { firstRule, RuleForm, type Rule } from './rule-form.tsx';
import { shownWindows, WindowPicture } from './window-picture.tsx';

const first = ['rateLimiterCheck', 'rateLimiterPutPolicy', 'rateLimiterRefund'];

export function RateLimiterPage() {
  return (
    <ServiceFrame page="rate-limiter" first={first}>
      <UnderFire />
    </ServiceFrame>
  );
}

function UnderFire() {
  const { rule, fire, error, start, stop } = useFire();
  const { seconds } = useLive('rate-limiter');
  const counters = seconds?.services['rate-limiter']?.counters ?? {};
  const checked = policiesOf(counters);
  const [chosen, choose] = useAddressMember('policy');
  // Without a choice the one under fire; before anything is fired, one that others check.
  const isFired = fire.level !== undefined || fire.rate > 0;
  const policy = chosen || (isFired ? rule.policy : (checked[0] ?? rule.policy));
  const decisions = (name: string, of: string) => counters[`policy_${name}:${of}`] ?? [];
  const allowed = decisions('allowed', rule.policy);
  const refused = decisions('refused', rule.policy);
  // Of many policies, those that are checked most are told one by one: see kit/observe.
  const isLeftOut = allowed.length + refused.length === 0 && 'policy_allowed:(others)' in counters;
  const at = seconds?.at ?? Date.now();
  // Others check the same policy: the page polls until nothing is counted any more.
  const isBusy = (allowed.at(-1) ?? 0) + (refused.at(-1) ?? 0) > 0;
  useEffect(() => {
    if (isBusy) fire.look();
  }, [at]);
  // Checks without a policy say what the limit is.
  const hasPolicy = fire.level !== undefined;
  useShown({
    key: rule.key,
    policy: hasPolicy ? rule.policy : undefined,
    'rateLimiterShowPolicy name': hasPolicy ? rule.policy : undefined,
    'rateLimiterCheck limit': hasPolicy ? undefined : String(rule.limit),
    'rateLimiterCheck window_ms': hasPolicy ? undefined : String(rule.windowMs),
  });
  const failure = error ?? fire.error;
  return (
    <>
      <section class="panel" aria-labelledby="fire">
        <h2 id="fire">A policy under fire</h2>
        <RuleForm
          isFiring={fire.rate > 0}
          fire={(next, rate) => {
            choose(next.policy);
            start(next, rate);
          }}
          stop={stop}
        />
        <p class="note">
          The policy is set to what is written here, and checks of the key are sent until you stop
          or leave this page.
        </p>
        {failure && <Problem error={failure} />}
      </section>
      <div class="panels">
        <section class="panel" aria-labelledby="window">
          <h2 id="window">What is counted now</h2>
          <WindowPicture fire={fire} rule={rule} />
          {fire.level === undefined && (
            <p class="empty">Nothing was checked yet. Fire, and see the window move.</p>
          )}
        </section>
        <section class="panel" aria-label="Decisions">
          <Chart
            title={`Decisions of ${policy} a second`}
            at={at}
            lines={[
              { name: 'allowed', values: decisions('allowed', policy) },
              { name: 'refused', values: decisions('refused', policy) },
            ]}
          />
          {checked.length > 0 && (
            <div class="row" role="group" aria-label="Policies checked in the last ten minutes">
              {checked.map((name) => (
                <button key={name} aria-pressed={name === policy} onClick={() => choose(name)}>
                  {name}
                </button>
              ))}
            </div>
          )}
          {isLeftOut && (
            <p class="note">
              Many other policies are checked more often, so this one is counted in{' '}
              <code>/metrics</code> only.
            </p>
          )}
        </section>
      </div>
    </>
  );
}

/** Those that were checked while the page knows, by name. */
function policiesOf(counters: Readonly<Record<string, readonly number[]>>): string[] {
  const names = Object.entries(counters).flatMap(([counter, values]) => {
    const [, name] = /^policy_(?:allowed|refused):(.+)$/.exec(counter) ?? [];
    return name !== undefined && values.some((value) => value > 0) ? [name] : [];
  });
  return [...new Set(names)].toSorted();
}

function useFire() {
  const [rule, setRule] = useState<Rule>(firstRule);
  const [error, setError] = useState<Error>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const make = (of: Rule) =>
    new Fire(targetOf(of), of.windowMs * shownWindows, () => redraw(undefined));
  const current = useRef<Fire>(undefined);
  current.current ??= make(rule);
  useEffect(() => () => current.current?.end(), []);
  const start = async (next: Rule, rate: number) => {
    const { policy, algorithm, limit, windowMs } = next;
    const limits = [{ limit, window_ms: windowMs }];
    const saved = { algorithm, limits, on_outage: 'refuse' } as const;
    const { error: refusal } = await hawker.rateLimiter.putPolicy(policy, saved).result();
    setError(refusal);
    if (refusal) return;
    current.current?.end();
    current.current = make(next);
    setRule(next);
    current.current.start(rate);
    redraw(undefined);
  };
  const stop = () => {
    if (current.current) current.current.rate = 0;
    redraw(undefined);
  };
  return {
    rule,
    fire: current.current,
    error,
    start: (next: Rule, rate: number) => void start(next, rate).catch(setError),
    stop,
  };
}

const targetOf = ({ policy, key }: Rule) => ({ policy, key });
