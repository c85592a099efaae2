/** What came back. */
import { formatMs } from '../live/format.ts';
import { Code } from '../parts/code.tsx';
import type { Answer } from './send.ts';

/** The headers that say something to a person. */
const shown =
  /^(content-type|etag|location|retry-after|ratelimit.*|x-request-id|x-.*|cache-control)$/;

export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { status, statusText, headers, ms, text, isOver } = answer;
  const tone = status >= 400 ? 'failing' : 'ready';
  return (
    <div class="answer" role="status">
      <p class="spread">
        <span class={`state ${tone}`}>{status === 0 ? 'redirect' : `${status} ${statusText}`}</span>
        <span class="note">
          {formatMs(ms)}
          {isOver ? '' : ', streaming'}
        </span>
      </p>
      {text !== '' && <Code text={text} label="The answer" />}
      <details>
        <summary>Headers</summary>
        <Code
          label="Headers of the answer"
          text={headers
            .filter(([name]) => shown.test(name))
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      </details>
    </div>
  );
}
