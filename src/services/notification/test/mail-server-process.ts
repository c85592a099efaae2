/** A mail server in a process of its own; see mail-server.ts. */
import { SMTPServer } from 'smtp-server';
import { certificate, key } from '#kit/testing/certificate.ts';
import type { Instruction, Report, Setup } from './mail-server.ts';

const [port, setup] = process.argv.slice(2);
const { tls, login } = JSON.parse(setup!) as Setup;

let instruction: Instruction = { kind: 'accept' };
process.on('message', (given: Instruction) => {
  instruction = given;
  report({ kind: 'instructed' });
});

const report = (what: Report) => void process.send!(what);
/** By session. */
const recipients = new Map<string, string>();
const gone = new Set<string>();

/** The answer at this stage, or undefined for a yes. */
function refusal(stage: 'login' | 'recipient' | 'data'): Error | undefined {
  if (instruction.kind !== 'refuse' || instruction.stage !== stage) return undefined;
  const { code: responseCode, text: message } = instruction;
  return Object.assign(new Error(message), { responseCode });
}

const server = new SMTPServer({
  secure: tls === 'from the start',
  key,
  cert: certificate,
  disabledCommands: [...(tls === 'offered' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
  authOptional: login === undefined,
  // As careless as a server can be: it is the client that has to be careful.
  allowInsecureAuth: true,
  disableReverseLookup: true,
  logger: false,
  onAuth({ username, password }, { secure }, done) {
    report({ kind: 'login', isSecret: secure });
    const refused = refusal('login');
    if (refused) return done(refused);
    const isRight = username === login?.user && password === login?.password;
    done(isRight ? null : new Error('wrong user or password'), { user: username });
  },
  onRcptTo({ address }, { id }, done) {
    // Input of a client may be read after it has left.
    if (!gone.has(id)) {
      recipients.set(id, address);
      report({ kind: 'began', recipient: address });
    }
    done(refusal('recipient'));
  },
  onData(stream, { envelope, secure }, done) {
    let mail = '';
    if (instruction.kind === 'break off') {
      stream.once('data', () => {
        for (const connection of server.connections) connection.close();
      });
    }
    stream.setEncoding('utf8').on('data', (chunk: string) => (mail += chunk));
    stream.on('end', () => {
      if (instruction.kind === 'stall') return;
      const refused = refusal('data');
      if (refused) return done(refused);
      const to = envelope.rcptTo.map(({ address }) => address);
      report({ kind: 'accepted', to, mail, isSecret: secure });
      done();
    });
    // A client that breaks off is part of the tests.
    stream.on('error', () => {});
  },
  onClose({ id }) {
    gone.add(id);
    const recipient = recipients.get(id);
    if (recipient !== undefined) report({ kind: 'ended', recipient });
  },
});
server.on('error', () => {});
server.listen(Number(port), '127.0.0.1', () => {
  report({ kind: 'listening' });
});
// It ends with the process that started it.
process.on('disconnect', () => process.exit());
