/** A form for every operation of a service. It sends real requests, and shows how a program would. */
import { useMemo, useState } from 'preact/hooks';
import { useLoaded } from '../live/hooks.ts';
import { Problem } from '../parts/problem.tsx';
import { AnswerView } from './answer.tsx';
import { MemberField } from './member-field.tsx';
import { keyOf, loadOperations, type Operation } from './operations.ts';
import { AsProgram } from './as-program.tsx';
import type { Fresh } from './program.ts';
import { buildRequest, takesFile, type Filled } from './request.ts';
import { firstTexts, type Shown } from './shown.ts';
import { useSending } from './use-sending.ts';

/** Yields texts for members by name, before each request: a fresh token, say. */
export type Prepare = (texts: Readonly<Record<string, string>>) => Promise<Record<string, string>>;

/** How programs get members that live briefly: the id of an operation, and members of its answer. */
export type MadeBy = Omit<Fresh, 'from'> & { readonly from: string };

interface PlaygroundProps {
  readonly service: string;
  readonly first: readonly string[];
  readonly prepare: Readonly<Record<string, Prepare>>;
  readonly fresh: Readonly<Record<string, MadeBy>>;
  readonly shown: Shown;
}

/** Those with operator paths on the console's port, which are a document of their own. */
const withConsole = new Set(['key-value', 'url-shortener']);

export function Playground({ service, first, prepare, fresh, shown }: PlaygroundProps) {
  const { data, error, reload } = useLoaded(async () => {
    const own = await loadOperations(service);
    const operators = withConsole.has(service) ? await loadOperations(`${service}-console`) : [];
    return inOrder([...own, ...operators], first);
  }, [service]);
  const [chosen, setChosen] = useState('');
  const operation = data?.find(({ id }) => id === chosen) ?? data?.[0];
  const madeBy = operation && fresh[operation.id];
  const from = data?.find(({ id }) => id === madeBy?.from);
  return (
    <section class="panel" aria-labelledby="playground">
      <div class="spread">
        <h2 id="playground">Try a call</h2>
        {operation && (
          <label class="row">
            <span class="hidden">Operation</span>
            <select value={operation.id} onChange={(event) => setChosen(event.currentTarget.value)}>
              {data!.map(({ id, method, path }) => (
                <option key={id} value={id}>
                  {method} {path}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {error && <Problem error={error} retry={reload} />}
      {operation && (
        <OperationForm
          key={`${service} ${operation.id}`}
          operation={operation}
          prepare={prepare[operation.id]}
          fresh={madeBy && from && { ...madeBy, from }}
          shown={shown}
        />
      )}
    </section>
  );
}

function inOrder(operations: Operation[], first: readonly string[]): Operation[] {
  const rank = ({ id }: Operation) => (first.includes(id) ? first.indexOf(id) : first.length);
  return operations.toSorted((a, b) => rank(a) - rank(b));
}

interface OperationFormProps {
  readonly operation: Operation;
  readonly prepare: Prepare | undefined;
  readonly fresh: Fresh | undefined;
  readonly shown: Shown;
}

function OperationForm({ operation, prepare, fresh, shown }: OperationFormProps) {
  // What was written here stays when the page shows something else.
  const [written, setWritten] = useState<Filled>({ texts: {}, file: undefined });
  const filled = useMemo(
    () => ({ ...written, texts: { ...firstTexts(operation, shown), ...written.texts } }),
    [operation, shown, written],
  );
  const { request, failure } = useMemo(() => tryBuild(operation, filled), [operation, filled]);
  const { answer, error, isRunning, start, stop } = useSending();
  const fill = (key: string, text: string) =>
    setWritten((now) => ({ ...now, texts: { ...now.texts, [key]: text } }));
  const take = (file: File | undefined) => {
    setWritten((now) => ({ ...now, file }));
    if (file && operation.members.some((member) => keyOf(member) === 'query name')) {
      fill('query name', file.name);
    }
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (request === undefined || isWebSocket) return;
    await start(async () => {
      if (prepare === undefined) return request;
      const texts = await preparedTexts(operation, filled, prepare);
      setWritten((now) => ({ ...now, texts: { ...now.texts, ...texts } }));
      return buildRequest(operation, { ...filled, texts: { ...filled.texts, ...texts } });
    });
  };
  const isWebSocket = operation.answer === 'websocket';
  const { bodyType } = operation;
  const byHand = operation.members.filter(({ name }) => !(name in (fresh?.members ?? {})));
  return (
    <div class="playground">
      <form
        onSubmit={(event) => void submit(event)}
        aria-label={`${operation.method} ${operation.path}`}
      >
        {operation.description && <p class="note">{operation.description}</p>}
        <div class="members">
          {byHand.map((member) => (
            <MemberField
              key={keyOf(member)}
              member={member}
              text={filled.texts[keyOf(member)] ?? ''}
              change={(text) => fill(keyOf(member), text)}
            />
          ))}
          {(takesFile(bodyType) || bodyType === 'multipart/form-data') && (
            <label class="field">
              <span>file ({bodyType})</span>
              <input
                type="file"
                // An empty file may be meant: then one is chosen.
                required={takesFile(bodyType)}
                onChange={({ currentTarget: { files } }) => take(files?.[0])}
              />
            </label>
          )}
        </div>
        {failure && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
        {fresh && (
          <p class="note">
            Each request gets its {Object.keys(fresh.members).join(' and ')} from{' '}
            {fresh.from.method} {fresh.from.path}: they expire within seconds.
          </p>
        )}
        {isWebSocket && (
          <p class="note">This opens a WebSocket. Connect with wscat or the client.</p>
        )}
        <div class="row">
          {!isWebSocket && (
            <button
              class="primary"
              disabled={request === undefined || (isRunning && operation.answer === 'whole')}
            >
              Send
            </button>
          )}
          {isRunning && (
            <button type="button" onClick={stop}>
              Stop
            </button>
          )}
        </div>
      </form>
      <div class="results">
        {request && (
          <AsProgram operation={operation} filled={filled} request={request} fresh={fresh} />
        )}
        {error && <Problem error={error} />}
        {answer && <AnswerView answer={answer} />}
      </div>
    </div>
  );
}

async function preparedTexts(operation: Operation, { texts }: Filled, prepare: Prepare) {
  const byName = Object.fromEntries(
    operation.members.map((member) => [member.name, texts[keyOf(member)] ?? '']),
  );
  const made = await prepare(byName);
  const news = operation.members.flatMap((member) => {
    const text = made[member.name];
    return text === undefined ? [] : [[keyOf(member), text] as const];
  });
  return Object.fromEntries(news);
}

function tryBuild(operation: Operation, filled: Filled) {
  try {
    return { request: buildRequest(operation, filled) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}
