/** The operations as the client has them at run time: a line each, which is 35 bytes on average. */
import { camelCase, type AnswerKind, type Operation } from './operations.ts';

interface ServiceOperations {
  readonly name: string;
  readonly operations: readonly Operation[];
}

const marks: Record<AnswerKind, string> = {
  json: '',
  nothing: '',
  response: '!',
  stream: '~',
  websocket: '',
};

export function operationTable(
  services: readonly ServiceOperations[],
  headers: ReadonlySet<string>,
): string {
  const members = services.map(({ name, operations }) => {
    const called = operations.filter(({ answer }) => answer !== 'websocket');
    return `  ${camelCase(name)}: \`\n${called.map(line).join('\n')}\`,`;
  });
  return `/**
 * All operations, written by \`npm run openapi\`. A line each: name, method, path, and the content type
 * of the body where it is an unusual one. After the method, \`+\`: takes a body; \`!\`: answers a
 * Response; \`~\`: is followed.
 */
export const operations = {
${members.join('\n')}
};

/** Members that are sent as headers; all others go into the query. */
export const headerNames = new Set('${[...headers].toSorted().join(' ')}'.split(' '));
`;
}

function line({ name, method, path, body, answer, contentType = '' }: Operation): string {
  return `${name} ${method}${body === 'none' ? '' : '+'}${marks[answer]} ${path} ${contentType}`.trim();
}
