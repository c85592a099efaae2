/** One field of the form. */
import type { Member, Schema } from './operations.ts';

interface MemberFieldProps {
  readonly member: Member;
  readonly text: string;
  readonly change: (text: string) => void;
}

export function MemberField({ member, text, change }: MemberFieldProps) {
  const { name, isRequired, description, schema, example } = member;
  const input = (event: { currentTarget: { value: string } }) => change(event.currentTarget.value);
  const options = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  const shared = { value: text, required: isRequired, onInput: input };
  const isLong = isNested(schema);
  return (
    <label class={isLong ? 'field wide' : 'field'}>
      <span>
        {name}
        {isRequired ? '' : ' (optional)'}
      </span>
      {options ? (
        <select {...shared}>
          {(!isRequired || text === '') && <option value="" />}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...shared} rows={3} placeholder={example} spellcheck={false} />
      ) : (
        <input
          {...shared}
          placeholder={example}
          autocomplete="off"
          inputMode={schema.type === 'integer' ? 'numeric' : undefined}
        />
      )}
      {description && <small>{description}</small>}
    </label>
  );
}

/** What is written as JSON. */
const isNested = ({ type, anyOf }: Schema): boolean =>
  type === 'object' || type === 'array' || (anyOf ?? []).some(isNested);
