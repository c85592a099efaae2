/** What the disk gives: files of 1 KiB, written and fsynced, 64 at a time. Prints files per second. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const [folder = '.', seconds = '3'] = process.argv.slice(2);
const content = Buffer.alloc(1024, 'x');
const end = performance.now() + Number(seconds) * 1000;
let files = 0;

async function write(): Promise<void> {
  while (performance.now() < end) {
    const file = await open(join(folder, String(files++)), 'wx');
    await file.writeFile(content);
    await file.sync();
    await file.close();
  }
}

await Promise.all(Array.from({ length: 64 }, write));
console.log(files / Number(seconds));
