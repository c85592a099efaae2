/**
 * Measures how long other clients wait while chat sockets send the smallest possible frames, 2 MB each,
 * as fast as the server reads them: the longest wait for `GET /healthz`, and the most CPU time of one
 * turn of the event loop, which does not depend on other load. `BENCH_ONLY=<attack>` runs one attack;
 * `BENCH_SOCKETS` and `BENCH_BYTES` set the number of sockets and the bytes of each.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, printTable, root, seconds, setting, withFolder } from './lib/harness.ts';
import { longestWait } from './lib/probe.ts';
import { handshake } from './lib/sockets.ts';
import type { Turn } from './lib/turns.ts';
import { freePort } from '../src/kit/testing/free-port.ts';

const sockets = setting('BENCH_SOCKETS', 40, 4);
const bytesOfSocket = setting('BENCH_BYTES', 2_000_000, 100_000);
const only = process.env['BENCH_ONLY'];

/** A masked frame; a mask of zeros leaves the payload as it is. */
const frame = (first: number, text: string) =>
  Buffer.from([first, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
const attacks = {
  'one byte': frame(0x81, 'x'),
  'empty messages': frame(0x81, '{"content":""}'),
  pings: frame(0x89, ''),
  '202 fragments a message': Buffer.concat([
    frame(0x01, '1'),
    ...Array.from({ length: 200 }, () => frame(0x00, '1')),
    frame(0x80, '1'),
  ]),
};

const rows: Record<string, string | number>[] = [];
for (const [attack, frames] of Object.entries(attacks)) {
  if (only === undefined || attack === only) rows.push({ attack, ...(await measure(frames)) });
}
console.log(`\n${sockets} sockets, ${bytesOfSocket} bytes each; for ${seconds} s at most`);
printTable(rows);

async function measure(frames: Buffer): Promise<Record<string, string | number>> {
  return withFolder(async (folder) => {
    const [port, consolePort] = [await freePort(), await freePort()];
    const ports = { CHAT_PORT: String(port), CONSOLE_PORT: String(consolePort) };
    const args = ['-c', '0', process.execPath, '--import', './bench/lib/turns.ts', 'src/main.ts'];
    const server = spawn('taskset', [...args, 'chat'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder, STORE_ADDR: '', ...ports },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const address = `http://127.0.0.1:${consolePort}`;
    try {
      await answers(`${address}/healthz`, server);
      await longestTurn(server);
      const wait = await longestWait({ address, path: '/healthz' }, () => attackBy(port, frames));
      return {
        'longest wait, ms': wait.toFixed(0),
        'most CPU of a turn, ms': (await longestTurn(server)).cpu.toFixed(0),
        'most memory, MB': peakOf(server.pid!),
      };
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
}

async function longestTurn(server: ChildProcess): Promise<Turn> {
  server.send('turn');
  const [turn] = (await once(server, 'message')) as [Turn];
  return turn;
}

async function attackBy(port: number, frames: Buffer): Promise<void> {
  const all = Buffer.alloc(Math.floor(bytesOfSocket / frames.length) * frames.length, frames);
  const attack = async (_: unknown, i: number) => {
    const { socket } = await handshake(port, `/ws?room=bench&user=${i}`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).resume();
    socket.write(all);
    await Promise.race([closed, sleep(seconds * 1_000)]);
    socket.destroy();
  };
  await Promise.all(Array.from({ length: sockets }, attack));
}

/** Most memory of a process so far, MB. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024);
}
