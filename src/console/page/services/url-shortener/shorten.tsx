/** A URL, and the life of its link. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

export function Shorten({ made }: { readonly made: (code: string) => void }) {
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    const link = toLink(readForm(event));
    const { data, error: refusal } = await hawker.urlShortener.shorten(link).result();
    setError(refusal);
    if (data === undefined) return;
    form.reset();
    made(data.code);
  };
  return (
    <section class="panel" aria-labelledby="shorten">
      <h2 id="shorten">Shorten a URL</h2>
      <form class="shorten" onSubmit={(event) => void submit(event)}>
        <label class="field whole">
          <span>URL</span>
          <input name="url" type="url" required placeholder="https://example.com/some/page" />
        </label>
        <label class="field">
          <span>Alias</span>
          <input
            name="alias"
            placeholder="made for you"
            pattern="[A-Za-z0-9_\-]{4,64}"
            title="4 to 64 of a–z, A–Z, 0–9, _ and -"
          />
        </label>
        <label class="field">
          <span>Tags, separated by commas</span>
          <input name="tags" />
        </label>
        <details class="whole">
          <summary>When it works, and how often</summary>
          <div class="life">
            <label class="field">
              <span>Not before</span>
              <input name="not_before" type="datetime-local" />
            </label>
            <label class="field">
              <span>Until</span>
              <input name="expires_at" type="datetime-local" />
            </label>
            <label class="field">
              <span>Clicks at most</span>
              <input name="max_clicks" type="number" min="1" placeholder="no limit" />
            </label>
          </div>
        </details>
        <div class="row whole">
          <button class="primary">Shorten</button>
        </div>
      </form>
      {error && <Problem error={error} />}
    </section>
  );
}

/** What was left empty is left out. */
function toLink(form: Readonly<Record<string, string>>) {
  const { url = '', alias, tags = '', not_before, expires_at, max_clicks } = form;
  const names = tags.split(',').map((tag) => tag.trim());
  return {
    url,
    ...(alias && { alias }),
    ...(tags && { tags: names.filter((tag) => tag !== '') }),
    // The form has the reader's time.
    ...(not_before && { not_before: new Date(not_before).getTime() }),
    ...(expires_at && { expires_at: new Date(expires_at).getTime() }),
    ...(max_clicks && { max_clicks: Number(max_clicks) }),
  };
}
