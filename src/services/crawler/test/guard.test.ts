/** Private addresses: whatever name, form or redirect leads to one, nothing is sent to it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import os from 'node:os';
import { anchors, crawled, deployments, openCrawler, redirect, site, text } from './fixtures.ts';

/** 127.0.0.1 plays the public internet here; all other addresses are private. */
const isPublic = (address: string) => address === '127.0.0.1';
const guarded = { CRAWL_BLOCK_PRIVATE: '1' };

for (const { name, skip, env } of deployments) {
  describe(`the guard against private addresses, with jobs on ${name}`, { skip }, () => {
    it('stands when the service can be reached from outside, or by CRAWL_BLOCK_PRIVATE=1', async (t) => {
      const { origin, requests } = await site(t, { '/': '' });
      for (const setting of [guarded, { HOST: '0.0.0.0', ADMIN_TOKEN: 'long enough' }]) {
        const { app } = await openCrawler(t, { ...env(), ...setting });
        const { job, urls } = await crawled(app, origin);
        assert.equal(job.pages[0]!.error, 'private address');
        assert.deepEqual(
          urls.map(({ reason }) => reason),
          ['private address'],
        );
      }
      assert.equal(requests.size, 0);
      const { app } = await openCrawler(t, env());
      assert.equal((await crawled(app, origin)).reason('/'), 'fetched');
    });

    it('refuses private addresses in whatever form they are written', async (t) => {
      const { app } = await openCrawler(
        t,
        { ...env(), ...guarded },
        { resolve: async () => ['::1'] },
      );
      const { port } = await site(t, { '/': '' });
      for (const host of [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f.0.0.1',
        '0177.0.0.1',
        '127.0.0.1.',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::7f00:1]',
        '0.0.0.0',
        '10.1.2.3',
        '169.254.169.254',
        '１２７.0.0.1',
        'localhost',
        'localhost.',
        'rebind.test',
      ]) {
        const { job } = await crawled(app, `http://${host}:${port}/`);
        assert.equal(job.pages[0]?.error, 'private address', host);
      }
    });

    it('refuses the addresses of the machine itself, also when they are public', async (t) => {
      const own = { netmask: '', mac: '', internal: false, cidr: null };
      const eth0 = [{ ...own, family: 'IPv4' as const, address: '93.184.216.34' }];
      t.mock.method(os, 'networkInterfaces', () => ({ eth0 }));
      const resolve = async () => ['93.184.216.34'];
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { resolve });
      for (const host of ['93.184.216.34', '[::ffff:93.184.216.34]', 'own.test']) {
        const { job } = await crawled(app, `http://${host}/`);
        assert.equal(job.pages[0]?.error, 'private address', host);
      }
    });

    it('refuses a name when one of its addresses is private', async (t) => {
      const resolve = async () => ['127.0.0.1', '10.0.0.1'];
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { resolve, isPublic });
      const { port, requests } = await site(t, { '/': '' });
      const { job } = await crawled(app, `http://both.test:${port}/`);
      assert.equal(job.pages[0]!.error, 'private address');
      assert.equal(requests.size, 0);
    });

    it('vets the address that it connects to: a name that changes is refused', async (t) => {
      const answers = ['127.0.0.1', '127.0.0.1', '10.0.0.1'];
      let lookups = 0;
      const resolve = async () => [answers[lookups++]!];
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { resolve, isPublic });
      // Each request needs a connection of its own.
      const closing = { connection: 'close' };
      const { port, requests } = await site(t, {
        '/robots.txt': text('text/plain', '', closing),
        '/': text('text/html', anchors('/next'), closing),
        '/next': '',
      });
      const { page } = await crawled(app, `http://rebind.test:${port}/`);
      assert.deepEqual(page('/').links, [`http://rebind.test:${port}/next`]);
      assert.equal(page('/next').error, 'private address');
      assert.equal(lookups, 3); // one a connection: there is no second look between vetting and use
      assert.equal(requests.has('/next'), false);
    });

    it('vets every redirect, of pages and of robots.txt', async (t) => {
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { isPublic });
      const { origin } = await site(t, {
        '/': anchors('/to-private', '/to-mapped'),
        '/to-private': redirect('http://169.254.169.254/latest/meta-data'),
        '/to-mapped': redirect('http://[::ffff:10.0.0.1]/'),
      });
      const { page, urls } = await crawled(app, origin);
      for (const path of ['/to-private', '/to-mapped']) {
        assert.deepEqual([page(path).status_code, page(path).error], [302, 'private address']);
      }
      assert.equal(urls.filter(({ reason }) => reason === 'private address').length, 4);

      const other = await site(t, {
        '/robots.txt': redirect('http://10.0.0.1/robots.txt'),
        '/': '',
      });
      const refused = await crawled(app, other.origin);
      assert.equal(refused.job.pages[0]!.error, 'private address');
      assert.equal(other.requests.has('/'), false);
    });

    it('says of where a redirect leads that it is private, also when robots.txt is not asked', async (t) => {
      const setting = { ...env(), ...guarded, CRAWL_IGNORE_ROBOTS: '1' };
      const { app } = await openCrawler(t, setting, { isPublic });
      const target = 'http://10.0.0.1/%7Ex/%2e%2E/y?%6a=%zz#part';
      const { origin } = await site(t, { '/': redirect('/via'), '/via': redirect(target) });
      const { urls } = await crawled(app, origin);
      assert.deepEqual(
        urls.map(({ url, reason }) => [url, reason]),
        [
          [`${origin}/`, 'private address'],
          [`${origin}/via`, 'duplicate'],
          ['http://10.0.0.1/y?j=%zz', 'private address'],
        ],
      );
    });

    it('is not misled by credentials that look like a host', async (t) => {
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { isPublic });
      const { port } = await site(t, { '/b': '' });
      const { origin } = await site(t, {
        '/': anchors('http://127.0.0.1@10.0.0.1/a', `http://10.0.0.1:80@127.0.0.1:${port}/b`),
      });
      const { page, job } = await crawled(app, origin);
      assert.deepEqual(
        [page('/a').url, page('/a').error],
        ['http://10.0.0.1/a', 'private address'],
      );
      assert.equal(page('/b').status_code, 200);
      assert.equal(
        job.pages.some(({ url }) => url.includes('@')),
        false,
      );
    });

    it('a name without an address is an error', async (t) => {
      const { app } = await openCrawler(t, { ...env(), ...guarded }, { resolve: async () => [] });
      const { job } = await crawled(app, 'http://nowhere.test/');
      assert.match(job.pages[0]!.error!, /nowhere\.test has no address/);
    });
  });
}
