import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { START, startTestService, type Tenant } from '../harness/service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { CURRENT, connect } from './client.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
let tenant: Tenant;
let tenants = 0;
beforeEach(async () => {
  service.clock.set(START);
  tenants += 1;
  tenant = await service.createTenant(`buyers${tenants}`, 10);
});
afterAll(() => service.close());

const DOMAINS = ['acme.example', 'beta.example'];

const balance = async () =>
  (await service.rest(tenant.userKey).get('/v1/account')).body.organization.credit_balance;

const withAgent = async (
  options: Parameters<typeof connect>[2],
  work: (agent: Awaited<ReturnType<typeof connect>>) => Promise<void>,
  key = tenant.userKey,
) => {
  const agent = await connect(service, key, options);
  await work(agent);
  await agent.close();
};

describe('a client that can ask', () => {
  it('buys once a person has confirmed the price', async () => {
    const asked: string[] = [];
    const answer = (message: string) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    };
    await withAgent({ answer }, async ({ call }) => {
      const { body } = await call('enrich', { domains: DOMAINS });
      expect(body).toMatchObject({
        status: 'done',
        credits_charged: 2,
        credits_remaining: 8,
        domains_found: 2,
      });
    });
    expect(asked).toEqual([
      'Looking up the partners of 2 domains costs 2 credits. 10 credits are left. Spend them?',
    ]);
    expect(await balance()).toBe(8);
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['leaves the box unchecked', { action: 'accept', content: { confirm: false } }],
  ])('buys nothing if the person %s', async (_what, answer) => {
    await withAgent({ answer: () => answer }, async ({ call }) => {
      expect((await call('enrich', { domains: DOMAINS })).body).toMatchObject({ status: 'declined' });
    });
    expect(await balance()).toBe(10);
  });

  it('asks for no price where nothing is charged', async () => {
    const answer = () => {
      throw new Error('asked');
    };
    await withAgent({ answer }, async ({ call }) => {
      expect((await call('enrich', { domains: ['nobody.example'] })).body).toMatchObject({ status: 'done' });
    });
  });
});

describe('the ledger', () => {
  it('says over both APIs which entries an agent has spent', async () => {
    const rest = service.rest(tenant.userKey);
    await rest.post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    await withAgent({}, async ({ call }) => {
      await call('enrich', { domains: DOMAINS, max_credits: 2 });
      const { body } = await call('save_list', {
        name: 'Bought',
        words: 'companies in austria',
        dry_run: false,
      });
      expect((await call('enrich', { list_id: body.list_id, max_credits: 5 })).body.status).toBe('done');
    });
    const { body: ledger } = await rest.get('/v1/account/ledger');
    const shown = ledger.entries.map(({ kind, via }: { kind: string; via?: string }) => [kind, via]);
    const spent = [
      ['export', 'mcp'],
      ['enrichment', 'mcp'],
      ['enrichment', undefined],
      ['grant', undefined],
    ];
    expect(shown).toEqual(spent);
    const { body } = await service.graphql(
      tenant.userKey,
      '{ viewer { organization { creditEntries { edges { node { kind via } } } } } }',
    );
    const nodes = body.data.viewer.organization.creditEntries.edges.map(
      ({ node }: { node: { kind: string; via: string | null } }) => [
        node.kind.toLowerCase(),
        node.via ?? undefined,
      ],
    );
    expect(nodes).toEqual(spent);
  });
});

describe('the state of a round', () => {
  let id = 0;
  /** Sends a call as the current revision has it, with the answer of a person and the state that the service gave. */
  async function send(given: object, round: object = {}, key = tenant.userKey) {
    id += 1;
    const name = 'enrich';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': CURRENT,
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    };
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': CURRENT,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: given, _meta: meta, ...round },
      }),
    });
    const { result } = (await response.json()) as { result: Response['body'] };
    return result;
  }

  const ACCEPTED = { price: { action: 'accept', content: { confirm: true } } };
  const GIVEN = { domains: DOMAINS };

  /** Begins a call, and returns what repeats it with the answer of a person. */
  async function begin() {
    const asked = await send(GIVEN);
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { price: { method: 'elicitation/create' } },
    });
    return { inputResponses: ACCEPTED, requestState: asked.requestState };
  }

  it('lets a call go on, once however often it is repeated, in any order of its arguments', async () => {
    const round = await begin();
    const first = await send(GIVEN, round);
    const again = await send(GIVEN, round);
    expect(first.structuredContent).toMatchObject({ status: 'done', credits_charged: 2 });
    expect(again.structuredContent).toMatchObject({ status: 'done' });
    expect(await balance()).toBe(8);
  });

  it('is worth nothing for other arguments', async () => {
    const round = await begin();
    expect(await send({ domains: ['gamma.example'] }, round)).toMatchObject({ resultType: 'input_required' });
    expect(await balance()).toBe(10);
  });

  it('is worth nothing with another key', async () => {
    const round = await begin();
    const { userKey } = await service.createColleague(tenant, 'Grace');
    expect(await send(GIVEN, round, userKey)).toMatchObject({ resultType: 'input_required' });
    expect(await balance()).toBe(10);
  });

  it('is worth nothing at another price, which is asked about again', async () => {
    const round = await begin();
    await service.rest(tenant.userKey).post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    const asked = await send(GIVEN, round);
    expect(asked).toMatchObject({ resultType: 'input_required' });
    expect(asked.inputRequests.price.params.message).toContain('costs 1 credit.');
    expect(await balance()).toBe(9);
  });

  it('is worth nothing after ten minutes, and when it was changed', async () => {
    const round = await begin();
    const requestState = `${String(round.requestState).slice(0, -2)}AA`;
    expect(await send(GIVEN, { ...round, requestState })).toMatchObject({ resultType: 'input_required' });
    service.clock.advance({ minutes: 10 });
    expect(await send(GIVEN, round)).toMatchObject({ resultType: 'input_required' });
    expect(await balance()).toBe(10);
  });

  it('is worth something for ten minutes, in any process', async () => {
    const beside = await startTestService({ beside: service });
    const round = await begin();
    service.clock.advance({ minutes: 9 });
    const { url } = service;
    service.url = beside.url;
    expect((await send(GIVEN, round)).structuredContent).toMatchObject({ status: 'done' });
    service.url = url;
    await beside.close();
  });
});

describe('a client that cannot ask', () => {
  it('gets a quote, and buys by max_credits', async () => {
    await withAgent({}, async ({ call }) => {
      const quote = await call('enrich', { domains: DOMAINS });
      expect(quote.body).toMatchObject({
        status: 'quote',
        quote: { credits_required: 2, credit_balance: 10, sufficient: true },
        do: expect.stringContaining('max_credits 2'),
      });
      expect((await call('enrich', { domains: DOMAINS, max_credits: 1 })).body).toMatchObject({
        status: 'too_expensive',
      });
      expect(await balance()).toBe(10);
      expect((await call('enrich', { domains: DOMAINS, max_credits: 2 })).body).toMatchObject({
        status: 'done',
        credits_charged: 2,
        results: [
          { domain: 'acme.example', status: 'found', partners: ['The Hub (hub.example)'] },
          { domain: 'beta.example', status: 'found' },
        ],
      });
    });
    expect(await balance()).toBe(8);
  });

  it('buys once for one request_id', async () => {
    await withAgent({ mode: 'legacy' }, async ({ call }) => {
      const given = { domains: DOMAINS, max_credits: 2, request_id: 'purchase-1' };
      const [first, again] = [await call('enrich', given), await call('enrich', given)];
      expect(again.body.results).toEqual(first.body.results);
      expect((await call('enrich', { ...given, domains: ['gamma.example'] })).body).toMatchObject({
        error: 'idempotency_key_reused',
      });
    });
    expect(await balance()).toBe(8);
  });

  it('stops at the monthly limit of its key', async () => {
    const { rows } = await service.database.pool.query<{ id: number }>(
      'SELECT id FROM api_key WHERE user_id = $1',
      [tenant.userId],
    );
    const admin = await service.createColleague(tenant, 'Grace');
    await service.database.pool.query(`UPDATE "user" SET role = 'admin' WHERE id = $1`, [admin.userId]);
    await service.rest(admin.userKey).patch(`/v1/keys/${rows[0]?.id}`, { monthly_credit_limit: 1 });
    await withAgent({}, async ({ call }) => {
      const { isError, body } = await call('enrich', { domains: DOMAINS, max_credits: 5 });
      expect([isError, body]).toEqual([
        true,
        expect.objectContaining({
          error: 'credit_limit_reached',
          limit: 1,
          next: { do: expect.stringContaining('Stop') },
        }),
      ]);
    });
    expect(await balance()).toBe(10);
  });

  it('says what is missing where the balance does not suffice', async () => {
    const poor = await service.createTenant(`poor${tenants}`, 1);
    await withAgent(
      { answer: () => ({ action: 'accept', content: { confirm: true } }) },
      async ({ call }) => {
        expect((await call('enrich', { domains: DOMAINS })).body).toMatchObject({
          status: 'quote',
          quote: { sufficient: false },
        });
        expect((await call('enrich', { domains: DOMAINS, max_credits: 2 })).body).toMatchObject({
          error: 'insufficient_credits',
          next: { tool: 'enrich' },
        });
      },
      poor.userKey,
    );
  });
});

describe('a list', () => {
  const K8S = { root: condition('technology', 'any_of', ['kubernetes']) };

  it('is exported from a quote to its file, which REST shows as the same', async () => {
    await withAgent({}, async ({ call }) => {
      const { body: saved } = await call('save_list', { name: 'K8s', definition: K8S, dry_run: false });
      const { list_id } = saved;
      expect((await call('enrich', { list_id })).body).toMatchObject({
        status: 'quote',
        quote: { credits_required: 4, members: 4 },
      });
      const { body } = await call('enrich', { list_id, max_credits: 4 });
      expect(body).toMatchObject({
        status: 'done',
        credits_charged: 4,
        credits_remaining: 6,
        file_name: 'K8s.csv',
      });
      const path = String(body.url).replace(service.publicUrl, '');
      const file = await service.rest(tenant.userKey).get(path);
      expect([file.status, file.text.trimEnd().split('\n').length]).toEqual([200, 5]);
    });
    expect(await balance()).toBe(6);
  });

  it('says in its audit log that an agent changed it, and nothing of the kind over the APIs', async () => {
    const rest = service.rest(tenant.userKey);
    await withAgent({}, async ({ call }) => {
      const { body: saved } = await call('save_list', { name: 'K8s', definition: K8S, dry_run: false });
      const { list_id } = saved;
      await call('save_list', {
        list_id,
        words: 'companies in germany',
        name: 'German',
        tags: ['x'],
        dry_run: false,
      });
      await call('save_list', { list_id, add_domains: ['hub.example'], watch: true, dry_run: false });
      await call('enrich', { list_id, max_credits: 4 });
      await rest.put(`/v1/lists/${list_id}/definition`, definition(K8S.root));
      await rest.patch(`/v1/lists/${list_id}`, { name: 'K8s' });
      await rest.post(`/v1/lists/${list_id}/domains`, { domains: ['delta.example'] });
      const { body } = await rest.get(`/v1/lists/${list_id}/audit-log`);
      expect(body.events.map(({ action, via }: { action: string; via?: string }) => [action, via])).toEqual([
        ['domains_added', undefined],
        ['list_renamed', undefined],
        ['definition_replaced', undefined],
        ['list_exported', 'mcp'],
        ['list_watched', 'mcp'],
        ['domains_added', 'mcp'],
        ['tags_changed', 'mcp'],
        ['list_renamed', 'mcp'],
        ['definition_replaced', 'mcp'],
        ['list_created', 'mcp'],
      ]);
    });
  });

  it('is saved once for one request_id, and not at all if it changed meanwhile', async () => {
    await withAgent({}, async ({ call }) => {
      const given = { name: 'K8s', definition: K8S, dry_run: false, request_id: 'list-1' };
      const [first, again] = [await call('save_list', given), await call('save_list', given)];
      expect(again.body.list_id).toBe(first.body.list_id);
      const { list_id } = first.body;
      await service.rest(tenant.userKey).put(`/v1/lists/${list_id}/definition`, definition(K8S.root));
      const late = { list_id, words: 'companies in germany', definition_version: 1, dry_run: false };
      expect((await call('save_list', late)).body).toMatchObject({
        error: 'definition_conflict',
        current_version: 2,
        next: { tool: 'get_lists' },
      });
    });
  });
});
