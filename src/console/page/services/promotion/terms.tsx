/** What a rule takes off, when the service checks it, and how often. */
import type { ComponentChildren } from 'preact';
import type { Rule } from './rule.ts';

interface TermsProps {
  readonly terms: Rule;
  readonly isNew: boolean;
  readonly set: (terms: Rule) => void;
}

export function Terms({ terms, isNew, set }: TermsProps) {
  const { promo_id, name, priority, discount, usage_limits: limits = {} } = terms;
  return (
    <div class="row">
      {isNew && (
        <Field label="Id">
          <input
            value={promo_id}
            maxLength={128}
            onInput={({ currentTarget: { value } }) => set({ ...terms, promo_id: value })}
          />
        </Field>
      )}
      <Field label="Name">
        <input
          value={name}
          onInput={({ currentTarget: { value } }) => set({ ...terms, name: value })}
        />
      </Field>
      <Field label="Takes off">
        <Amount
          value={discount.value}
          set={(value) => set({ ...terms, discount: { ...discount, value } })}
        />
      </Field>
      <Field label="In">
        <select
          value={discount.type}
          onChange={({ currentTarget: { value } }) => {
            const type = value as typeof discount.type;
            set({ ...terms, discount: { ...discount, type } });
          }}
        >
          <option value="percentage">per cent</option>
          <option value="fixed">money</option>
        </select>
      </Field>
      <Field label="Priority, lower is first">
        <Amount value={priority} set={(value) => set({ ...terms, priority: value })} />
      </Field>
      <Field label="Uses of a user, 0 is unlimited">
        <Amount
          value={limits.per_user ?? 0}
          set={(per_user) => set({ ...terms, usage_limits: { ...limits, per_user } })}
        />
      </Field>
      <Field label="Uses of all, 0 is unlimited">
        <Amount
          value={limits.global ?? 0}
          set={(global) => set({ ...terms, usage_limits: { ...limits, global } })}
        />
      </Field>
      {switches.map(({ member, label }) => (
        <label key={member} class="terms-switch">
          <input
            type="checkbox"
            checked={terms[member] ?? false}
            onChange={({ currentTarget: { checked } }) => set({ ...terms, [member]: checked })}
          />{' '}
          {label}
        </label>
      ))}
    </div>
  );
}

const switches = [
  { member: 'stackable', label: 'stackable' },
  { member: 'requires_code', label: 'only by code' },
  { member: 'paused', label: 'paused' },
] as const;

interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

function Field({ label, children }: FieldProps) {
  return (
    <label class="field terms-field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface AmountProps {
  readonly value: number;
  readonly set: (value: number) => void;
}

function Amount({ value, set }: AmountProps) {
  return (
    <input
      type="number"
      step="any"
      value={value}
      onInput={({ currentTarget }) => set(Number(currentTarget.value))}
    />
  );
}
