/** One field of the form. */
import { useId } from 'preact/hooks';
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
  const label = `${name}${isRequired ? '' : ' (optional)'}`;
  const about = useId();
  const shared = {
    value: text,
    required: isRequired,
    onInput: input,
    // The label holds the description, too, which is not the name of the field.
    'aria-label': label,
    'aria-describedby': description ? about : undefined,
  };
  const isLong = isNested(schema);
  return (
    <label class={isLong ? 'field wide' : 'field'}>
      <span>{label}</span>
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
      {description && <small id={about}>{description}</small>}
    </label>
  );
}

/** What is written as JSON. */
const isNested = ({ type, anyOf }: Schema): boolean =>
  type === 'object' || type === 'array' || (anyOf ?? []).some(isNested);
