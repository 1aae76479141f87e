import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer';
import { generateTo } from '../../src/modules/generate/generate.ts';
import { importPaths } from '../../src/modules/import/import.ts';
import { useService } from '../harness/use-service.ts';
import { Workspace } from '../modules/import/support.ts';
import { connect } from './client.ts';
import { type Desk, TASKS } from './tasks.ts';

const { service, tenant, rest } = useService('analysts', {
  credits: 5_000,
  seed: async (pool) => {
    const workspace = await Workspace.create();
    await generateTo(workspace.folder, { companies: 2_000, seed: 7 });
    await importPaths(pool, [workspace.folder], { rejectsDir: workspace.rejectsDir });
    await workspace.remove();
    return {};
  },
});

let agent: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  agent = await connect(service, tenant.userKey);
});
afterAll(() => agent.close());

/** Tokens that all tools may take in a conversation, and one answer. */
const MAX_TOOLS = 4_000;
const MAX_ANSWER = 2_000;

/** Tokens of the largest answer of each tool. */
const largest = new Map<string, number>();

/** Tools that count what they answer. */
const desk: Desk = {
  call: async (tool, given = {}) => {
    const { body } = await agent.call(tool, given);
    largest.set(tool, Math.max(largest.get(tool) ?? 0, countTokens(JSON.stringify(body))));
    return body;
  },
  get: async (path) => (await rest().get(path)).body,
  post: async (path, body) => (await rest().post(path, body)).body,
};

describe('recorded tasks', () => {
  it('are twenty', () => {
    expect(TASKS).toHaveLength(20);
  });

  it.each(TASKS.map(({ question, run }) => [question, run] as const))('%s', async (_question, run) => {
    const { answer, expected } = await run(desk);
    expect(answer).toEqual(expected);
    expect([answer].flat()).not.toContain(undefined);
  });

  it('have questions about companies that exist, so that equal answers say something', async () => {
    const { body } = await agent.call('search', { query: 'software companies in germany' });
    expect(body.results).toHaveLength(10);
    await desk.call('fetch', { id: body.results[0].id });
    await desk.call('find_filter_values');
    await desk.call('get_lists');
    expect(
      (await desk.call('count_companies', { words: 'companies using kubernetes', sample: 25, funnel: true }))
        .count,
    ).toBeGreaterThan(50);
  });
});

describe('tokens', () => {
  it(`of all tools together are at most ${MAX_TOOLS}`, async () => {
    const { tools } = await agent.client.listTools();
    const texts = tools.map(({ name, description, inputSchema, outputSchema, annotations, title }) =>
      JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations }),
    );
    const tokens = texts.map((text) => countTokens(text));
    if (process.env.SHOW_TOKENS) console.log(tools.map(({ name }, n) => `${name} ${tokens[n]}`).join('\n'));
    expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_TOOLS);
  });

  it(`of each answer are at most ${MAX_ANSWER}`, () => {
    if (process.env.SHOW_TOKENS)
      console.log([...largest].map(([tool, tokens]) => `${tool} ${tokens}`).join('\n'));
    expect(largest.size).toBeGreaterThanOrEqual(11);
    expect([...largest].filter(([, tokens]) => tokens > MAX_ANSWER)).toEqual([]);
  });
});
