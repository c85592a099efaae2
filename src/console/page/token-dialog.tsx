/** Asks for a token, when a service refuses to answer without one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { readForm } from './parts/form.ts';
import { setAsker } from './live/token.ts';

export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [answer, setAnswer] = useState<(token: string | undefined) => void>();
  useEffect(() => {
    setAsker(
      (why) =>
        new Promise((resolve) => {
          setAnswer(() => resolve);
          setRefusal(why);
          form.current?.reset();
          dialog.current?.showModal();
        }),
    );
  }, []);
  const end = (token: string | undefined) => {
    answer?.(token);
    dialog.current?.close();
  };
  const submit = (event: SubmitEvent) => end(readForm(event)['token'] || undefined);
  return (
    <dialog ref={dialog} aria-labelledby="token-title" onCancel={() => end(undefined)}>
      <form ref={form} onSubmit={submit}>
        <h2 id="token-title">A token is needed</h2>
        <p>
          This process asks who you are. Give <code>ADMIN_TOKEN</code>, or a token of your issuer.
          It stays in this tab.
        </p>
        {refusal && (
          <p class="problem" role="alert">
            The token was not accepted: {refusal}
          </p>
        )}
        <label class="field">
          <span>Token</span>
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <div class="row">
          <button class="primary">Use it</button>
          <button type="button" onClick={() => end(undefined)}>
            Go on without
          </button>
        </div>
      </form>
    </dialog>
  );
}
