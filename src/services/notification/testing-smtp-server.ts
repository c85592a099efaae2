/** A mail server in a process of its own; see testing-smtp.ts. */
import { SMTPServer } from 'smtp-server';
import type { Instruction, Report } from './testing-smtp.ts';

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
function refusal(stage: 'recipient' | 'data'): Error | undefined {
  if (instruction.kind !== 'refuse' || instruction.stage !== stage) return undefined;
  const { code: responseCode, text: message } = instruction;
  return Object.assign(new Error(message), { responseCode });
}

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onRcptTo({ address }, { id }, done) {
    // What a client said before it left may be read after it.
    if (!gone.has(id)) {
      recipients.set(id, address);
      report({ kind: 'began', recipient: address });
    }
    done(refusal('recipient'));
  },
  onData(stream, { envelope }, done) {
    let mail = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (mail += chunk));
    stream.on('end', () => {
      if (instruction.kind === 'stall') return;
      const refused = refusal('data');
      if (refused) return done(refused);
      report({ kind: 'accepted', to: envelope.rcptTo.map(({ address }) => address), mail });
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
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const address = server.server.address();
  report({ kind: 'listening', port: typeof address === 'object' ? address!.port : 0 });
});
// It ends with the process that started it.
process.on('disconnect', () => process.exit());
