import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { connect } from './client.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('agents');
const agent = await connect(service, tenant.userKey);
const rest = service.rest(tenant.userKey);
afterAll(async () => {
  await agent.close();
  await service.close();
});

const K8S = condition('technology', 'any_of', ['kubernetes']);
const ACME = { company_id: expect.any(Number), name: 'Acme Cloud', domain: 'acme.example' };

describe('count_companies', () => {
  it('takes a definition without a registry version, and counts as REST does', async () => {
    const asked = { funnel: true, breakdown: ['country'], sample: 2 };
    const { body } = await agent.call('count_companies', { definition: { root: K8S }, ...asked });
    const { body: same } = await rest.post('/v1/lists/preview', {
      definition: definition(K8S),
      breakdown_limit: 10,
      ...asked,
    });
    const { sample, definition: used, ...counts } = body;
    expect({ ...counts, sample: same.sample }).toEqual(same);
    expect(used).toEqual(definition(K8S));
    expect(sample[0]).toEqual(ACME);
  });

  it('takes a sentence, says what it understood, and returns the definition for other tools', async () => {
    const { body } = await agent.call('count_companies', {
      words: 'german companies using kubernetes and flurbs',
    });
    expect(body).toMatchObject({
      count: 2,
      words: {
        understood: ['german', 'using kubernetes'],
        not_understood: [{ text: 'flurbs' }],
        assumptions: [],
      },
      definition: { root: { and: [condition('country', 'any_of', ['DE']), K8S] } },
    });
  });

  it('refuses a sentence of which it understands nothing', async () => {
    const { isError, body } = await agent.call('count_companies', { words: 'flurbs' });
    expect([isError, body.errors]).toEqual([
      true,
      [{ pointer: '/words', message: '"flurbs" is not understood.' }],
    ]);
  });

  it('refuses a sentence that is too long, and names at most fifty words', async () => {
    const long = await agent.call('count_companies', { words: 'kub '.repeat(126) });
    expect([long.isError, long.body.errors]).toEqual([
      true,
      [{ pointer: '/words', message: 'must be at most 500 characters' }],
    ]);
    const { body } = await agent.call('count_companies', { words: 'kub '.repeat(125) });
    expect(body.errors).toHaveLength(50);
  });

  it.each([
    ['neither', {}],
    ['both', { words: 'software', definition: { root: K8S } }],
  ])('refuses %s of definition and words', async (_what, given) => {
    expect((await agent.call('count_companies', given)).body).toMatchObject({
      error: 'validation_error',
      errors: [{ pointer: '/definition', message: 'send exactly one of definition and words' }],
    });
  });
});

describe('errors', () => {
  it('carry pointer, similar values and the tool to call next', async () => {
    const given = { definition: { root: condition('technology', 'any_of', ['kubernets']) } };
    const { isError, body, text } = await agent.call('count_companies', given);
    expect([isError, body]).toEqual([
      true,
      {
        error: 'invalid_definition',
        message: expect.any(String),
        errors: [
          {
            pointer: '/root/condition/values/0',
            code: 'unknown_value',
            message: 'Unknown technology "kubernets". Did you mean "kubernetes"?',
            did_you_mean: ['kubernetes'],
          },
        ],
        next: { tool: 'find_filter_values', do: expect.any(String) },
      },
    ]);
    // Clients that know no structured content read the same.
    expect(JSON.parse(JSON.parse(text)[0].text)).toEqual(body);
  });

  it('carry allowed values', async () => {
    const wrong = { root: { condition: { field: 'country', operator: 'all_of', values: ['DE'] } } };
    expect((await agent.call('count_companies', { definition: wrong })).body.errors).toMatchObject([
      { pointer: '/root/condition/operator', allowed: ['any_of', 'none_of', 'is_known'] },
    ]);
    expect(
      (await agent.call('get_company', { identifier: 'acme.example', include: ['tech'] })).body.errors,
    ).toMatchObject([
      { pointer: '/include/0', allowed: ['firmographics', 'technologies', 'fields', 'similar', 'lists'] },
    ]);
    expect((await agent.call('get_lists', { list: 1 })).body.errors).toMatchObject([
      {
        pointer: '/list',
        did_you_mean: expect.arrayContaining(['list_id']),
        allowed: expect.arrayContaining(['list_id']),
      },
    ]);
  });

  it.each([
    ['get_lists', { list_id: 99 }, 'list_not_found', 'get_lists'],
    ['get_company', { identifier: 'nobody.example' }, 'company_not_found', 'match_companies'],
    ['fetch', { id: 'nobody' }, 'company_not_found', 'match_companies'],
    ['get_lists', { list_id: 99, include: ['explain'] }, 'list_not_found', 'get_lists'],
    ['enrich', {}, 'validation_error', 'enrich'],
    ['suggest_filter', { domains: ['acme.example'] }, 'validation_error', 'suggest_filter'],
    ['read_events', { cursor: 'x' }, 'validation_error', 'read_events'],
    ['save_list', { dry_run: false }, 'validation_error', 'save_list'],
    ['fetch', { id: '\ud800' }, 'company_not_found', 'match_companies'],
  ])('of %s %j lead on', async (name, given, error, tool) => {
    const { isError, body } = await agent.call(name, given);
    expect([isError, body]).toEqual([
      true,
      expect.objectContaining({ error, next: expect.objectContaining({ tool }) }),
    ]);
  });
});

describe('search and fetch', () => {
  it('answer as deep research expects', async () => {
    const { body } = await agent.call('search', { query: 'acme' });
    const url = 'http://localhost:4000/app/companies/acme.example';
    expect(body).toEqual({ results: [{ id: 'acme.example', title: 'Acme Cloud', url }] });
    expect((await agent.call('fetch', { id: 'acme.example' })).body).toEqual({
      id: 'acme.example',
      title: 'Acme Cloud',
      text: expect.stringContaining('Technologies: Kubernetes, PostgreSQL'),
      url,
      metadata: { company_id: expect.any(Number), slug: 'acme' },
    });
  });

  it('find what a sentence describes, unless a word of it is not understood', async () => {
    expect((await agent.call('search', { query: 'companies in germany' })).body.results).toHaveLength(2);
    expect((await agent.call('search', { query: 'flurbs in germany' })).body.results).toEqual([]);
  });
});

describe('find_filter_values', () => {
  it('shows fields, values of all fields, and values of one', async () => {
    const { body } = await agent.call('find_filter_values');
    expect(body.fields[0]).toEqual({
      key: 'technology',
      label: 'Technology',
      type: 'vocabulary',
      operators: ['any_of', 'all_of', 'none_of'],
      when: true,
      values: ['kubernetes', 'postgresql'],
    });
    const value = { value: 'kubernetes', label: 'Kubernetes', company_count: 4 };
    expect((await agent.call('find_filter_values', { search: 'kube' })).body.values).toEqual([
      { field: 'technology', ...value },
    ]);
    const ofField = await agent.call('find_filter_values', { field: 'technology', search: 'kube' });
    expect(ofField.body.values).toEqual([value]);
  });
});

describe('get_company and match_companies', () => {
  it('show what is asked for', async () => {
    const include = ['firmographics', 'technologies', 'similar', 'lists'];
    const { body } = await agent.call('get_company', { identifier: 'acme.example', include });
    expect(body).toMatchObject({
      company: {
        name: 'Acme Cloud',
        firmographics: { country: 'DE' },
        technologies: ['kubernetes 2024-01-01..2026-03-01', 'postgresql 2024-01-01..2025-01-25'],
      },
      similar: [{ domain: 'beta.example', shared: ['Germany', 'Kubernetes'] }, {}, {}],
      lists: [],
      lists_complete: true,
    });
    const { body: bare } = await agent.call('get_company', { identifier: 'acme.example', include: [] });
    expect(Object.keys(bare)).toEqual(['company']);
  });

  it('match rows, with alternatives where the company is not certain', async () => {
    const rows = [{ ref: 'a', domain: 'acme.example' }, { name: 'Acme' }, { name: 'Nobody Ltd' }];
    expect((await agent.call('match_companies', { rows })).body.results).toEqual([
      { ref: 'a', company: ACME, confidence: 1, matched_by: 'domain' },
      { index: 1, company: null, confidence: 0.69, alternatives: [{ ...ACME, confidence: 0.69 }] },
      { index: 2, company: null, confidence: 0 },
    ]);
  });
});

describe('lists', () => {
  it('are previewed, made, changed, compared and explained', async () => {
    const { body: dry } = await agent.call('save_list', { name: 'K8s', words: 'companies using kubernetes' });
    expect(dry).toMatchObject({
      saved: false,
      count: 4,
      enters: [ACME, {}, {}, {}],
      note: expect.any(String),
    });
    const words = 'companies using kubernetes that dropped heroku';
    expect((await agent.call('save_list', { name: 'K8s', words })).body).toMatchObject({
      saved: false,
      words: { not_understood: [{ text: 'dropped heroku' }] },
    });
    expect((await agent.call('save_list', { name: 'K8s', words, dry_run: false })).body).toMatchObject({
      error: 'validation_error',
      errors: [
        { pointer: '/words', message: expect.stringContaining('"dropped heroku" is not understood.') },
      ],
    });
    expect((await agent.call('get_lists')).body).toEqual({ lists: [], total: 0, next_cursor: null });

    const made = await agent.call('save_list', {
      name: 'K8s',
      definition: dry.definition,
      tags: ['x'],
      dry_run: false,
    });
    const { list_id } = made.body;
    expect(made.body).toMatchObject({
      saved: true,
      total: 4,
      url: `http://localhost:4000/app/lists/${list_id}`,
    });

    const { body: change } = await agent.call('save_list', { list_id, words: 'companies in germany' });
    expect(change).toMatchObject({
      saved: false,
      count: 2,
      enter_count: 0,
      leave_count: 2,
      leaves: [{}, {}],
    });
    await agent.call('save_list', { list_id, definition: change.definition, watch: true, dry_run: false });

    const { body } = await agent.call('get_lists', {
      list_id,
      include: ['members', 'changes', 'explain'],
      company: 'gamma.example',
    });
    expect(body).toMatchObject({
      list: { name: 'K8s', tags: ['x'], watched: true, definition: change.definition, definition_version: 2 },
      members: { total: 2, members: [{ ...ACME, tier: 'high' }, {}], next_cursor: null },
      changes: { total: 2, left: [{ domain: 'gamma.example', from: 'medium' }, {}], entered: [] },
      explain: { member: false, conditions: [{ met: false }] },
    });

    const sets = [{ list_id }, { name: 'K8s', definition: { root: K8S } }];
    expect((await agent.call('compare_lists', { sets })).body).toEqual({
      sets: [
        { name: 'K8s', count: 2 },
        { name: 'K8s', count: 4 },
      ],
      pairs: [
        [2, 2],
        [2, 4],
      ],
    });
    const { body: feed } = await agent.call('read_events', { types: ['list.definition_changed'], list_id });
    expect(feed.events).toMatchObject([{ type: 'list.definition_changed', data: { version: 2 } }]);
    expect((await agent.call('read_events', { cursor: feed.next_cursor })).body.events).toEqual([]);
  });

  it('are renamed alone, and refuse a version that is not compared', async () => {
    const { body: made } = await agent.call('save_list', { name: 'Before', tags: ['x'], dry_run: false });
    const { list_id } = made;
    const renamed = await agent.call('save_list', { list_id, name: 'After', dry_run: false });
    expect(renamed.body).toMatchObject({ saved: true, list_id, name: 'After' });
    await agent.call('save_list', { list_id, tags: ['y'], dry_run: false });
    const refused = await agent.call('save_list', {
      list_id,
      name: 'Late',
      definition_version: 9,
      dry_run: false,
    });
    expect(refused.body.errors).toEqual([
      { pointer: '/definition_version', message: 'is only for a new definition of a list' },
    ]);
    const { body } = await rest.get(`/v1/lists/${list_id}`).expect(200);
    expect(body).toMatchObject({ name: 'After', tags: ['y'] });
    await rest.delete(`/v1/lists/${list_id}`).expect(204);
  });

  it('give each part once, however often it is asked for', async () => {
    const { body: made } = await agent.call('save_list', { name: 'Parts', dry_run: false });
    const { list_id } = made;
    const { result, statements } = await recordStatements(() =>
      agent.call('get_lists', { list_id, include: Array(500).fill('members') }),
    );
    expect(result.body.members).toMatchObject({ total: 0 });
    expect(statements.length).toBeLessThan(50);
    await rest.delete(`/v1/lists/${list_id}`).expect(204);
  });

  it('are made of companies by hand, in pages that a cursor continues', async () => {
    const add_domains = ['acme.example', 'gamma.example', 'delta.example'];
    const { body } = await agent.call('save_list', { name: 'Hand', add_domains, dry_run: false });
    const { list_id } = body;
    const first = await agent.call('get_lists', { list_id, include: ['members'], limit: 2 });
    const cursor = first.body.members.next_cursor;
    const second = await agent.call('get_lists', { list_id, include: ['members'], limit: 2, cursor });
    expect([first.body.members.members.length, second.body.members.members.length]).toEqual([2, 1]);
    const { body: suggested } = await agent.call('suggest_filter', { list_id });
    expect(suggested.examples).toEqual({ tracked: 3, not_tracked: [] });
    expect(suggested.traits[0]).toEqual({
      field: 'technology',
      value: 'kubernetes',
      share: 1,
      catalogue_share: 0.8,
    });
  });
});
