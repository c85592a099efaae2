/** The request of a form as a program would send it. The token itself is never shown. */
import { useState } from 'preact/hooks';
import { useBearer } from '../live/token.ts';
import { Code } from '../parts/code.tsx';
import type { Operation } from './operations.ts';
import { toClientCode, toCommand, type Fresh } from './program.ts';
import { missingOf, type BuiltRequest, type Filled } from './request.ts';

interface AsProgramProps {
  readonly operation: Operation;
  readonly filled: Filled;
  readonly request: BuiltRequest;
  readonly fresh: Fresh | undefined;
}

export function AsProgram({ operation, filled, request, fresh }: AsProgramProps) {
  const [isCommand, setCommand] = useState(true);
  const hasToken = useBearer().bearer !== undefined;
  const missing = missingOf(operation, filled);
  const command = operation.answer === 'websocket' ? 'wscat' : 'curl';
  const tab = (name: string, of: boolean) => (
    <button
      type="button"
      role="tab"
      id={`as-${name}`}
      aria-selected={isCommand === of}
      aria-controls="as-program"
      onClick={() => setCommand(of)}
    >
      {name}
    </button>
  );
  const program = { operation, filled, request, origin: location.origin, hasToken, fresh };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="The same request as">
        {tab(command, true)}
        {tab('client', false)}
      </div>
      <div id="as-program" role="tabpanel" aria-labelledby={`as-${isCommand ? command : 'client'}`}>
        {/* A command without them would be another one: curl takes a `{key}` for "key". */}
        {missing.length > 0 ? (
          <p class="empty">Fill in {listed(missing)} to see the request.</p>
        ) : isCommand ? (
          <Code text={toCommand(program)} label={`As ${command}`} />
        ) : (
          <Code text={toClientCode(program)} label="As client code" />
        )}
        {hasToken && missing.length === 0 && (
          <p class="note">
            Set the variable <code>TOKEN</code> first: to a valid token of your issuer, or to the
            ADMIN_TOKEN.
          </p>
        )}
      </div>
    </>
  );
}

const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
