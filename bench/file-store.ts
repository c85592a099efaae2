/**
 * The file store on the local disk: uploads of 1 KiB against a bare Fastify route and against what
 * the disk gives, downloads of 10 MiB against nginx, what tus costs beside an ordinary upload of
 * 64 MiB, and the memory that 1 GiB takes both ways.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  interleave,
  median,
  printTable,
  root,
  startBare,
  startService,
  withFolder,
  wrk,
  type Server,
  rounds,
  seconds,
  setting,
} from './lib/harness.ts';

const mebibyte = 1024 * 1024;

await withFolder(uploads);
await withFolder(downloads);
await withFolder(resumable);
console.log('\nPeak of the resident memory of the service');
await withFolder((folder) => memory(folder, ''));
await withFolder((folder) => memory(folder, '--max-semi-space-size=2'));

async function uploads(folder: string): Promise<void> {
  const load = { connections: 64, seconds, script: 'upload.lua', args: ['bench'] };
  const bare = await startBare();
  const ours = await startService('file-store', 'file-store', { DATA_DIR: folder });
  try {
    console.log('\nUploads of 1 KiB, no two alike');
    await interleave([bare, ours], load, rounds);
    const disk: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      disk.push(rawFsync(folder, round));
      ratios.push(wrk(ours, load).rps / disk[round]!);
    }
    printTable([
      {
        'files of 1 KiB written and fsynced/s': Math.round(median(disk)),
        'uploads to it': median(ratios).toFixed(2),
      },
    ]);
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
  }
}

function rawFsync(folder: string, round: number): number {
  const target = join(folder, `fsync-${round}`);
  mkdirSync(target);
  const peer = join(root, 'bench/peers/fsync.ts');
  const args = ['-c', '0', process.execPath, peer, target, String(seconds)];
  return Number(spawnSync('taskset', args, { encoding: 'utf8' }).stdout);
}

async function downloads(folder: string): Promise<void> {
  const bytes = Buffer.alloc(10 * mebibyte, 'nobody compresses this');
  const nginx = await startNginx(join(folder, 'nginx'), bytes);
  if (!nginx) return console.log('nginx is not installed: the downloads are left out');
  const ours = await startService('file-store', 'file-store', { DATA_DIR: folder });
  try {
    await fetch(`${ours.url}/files?name=a&owner_id=ann`, { method: 'POST', body: bytes });
    const args = ['/files/file_1/download'];
    console.log('\nDownloads of 10 MiB');
    await interleave(
      [nginx, ours],
      { connections: 16, seconds, script: 'download.lua', args },
      rounds,
    );
  } finally {
    await Promise.all([nginx.stop(), ours.stop()]);
  }
}

/** One worker that sends the same bytes under the same path, by sendfile. */
async function startNginx(folder: string, bytes: Buffer): Promise<Server | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  mkdirSync(join(folder, 'files/file_1'), { recursive: true });
  writeFileSync(join(folder, 'files/file_1/download'), bytes);
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; master_process off; daemon off; error_log stderr; pid ${folder}/pid;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; types {}
      client_body_temp_path ${folder}/1; proxy_temp_path ${folder}/2; fastcgi_temp_path ${folder}/3;
      uwsgi_temp_path ${folder}/4; scgi_temp_path ${folder}/5;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`,
  );
  const args = ['-c', '0', 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')];
  const child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    name: 'nginx, sendfile',
    url,
    pid: child.pid!,
    cpu: () => 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Uploads of 64 MiB, no two alike: ordinary, by tus in one request, and in requests of 8 MiB. */
async function resumable(folder: string): Promise<void> {
  const ours = await startService('file-store', 'file-store', { DATA_DIR: folder });
  const size = setting('BENCH_TUS_MIB', 64, 8) * mebibyte;
  const ways = [
    { way: 'POST /files', send: sendPlain },
    { way: 'tus, one request', send: (bytes: Buffer) => sendByTus(ours.url, bytes, size) },
    {
      way: 'tus, requests of 8 MiB',
      send: (bytes: Buffer) => sendByTus(ours.url, bytes, 8 * mebibyte),
    },
  ];
  async function sendPlain(bytes: Buffer): Promise<void> {
    const sent = await fetch(`${ours.url}/files?name=a&owner_id=ann`, {
      method: 'POST',
      body: bytes,
    });
    if (sent.status !== 201) throw new Error(`upload: ${sent.status}`);
  }
  try {
    console.log(`\nUploads of ${size / mebibyte} MiB`);
    const runs = ways.map((way) => ({ ...way, rates: [] as number[], cpu: [] as number[] }));
    // The first of each warms up, and loads the library.
    for (let round = -1; round < rounds; round++) {
      for (const [i, { send, rates, cpu }] of runs.entries()) {
        const bytes = Buffer.alloc(size, `round ${round} of way ${i}, `);
        const [started, before] = [performance.now(), ours.cpu()];
        await send(bytes);
        if (round < 0) continue;
        rates.push(size / mebibyte / ((performance.now() - started) / 1000));
        cpu.push((ours.cpu() - before) / 1000 / (size / mebibyte));
      }
    }
    printTable(
      runs.map(({ way, rates, cpu }) => ({
        way,
        'MiB/s': median(rates).toFixed(0),
        'CPU ms/MiB': median(cpu).toFixed(1),
      })),
    );
  } finally {
    await ours.stop();
  }
}

async function sendByTus(url: string, bytes: Buffer, chunkBytes: number): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `name ${btoa('a')},owner_id ${btoa('ann')}`;
  const begun = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const address = `${url}/${begun.headers.get('location')}`;
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    const type = 'application/offset+octet-stream';
    const sent = await fetch(address, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': type },
      body: bytes.subarray(offset, offset + chunkBytes),
    });
    if (sent.status !== 204) throw new Error(`tus: ${sent.status} ${await sent.text()}`);
  }
}

/** @param options of Node; the second one keeps the young generation of its heap small */
async function memory(folder: string, options: string): Promise<void> {
  const env = { DATA_DIR: folder, NODE_OPTIONS: options };
  const ours = await startService('file-store', 'file-store', env);
  try {
    const rows = [{ step: 'started', 'peak, MiB': peak(ours), 'MiB/s': '' }];
    const size = setting('BENCH_MIB', 1024, 64) * mebibyte;
    const amount = `${size / mebibyte} MiB`;
    rows.push({ step: `${amount} up`, ...(await timed(ours, size, () => sendUp(ours.url, size))) });
    rows.push({
      step: `${amount} down`,
      ...(await timed(ours, size, () => fetchDown(ours.url, size))),
    });
    printTable(rows.map((row) => ({ 'Node options': options || 'none', ...row })));
  } finally {
    await ours.stop();
  }
}

async function timed(server: Server, size: number, work: () => Promise<void>) {
  const started = performance.now();
  await work();
  const rate = size / mebibyte / ((performance.now() - started) / 1000);
  return { 'peak, MiB': peak(server), 'MiB/s': rate.toFixed(0) };
}

/** VmHWM, MiB. */
function peak({ pid }: Server): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kibibytes) / 1024);
}

async function sendUp(url: string, size: number): Promise<void> {
  const chunk = Buffer.alloc(mebibyte, 'some bytes');
  const headers = { 'content-length': size };
  const sent = request(`${url}/files?name=large&owner_id=ann`, { method: 'POST', headers });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(Array.from({ length: size / mebibyte }, () => chunk)), sent);
  const [response] = (await answered) as [IncomingMessage];
  if (response.resume().statusCode !== 201) throw new Error(`upload: ${response.statusCode}`);
}

async function fetchDown(url: string, size: number): Promise<void> {
  const [response] = (await once(request(`${url}/files/file_1/download`).end(), 'response')) as [
    IncomingMessage,
  ];
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  if (received !== size) throw new Error(`download: ${received} bytes`);
}
