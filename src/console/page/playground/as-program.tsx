/** The request of a form as a program would send it. The token itself is never shown. */
import { useState } from 'preact/hooks';
import { useBearer } from '../live/token.ts';
import { Code } from '../parts/code.tsx';
import type { Operation } from './operations.ts';
import { toClientCode, toCurl } from './program.ts';
import type { BuiltRequest, Filled } from './request.ts';

interface AsProgramProps {
  readonly operation: Operation;
  readonly filled: Filled;
  readonly request: BuiltRequest;
}

export function AsProgram({ operation, filled, request }: AsProgramProps) {
  const [isCurl, setCurl] = useState(true);
  const hasToken = useBearer().bearer !== undefined;
  const tab = (name: string, of: boolean) => (
    <button
      type="button"
      role="tab"
      id={`as-${name}`}
      aria-selected={isCurl === of}
      aria-controls="as-program"
      onClick={() => setCurl(of)}
    >
      {name}
    </button>
  );
  const text = isCurl
    ? toCurl(request, hasToken)
    : toClientCode(operation, filled, request, hasToken);
  return (
    <>
      <div class="tabs" role="tablist" aria-label="The same request as">
        {tab('curl', true)}
        {tab('client', false)}
      </div>
      <div id="as-program" role="tabpanel" aria-labelledby={isCurl ? 'as-curl' : 'as-client'}>
        <Code text={text} label={isCurl ? 'As curl' : 'As client code'} />
      </div>
    </>
  );
}
