/** What a person wrote into a form, by the names of its fields. */
export function readForm(event: SubmitEvent): Readonly<Record<string, string>> {
  event.preventDefault();
  const texts = [...new FormData(event.currentTarget as HTMLFormElement)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(texts);
}
