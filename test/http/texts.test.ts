import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadTexts } from '../../src/http/texts.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { connect } from '../mcp/client.ts';

const { writeTexts } = await import(new URL('../../site/texts.mjs', import.meta.url).href);

let folder: string;
/** A service without a built guide. */
let service: TestService;
let key: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'texts-')), 'texts');
  await writeTexts(folder);
  service = await startTestService({ textFiles: loadTexts(folder) });
  key = (await service.createTenant('readers')).userKey;
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const get = async (path: string, method = 'GET') => {
  const response = await fetch(service.url + path, { method });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('the guide for programs', () => {
  it.each([
    ['/llms.txt', 'text/plain; charset=utf-8', '# company-data'],
    ['/llms-full.txt', 'text/plain; charset=utf-8', '<!-- /guide/quick-start.md -->'],
    ['/guide/filters.md', 'text/markdown; charset=utf-8', '# '],
    ['/guide/decisions/index.md', 'text/markdown; charset=utf-8', '# '],
    ['/guide/typescript-client.md', 'text/markdown; charset=utf-8', '# '],
  ])('is served without a key and without a built guide: %s', async (path, type, begin) => {
    const answer = await get(path);
    expect([answer.status, answer.type, answer.text.slice(0, begin.length)]).toEqual([200, type, begin]);
  });

  it('has the Markdown of each page that llms.txt names', async () => {
    const { text } = await get('/llms.txt');
    const links = [...text.matchAll(/\]\((\/guide\/[^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(80);
    const statuses = await Promise.all(links.map(async (link) => (await get(link)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('leads from page to page', async () => {
    const { text } = await get('/guide/lists.md');
    expect(text).toContain('](/guide/filters.md');
    expect(text).not.toMatch(/\]\((?!\/|https)[\w./-]+\.md/);
  });

  it('refuses what it does not have', async () => {
    expect((await get('/guide/filters.md', 'POST')).status).toBe(405);
    expect((await get('/guide/nothing.md')).status).toBe(404);
    expect((await get('/guide/filters')).text).toContain('The guide is not built');
  });

  it('is not there where it is not built', () => {
    expect(loadTexts(join(folder, 'nothing'))).toBeUndefined();
  });
});

describe('resources and prompts of /mcp', () => {
  it('are the fields of filters and the pages for callers', async () => {
    const { client, close } = await connect(service, key);
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining(['company-data://filter-fields', 'company-data://docs/filters']),
    );
    expect(uris.filter((uri) => uri.includes('decisions'))).toEqual([]);
    const { contents } = await client.readResource({ uri: 'company-data://docs/filters' });
    expect(contents).toEqual([
      {
        uri: 'company-data://docs/filters',
        mimeType: 'text/markdown',
        text: (await get('/guide/filters.md')).text,
      },
    ]);
    const fields = await client.readResource({ uri: 'company-data://filter-fields' });
    const texts = fields.contents.map((each) => ('text' in each ? each.text : ''));
    expect(JSON.parse(texts.join())).toEqual((await service.rest(key).get('/v1/lists/filter-fields')).body);
    await expect(client.readResource({ uri: 'company-data://docs/nothing' })).rejects.toThrow(
      'There is no resource',
    );
    await close();
  });

  it('lead through a task', async () => {
    const { client, close } = await connect(service, key);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['profile_to_list', 'explain_changes']);
    const { messages } = await client.getPrompt({
      name: 'explain_changes',
      arguments: { list: 'Customers' },
    });
    expect(messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('my list Customers') } },
    ]);
    await expect(client.getPrompt({ name: 'explain_changes', arguments: {} })).rejects.toThrow(
      'must have 1 to',
    );
    await expect(client.getPrompt({ name: 'constructor', arguments: {} })).rejects.toThrow('Unknown prompt');
    await close();
  });
});
