/** The types of a service's methods, with the texts of the documents. */
import { pascalCase, type Operation } from './operations.ts';

export function serviceInterface(service: string, operations: readonly Operation[]): string {
  const called = operations.filter(({ answer }) => answer !== 'websocket');
  const methods = called.map(method).join('\n');
  const text = `export interface ${pascalCase(service)} {\n${methods}\n}\n`;
  const types = ['Call', 'Codes', 'Events', 'Json', 'JsonBody', 'Members', 'RawBody', 'Stream'];
  const used = types.filter((type) => new RegExp(`\\b${type}\\b`).test(text));
  const imports =
    used.length > 0 ? `import type { ${used.join(', ')} } from '../shapes.ts';\n` : '';
  return `/** Written by \`npm run openapi\`. */\n${imports}\n${text}`;
}

function method(operation: Operation): string {
  const { id, name, pathParameters, body, needsMembers } = operation;
  const type = `operations['${id}']`;
  const bodyType = body === 'json' ? `JsonBody<${type}>` : 'RawBody';
  const parameters = [
    ...pathParameters.map((part) => `${part}: string | number`),
    ...(body === 'none' ? [] : [`body: ${bodyType}`]),
    `members${needsMembers ? '' : '?'}: Members<${type}>`,
  ];
  return `${comment(operation)}  ${name}(${parameters.join(', ')}): ${answerType(operation, type)};`;
}

function answerType({ answer, isConditional }: Operation, type: string): string {
  if (answer === 'stream') return `Stream<Events<${type}>>`;
  const answers = { json: `Json<${type}>`, nothing: 'undefined', response: 'Response' };
  const kind = answer === 'websocket' ? 'response' : answer;
  const or304 = isConditional && kind === 'json' ? ' | undefined' : '';
  return `Call<${answers[kind]}${or304}, Codes<${type}>>`;
}

function comment(operation: Operation): string {
  const { method, path, summary, description, parameterTexts, codes } = operation;
  const paragraphs = [
    ...(summary === undefined ? [] : [`${summary}.`]),
    ...(description === undefined ? [] : [description]),
    `\`${method} ${path}\``,
  ];
  const parameters = [...parameterTexts].map(([name, text]) => `@param ${name} ${text}`);
  const problems = codes.map((code) => `\`${code}\``).join(', ');
  const tags = [
    ...parameters,
    ...(codes.length === 0 ? [] : [`@throws {HawkerError} ${problems}`]),
  ];
  const parts = [...paragraphs, ...(tags.length === 0 ? [] : [tags.join('\n')])];
  const lines = parts.join('\n\n').replaceAll('*/', '* /').split('\n');
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */', ''].join('\n');
}
