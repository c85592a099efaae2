/** The policy, and how fast checks come. */
import { readForm } from '../../parts/form.ts';
import { mostPerSecond } from './fire.ts';

const algorithms = ['sliding-window', 'token-bucket', 'fixed-window'] as const;

export interface Rule {
  readonly policy: string;
  readonly key: string;
  readonly algorithm: (typeof algorithms)[number];
  readonly limit: number;
  readonly windowMs: number;
}

export const firstRule: Rule = {
  policy: 'under-fire',
  key: 'customer-7',
  algorithm: 'sliding-window',
  limit: 20,
  windowMs: 5_000,
};

interface RuleFormProps {
  readonly isFiring: boolean;
  readonly fire: (rule: Rule, rate: number) => void;
  readonly stop: () => void;
}

export function RuleForm({ isFiring, fire, stop }: RuleFormProps) {
  const submit = (event: SubmitEvent) => {
    const { policy = '', key = '', algorithm, limit, window, rate } = readForm(event);
    const windowMs = Math.round(Number(window) * 1_000);
    const known = algorithms.find((name) => name === algorithm) ?? 'sliding-window';
    fire({ policy, key, algorithm: known, limit: Number(limit), windowMs }, Number(rate));
  };
  const { policy, key, algorithm, limit, windowMs } = firstRule;
  return (
    <form class="rule-form" onSubmit={submit}>
      <label class="field">
        <span>Policy</span>
        <input
          name="policy"
          defaultValue={policy}
          required
          maxLength={128}
          pattern="[A-Za-z0-9._\-]+"
        />
      </label>
      <label class="field">
        <span>Key</span>
        <input name="key" defaultValue={key} required maxLength={128} />
      </label>
      <label class="field">
        <span>Algorithm</span>
        <select name="algorithm">
          {algorithms.map((name) => (
            <option key={name} selected={name === algorithm}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Amount name="limit" label="Limit" value={limit} most={1_000_000} />
      <Amount name="window" label="Window, seconds" value={windowMs / 1_000} most={60} step="any" />
      <Amount name="rate" label="Checks a second" value={8} most={mostPerSecond} />
      <div class="row">
        <button class="primary">{isFiring ? 'Change' : 'Fire'}</button>
        {isFiring && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </div>
    </form>
  );
}

interface AmountProps {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly step?: string;
}

const Amount = ({ name, label, value, most, step = '1' }: AmountProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      name={name}
      type="number"
      defaultValue={value}
      min={step === '1' ? 1 : 0.1}
      max={most}
      step={step}
      required
    />
  </label>
);
