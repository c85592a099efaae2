/** What the command says of itself, and of words that it does not know. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runToEnd } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { parseOptions } from '../demo/command.ts';

describe('--help', () => {
  it('is about the command that it follows', async () => {
    for (const command of ['backup', 'restore', 'export', 'import', 'demo']) {
      const { code, output } = await runToEnd([command, '--help'], {});
      assert.equal(code, 0);
      assert.match(output, new RegExp(`^Usage: hawker ${command} `));
      assert.doesNotMatch(output, /^Services:/m);
      for (const args of [
        ['help', command],
        [command, '-h'],
      ]) {
        assert.deepEqual(await runToEnd(args, {}), { code, output });
      }
    }
  });

  it('is about the services that it follows: their variables, and none of another', async () => {
    const { code, output } = await runToEnd(['geo', 'chat', '--help'], {});
    assert.equal(code, 0);
    assert.match(output, /^Usage: hawker geo chat$/m);
    for (const word of ['CHAT_PORT', 'CHAT_HISTORY', 'GEO_WEIGHTS', 'DATA_DIR']) {
      assert.ok(output.includes(word), word);
    }
    assert.doesNotMatch(output, /SMTP_URL|INVENTORY_PORT/);
  });

  it('names the options that the demo has, and no others', async () => {
    const { output } = await runToEnd(['demo', '--help'], {});
    const named = new Set(output.match(/--[a-z-]+/g));
    named.delete('--');
    assert.equal(named.size, 5);
    for (const option of named) {
      const args = option === '--check' ? [option] : [option, '5'];
      assert.doesNotThrow(() => parseOptions(args), option);
    }
  });

  it('says of a word that is neither a command nor a service what there is', async () => {
    const { code, output } = await runToEnd(['bakery', '--help'], {});
    assert.equal(code, 1);
    assert.match(output, /^hawker: no help for "bakery"; there is some for: backup, .*chat/);
  });
});

describe('an option that there is not', () => {
  const refused: [args: string[], line: RegExp][] = [
    [['chat', '--port', '9'], /^hawker: unknown option "--port"; .*see hawker chat --help\n$/],
    [['--port=9'], /^hawker: unknown option "--port=9"; .*see hawker --help\n$/],
    [['backup', '--verbose'], /^hawker: unknown option "--verbose"; .*hawker backup --help\n$/],
    [['restore', '-f', 'x'], /^hawker: unknown option "-f"; .*see hawker restore --help\n$/],
    [['export', 'chat', '--out'], /^hawker: unknown option "--out"; .*hawker export --help\n$/],
    [['import', '--all'], /^hawker: unknown option "--all"; .*see hawker import --help\n$/],
    [['demo', '--port', '9'], /^hawker: demo: Unknown option '--port'; see hawker demo --help\n$/],
    [
      ['demo', '--check', '--speed', '3'],
      /^hawker: demo: --check goes as fast as it can: leave out --speed\n$/,
    ],
  ];
  for (const [args, line] of refused) {
    it(`is refused by its name: ${args.join(' ')}`, async () => {
      const DATA_DIR = `${temporaryFolder()}/data`;
      const { code, output } = await runToEnd(args, { DATA_DIR });
      assert.match(output, line);
      assert.equal(code, 1);
      assert.ok(!existsSync(DATA_DIR) || readdirSync(DATA_DIR).length === 0);
    });
  }
});
