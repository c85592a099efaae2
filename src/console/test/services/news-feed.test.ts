/** The page of the news feed: a timeline that lives, and the reasons for what it shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

describe('the page of the news feed', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const serviceOf = () => createHawker({ baseUrl: looking.address }).newsFeed;

  it('asks for nobody until somebody is named', async () => {
    const page = await looking.open('/services/news-feed');
    await page.getByRole('heading', { name: 'Whose timeline?' }).waitFor();
    await page.getByText('None. What a service refuses shows here').waitFor();
    await serviceOf().addUser({ id: 'ida' });
    await page.getByLabel('Timeline of').fill('ida');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('heading', { name: 'Timeline of ida' }).waitFor();
    await page.goto(`${looking.address}/services/news-feed`);
    await page.getByRole('button', { name: 'Add ann alone' }).click();
    await page.getByRole('heading', { name: 'Timeline of ann' }).waitFor();
    assert.match(page.url(), /user=ann/);
  });

  it('adds a newcomer with people to follow, and shows what those post, as it happens', async () => {
    const page = await looking.open('/services/news-feed?user=ada');
    await page.getByRole('button', { name: 'Add ada, with people to follow' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline of ada' });
    await timeline.getByText('Rain: the market moves').waitFor();
    await serviceOf().publish({ user_id: 'ben', content: 'Peaches tomorrow' });
    await timeline.getByText('Peaches tomorrow').waitFor();
    const { timeline: told } = await serviceOf().timeline({ user: 'ada' });
    const shown = await timeline.locator('article > p:not(.why)').allInnerTexts();
    assert.deepEqual(
      shown,
      told.map(({ content }) => content),
    );
  });

  it('posts, likes, and shows the likes of others', async () => {
    const service = serviceOf();
    await service.addUser({ id: 'dan' });
    await service.addUser({ id: 'eve' });
    const page = await looking.open('/services/news-feed?user=dan');
    await page.getByRole('textbox', { name: 'New post' }).fill('Hello from dan');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    const post = page.getByRole('article', { name: 'Post of dan' });
    await post.getByText('Hello from dan').waitFor();
    await post.getByRole('button', { name: /^Like/ }).click();
    await post.getByRole('button', { name: 'Like 1' }).waitFor();
    const { timeline } = await service.timeline({ user: 'dan' });
    await service.react(timeline[0]!.id, 'like', { user: 'eve' });
    await post.getByRole('button', { name: 'Like 2' }).waitFor();
    await post.getByRole('button', { name: 'Take like back' }).click();
    await post.getByRole('button', { name: 'Like 1' }).waitFor();
  });

  it('says why a post is here, and why another one is not', async () => {
    const service = serviceOf();
    for (const id of ['fay', 'gus', 'hal']) await service.addUser({ id });
    const early = await service.publish({ user_id: 'gus', content: 'before the follow' });
    const page = await looking.open('/services/news-feed?user=fay');
    await page.getByText('Nothing yet. Post something').waitFor();
    await page.getByRole('textbox', { name: 'Whom' }).fill('gus');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Unfollow gus' }).waitFor();
    const late = await service.publish({ user_id: 'gus', content: 'after the follow' });
    const post = page.getByRole('article', { name: 'Post of gus' });
    await post.getByRole('button', { name: 'Why is this here?' }).click();
    await post.getByText('Shown to fay: they have followed its author since').waitFor();
    const ask = async (id: string) => {
      await page.getByRole('textbox', { name: 'Id of the post' }).fill(id);
      await page.getByRole('button', { name: 'Ask' }).click();
    };
    await ask(early.id);
    await page.getByText('not_followed_then').waitFor();
    await post.getByRole('button', { name: 'Mute gus' }).click();
    await post.waitFor({ state: 'detached' });
    await ask(late.id);
    await page.getByText('Not shown to fay: its author is muted since').waitFor();
    await page.getByRole('button', { name: 'Unfollow gus' }).click();
    await page.getByText('Nobody yet.').waitFor();
    assert.deepEqual((await service.listFollowing('fay')).following, []);
  });
});
