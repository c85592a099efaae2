/** Sends a notification, and shows what became of it. */
import { useState } from 'preact/hooks';
import { hawker } from '../../live/hawker.ts';
import { serviceNow } from '../../live/overview.ts';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';

interface SendProps {
  readonly user: string;
  /** @param id of what was sent */
  readonly done: (id: string) => void;
}

type Answer = Awaited<ReturnType<typeof hawker.notification.send>>;
/** What goes to a topic is a batch instead; this form sends to a user. */
type Outcome = Extract<Answer, { id: string }>;

export function Send({ user, done }: SendProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    const { title = '', body = '', channel = '', later = '', category } = readForm(event);
    const { data, error: refusal } = await hawker.notification
      .send({
        user_id: user,
        channel,
        title,
        body,
        ...(category && { category }),
        ...(later && Number(later) > 0 && { deliver_at: serviceNow() + Number(later) * 1_000 }),
      })
      .result();
    const sent = data !== undefined && 'id' in data ? data : undefined;
    setOutcome(sent);
    setError(refusal);
    if (sent !== undefined) done(sent.id);
  };
  return (
    <section class="panel" aria-labelledby="send">
      <h2 id="send">Send {user} something</h2>
      <form class="send" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Title</span>
          <input name="title" defaultValue="On its way" required maxLength={256} />
        </label>
        <label class="field">
          <span>Text</span>
          <input name="body" defaultValue="Your order has left the hub." maxLength={65_536} />
        </label>
        <label class="field">
          <span>Channel</span>
          <select name="channel">
            <option value="in_app">in the app</option>
            <option value="email">email</option>
            <option value="push">push</option>
          </select>
        </label>
        <label class="field">
          <span>Category</span>
          <input name="category" placeholder="none" maxLength={64} />
        </label>
        <label class="field">
          <span>In how many seconds</span>
          <input name="later" type="number" min="0" max="86400" placeholder="at once" />
        </label>
        <button class="primary">Send it</button>
      </form>
      <p role="status">
        {outcome && (
          <>
            <code>{outcome.id}</code> <span class="state">{outcome.status}</span>
            {outcome.simulated && ' as a log line: no server is set up'} {outcome.reason}{' '}
            {outcome.error}
          </>
        )}
      </p>
      {error && <Problem error={error} />}
    </section>
  );
}
