/** A request as programs send it: as a command, and as code of the client. */
import { keyOf, type Operation } from './operations.ts';
import { buildRequest, toValue, type BuiltRequest, type Filled } from './request.ts';

/** Members of a request that live so briefly that a program asks for them just before it. */
export interface Fresh {
  /** The operation that makes them. It takes members of the form by their names. */
  readonly from: Operation;
  /** The member of its answer, by the name of the member that it becomes. */
  readonly members: Readonly<Record<string, string>>;
}

export interface Program {
  readonly operation: Operation;
  readonly filled: Filled;
  readonly request: BuiltRequest;
  /** The address of the console. */
  readonly origin: string;
  /** Whether it takes a token, from the variable `TOKEN`. */
  readonly hasToken: boolean;
  readonly fresh: Fresh | undefined;
}

/** A command that sends the request: `wscat` opens a WebSocket, which curl does not. */
export function toCommand(program: Program): string {
  const { operation, request, origin, hasToken, fresh } = program;
  const url = origin + request.target;
  const token = hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : [];
  if (operation.answer === 'websocket') {
    return lines(`npx wscat -c ${quoted(url.replace(/^http/, 'ws'))}`, ...token);
  }
  const command = lines(
    `curl ${optionsOf(operation)} ${quoted(url)}`,
    ...token,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOptions(request, fresh),
  );
  if (fresh === undefined) return command;
  const asked = buildRequest(fresh.from, sharedTexts(program, fresh));
  const first = lines(`curl -s ${quoted(origin + asked.target)}`, ...token);
  return `answer=$(${first})\n${command}`;
}

const lines = (...parts: string[]) => parts.join(' \\\n  ');

const quoted = (text: string) => `'${withoutQuotes(text)}'`;
const withoutQuotes = (text: string) => text.replaceAll("'", `'\\''`);

function optionsOf({ method, answer, hasContent }: Operation): string {
  // With `-X HEAD`, curl would wait for a body.
  if (method === 'HEAD') return '-s -I';
  const shown = answer === 'stream' ? '-s -N' : hasContent ? '-s' : '-s -i';
  return method === 'GET' ? shown : `${shown} -X ${method}`;
}

function bodyOptions({ json, raw }: BuiltRequest, fresh: Fresh | undefined): string[] {
  if (json !== undefined) return [`-d '${jsonInQuotes(json, fresh?.members ?? {})}'`];
  if (raw instanceof File) return [`--data-binary ${quoted(`@${raw.name}`)}`];
  if (raw === undefined) return [];
  return [...raw].map(([name, value]) =>
    value instanceof File
      ? `-F ${quoted(`${name}=@${value.name}`)}`
      : `--form-string ${quoted(`${name}=${value}`)}`,
  );
}

/** JSON between single quotes of a shell. Fresh members are cut out of `$answer`. */
function jsonInQuotes(json: object, fresh: Fresh['members']): string {
  const members = Object.entries(json).map(([name, value]) => {
    const text = withoutQuotes(JSON.stringify(value));
    if (fresh[name] === undefined) return `${JSON.stringify(name)}:${text}`;
    const cut = `'$(expr "$answer" : '.*"${fresh[name]}":"*\\([^",}]*\\)')'`;
    return `${JSON.stringify(name)}:${typeof value === 'string' ? `"${cut}"` : cut}`;
  });
  return `{${members.join(',')}}`;
}

/** What the form has for the operation that makes fresh members. */
function sharedTexts({ operation, filled: { texts } }: Program, { from }: Fresh): Filled {
  const byName = new Map(
    operation.members.map((member) => [member.name, texts[keyOf(member)] ?? '']),
  );
  const own = from.members.map((member) => [keyOf(member), byName.get(member.name) ?? '']);
  return { texts: Object.fromEntries(own) as Filled['texts'], file: undefined };
}

/** The same by `hawker/client`. */
export function toClientCode(program: Program): string {
  const { operation, filled, request, origin, hasToken, fresh } = program;
  const call = callOf(operation, filled, request, fresh);
  const options = [`baseUrl: '${origin}'`, ...(hasToken ? ['token: process.env.TOKEN'] : [])];
  return [
    ...(takesRaw(operation) ? [`import { openAsBlob } from 'node:fs';`] : []),
    `import { createHawker } from 'hawker/client';`,
    '',
    `const hawker = createHawker({ ${options.join(', ')} });`,
    ...(takesRaw(operation) ? bodyLines(request.raw) : []),
    ...(fresh ? [freshLine(program, fresh)] : []),
    ...useOf(operation, call),
  ].join('\n');
}

function useOf({ answer }: Operation, call: string): string[] {
  if (answer === 'whole') return [`console.log(await ${call});`];
  if (answer === 'stream') {
    return [`for await (const { event, data } of ${call}) {`, '  console.log(event, data);', '}'];
  }
  return [
    `const room = ${call};`,
    `// To say something: await room.send('Hello');`,
    'for await (const frame of room) console.log(frame);',
  ];
}

const takesRaw = ({ bodyType }: Operation) =>
  bodyType !== undefined && bodyType !== 'application/json';

/** Parts of the path, the body, then an object of everything else. */
function callOf(
  operation: Operation,
  { texts }: Filled,
  { json }: BuiltRequest,
  fresh?: Fresh,
): string {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = names.map((name) => JSON.stringify(texts[`path ${name}`] ?? ''));
  const body =
    operation.bodyType === undefined ? [] : [json ? toLiteral(json, fresh?.members) : 'body'];
  const others = operation.members.filter(
    (member) => (member.in === 'query' || member.in === 'header') && texts[keyOf(member)],
  );
  const members = others.map((member) => [
    member.name.toLowerCase(),
    member.in === 'query' ? toValue(member, texts[keyOf(member)]!) : texts[keyOf(member)],
  ]);
  const last = members.length === 0 ? [] : [toLiteral(Object.fromEntries(members) as object)];
  const [object, method] = clientName(operation);
  return `hawker.${object}.${method}(${[...path, ...body, ...last].join(', ')})`;
}

function freshLine(program: Program, fresh: Fresh): string {
  const names = Object.entries(fresh.members).map(([name, made]) =>
    name === made ? name : `${made}: ${name}`,
  );
  const filled = sharedTexts(program, fresh);
  const call = callOf(fresh.from, filled, buildRequest(fresh.from, filled));
  return `const { ${names.join(', ')} } = await ${call};`;
}

/** Makes the `body` of an upload. */
function bodyLines(raw: BuiltRequest['raw']): string[] {
  if (!(raw instanceof FormData)) return [`const body = await openAsBlob(${nameOf(raw)});`];
  const parts = [...raw].map(([name, value]) =>
    value instanceof File
      ? `body.append('${name}', await openAsBlob(${nameOf(value)}), ${nameOf(value)});`
      : `body.append('${name}', ${JSON.stringify(value)});`,
  );
  return ['const body = new FormData();', ...parts];
}

const nameOf = (file: File | undefined) => JSON.stringify(file?.name ?? '');

/** `flashSaleCheckout` of `flash-sale` is `flashSale.checkout`. */
export function clientName({ document, id }: Operation): [string, string] {
  const camel = (name: string) =>
    name.replaceAll(/-(\w)/g, (_part, letter: string) => letter.toUpperCase());
  const method = id.slice(camel(document.replace(/-console$/, '')).length);
  return [camel(document), method.charAt(0).toLowerCase() + method.slice(1)];
}

/** @param fresh members that are variables of the same name */
function toLiteral(value: object, fresh: Fresh['members'] = {}): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:');
  return text.replaceAll(/^ {2}(\w+): .*?(,?)$/gm, (line, name: string, comma: string) =>
    name in fresh ? `  ${name}${comma}` : line,
  );
}
