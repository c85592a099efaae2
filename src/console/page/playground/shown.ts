/** What a page shows, as the playground beside it fills it in: ids that exist, rather than an example's. */
import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { keyOf, type Operation } from './operations.ts';

/**
 * Texts by the names of members, for all operations of the service; by `<operation id> <name>` for one.
 * Undefined: as the API document has it.
 */
export type Shown = Readonly<Record<string, string | undefined>>;

export const TellShown = createContext<(shown: Shown) => void>(() => undefined);

/** Tells the playground what the page shows now. */
export function useShown(shown: Shown): void {
  const tell = useContext(TellShown);
  const text = JSON.stringify(Object.entries(shown));
  const told = useMemo(() => shown, [text]);
  useEffect(() => tell(told), [told]);
}

/**
 * What a form begins with. An example's id in the path of what changes something may be that of a real
 * thing: it is left to be written.
 */
export function firstTexts(operation: Operation, shown: Shown): Record<string, string> {
  const { id, method, members } = operation;
  const entries = members.flatMap((member) => {
    const { in: part, name, isRequired, example } = member;
    const own = `${id} ${name}`;
    const text = own in shown ? shown[own] : shown[name];
    if (text !== undefined) return [[keyOf(member), text]];
    const isFilled = isRequired && (part !== 'path' || method === 'GET');
    return isFilled ? [[keyOf(member), example]] : [];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
