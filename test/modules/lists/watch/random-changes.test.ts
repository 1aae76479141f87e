import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { importRows } from '../../../harness/retire.ts';
import type { TestService } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { readAll } from '../../events/support.ts';
import { AS_OF, condition, daysBefore, definition } from '../../filters/support.ts';
import { createList } from '../operations.ts';
import { changesOf, untilEvaluated } from './support.ts';

const RUNS = Number(process.env.WATCH_RUNS ?? 6);
const TIMEOUT_MS = 30_000 + RUNS * 3_000;
const COUNTRIES = ['DE', 'FR', 'US'];
/** Days since a company's technology was last seen, with the tier that follows. */
const AGES = { high: 10, medium: 200, exploratory: 500 } as const;
type Tier = keyof typeof AGES;

const { service: first, tenant, beside } = useService('random');
const second = beside();
beforeAll(() => {
  first.service.beginWork();
  second.service.beginWork();
});

/** The catalogue and a list by plain rules, without bitmaps, versions or SQL. */
class Model {
  readonly companies = new Map<string, { country: string; seen?: Tier }>();
  /** Domains of companies that were merged, and the company that each leads to. */
  readonly aliases = new Map<string, string>();
  readonly byHand = new Map<string, 'added' | 'excluded'>();
  countries: string[] = [];
  /** Whether the definition asks for the technology instead. */
  isDated = false;

  #ownerOf(domain: string): string | undefined {
    return this.companies.has(domain) ? domain : this.aliases.get(domain);
  }

  members(): Map<string, Tier> {
    const members = new Map<string, Tier>();
    for (const [domain, { country, seen }] of this.companies) {
      if (!this.isDated && this.countries.includes(country)) members.set(domain, 'high');
      if (this.isDated && seen) members.set(domain, seen);
    }
    for (const kind of ['added', 'excluded'] as const) {
      for (const [domain, each] of this.byHand) {
        const owner = this.#ownerOf(domain);
        if (each !== kind || owner === undefined) continue;
        if (kind === 'added') members.set(owner, 'high');
        else members.delete(owner);
      }
    }
    return members;
  }
}

const company = fc.integer({ min: 0, max: 4 });
const step = fc.oneof(
  fc.record({ do: fc.constant('import' as const), company, country: fc.constantFrom(...COUNTRIES) }),
  fc.record({
    do: fc.constant('see' as const),
    company,
    tier: fc.constantFrom<Tier>('high', 'medium', 'exploratory'),
  }),
  fc.record({ do: fc.constant('delete' as const), company }),
  fc.record({ do: fc.constant('merge' as const), company, into: company }),
  fc.record({ do: fc.constant('define' as const), countries: fc.subarray(COUNTRIES, { minLength: 1 }) }),
  fc.record({ do: fc.constant('ask for the technology' as const) }),
  fc.record({ do: fc.constantFrom('add' as const, 'exclude' as const, 'remove' as const), company }),
  fc.record({
    do: fc.constantFrom('watch' as const, 'unwatch' as const, 'materialize' as const, 'wait' as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

/** A list with companies of its own, beside those of earlier runs, and what the model says about them. */
class Run {
  readonly #model = new Model();
  readonly #prefix: string;
  #services: readonly TestService[] = [first, second];
  #listId = 0;
  /** Members of the list by domain when it was watched; undefined while it is not. */
  #baseline: Map<string, Tier> | undefined;
  #cursor = '';

  constructor() {
    runs += 1;
    this.#prefix = `run${runs}x`;
  }

  #domain(index: number): string {
    return `${this.#prefix}${index}.example`;
  }

  /** Leads to one service and to the other by turns. */
  #rest() {
    const [next, ...others] = this.#services;
    if (!next) throw new Error('there are services');
    this.#services = [...others, next];
    return next.rest(tenant.userKey);
  }

  #put(): PromiseLike<unknown> {
    const { isDated, countries } = this.#model;
    const asked = isDated
      ? condition('technology', 'any_of', ['kubernetes'])
      : condition('country', 'any_of', countries);
    const own = condition('domain', 'contains', [this.#prefix]);
    return this.#rest()
      .put(`/v1/lists/${this.#listId}/definition`, definition({ and: [asked, own] }))
      .expect(200);
  }

  async begin(): Promise<void> {
    this.#listId = await createList(first, tenant.userKey, this.#prefix);
  }

  async take(step: Step): Promise<void> {
    const model = this.#model;
    const { pool } = first.database;
    const list = `/v1/lists/${this.#listId}`;
    const domain = 'company' in step ? this.#domain(step.company) : '';
    const known = model.companies.get(domain);
    switch (step.do) {
      case 'import':
        if (model.aliases.has(domain)) return;
        model.companies.set(domain, { ...known, country: step.country });
        return importRows(pool, 'companies', { name: domain, primary_domain: domain, country: step.country });
      case 'see': {
        if (!known) return;
        const row = { domain, tech_key: 'kubernetes' };
        if (known.seen) await importRows(pool, 'company_technologies', { ...row, deleted: true });
        known.seen = step.tier;
        const last_seen = daysBefore(AGES[step.tier]);
        return importRows(pool, 'company_technologies', {
          ...row,
          detection_count: 1,
          first_seen: last_seen,
          last_seen,
        });
      }
      case 'delete':
        if (!known) return;
        model.companies.delete(domain);
        for (const [alias, owner] of model.aliases) if (owner === domain) model.aliases.set(alias, '');
        return importRows(pool, 'companies', { primary_domain: domain, deleted: true });
      case 'merge': {
        const into = this.#domain(step.into);
        const survivor = model.companies.get(into);
        if (!known || !survivor || domain === into) return;
        const tiers = [known.seen, survivor.seen];
        const seen = (Object.keys(AGES) as Tier[]).find((tier) => tiers.includes(tier));
        if (seen) survivor.seen = seen;
        for (const [alias, owner] of model.aliases) if (owner === domain) model.aliases.set(alias, into);
        model.aliases.set(domain, into);
        model.companies.delete(domain);
        return importRows(pool, 'companies', { primary_domain: domain, merge_into: into });
      }
      case 'define':
        Object.assign(model, { countries: step.countries, isDated: false });
        await this.#put();
        return;
      case 'ask for the technology':
        model.isDated = true;
        await this.#put();
        return;
      case 'add':
      case 'exclude': {
        model.byHand.set(domain, step.do === 'add' ? 'added' : 'excluded');
        const path = step.do === 'add' ? 'domains' : 'excluded-domains';
        await this.#rest()
          .post(`${list}/${path}`, { domains: [domain] })
          .expect(200);
        return;
      }
      case 'remove': {
        const kind = model.byHand.get(domain);
        if (!kind) return;
        model.byHand.delete(domain);
        await this.#rest()
          .delete(`${list}/${kind === 'added' ? 'domains' : 'excluded-domains'}/${domain}`)
          .expect(204);
        return;
      }
      case 'watch':
        await this.#rest().put(`${list}/watch`).expect(204);
        if (!this.#baseline) {
          this.#baseline = model.members();
          this.#cursor = (await this.#rest().get('/v1/events?cursor=now')).body.next_cursor;
        }
        return;
      case 'unwatch':
        await this.#rest().delete(`${list}/watch`).expect(204);
        if (this.#baseline) this.#cursor = (await this.#rest().get('/v1/events?cursor=now')).body.next_cursor;
        this.#baseline = undefined;
        return;
      case 'materialize':
        await this.#rest().post(`${list}/materialize`).expect(200);
        return;
      case 'wait':
        return this.check();
    }
  }

  /** All events since the list was watched must add up to what the model says now, each to what the one before left. */
  async check(): Promise<void> {
    await untilEvaluated(first);
    const told = this.#cursor === '' ? [] : await readAll(first, tenant.userKey, this.#cursor);
    const events = told.filter(
      ({ type, list_id }) => type === 'list.members_changed' && list_id === this.#listId,
    );
    if (!this.#baseline) return expect(events).toEqual([]);
    const { rows } = await first.database.pool.query<{ domain: string; id: number }>(
      `SELECT primary_domain AS domain, id FROM company UNION ALL
       SELECT coalesce(primary_domain, name), id FROM retired_company`,
    );
    const domains = new Map(rows.map(({ domain, id }) => [id, domain]));
    const members = new Map<string, string>(this.#baseline);
    let previous: unknown;
    for (const event of events) {
      const { data } = event;
      const { entered, left, tier_changed } = await changesOf(first, tenant.userKey, event);
      expect([data.entered, data.left, data.tier_changed]).toEqual([
        entered.length,
        left.length,
        tier_changed.length,
      ]);
      expect(entered.length + left.length + tier_changed.length).toBeGreaterThan(0);
      if (previous !== undefined) expect(data.previous_materialization_id).toBe(previous);
      previous = data.materialization_id;
      for (const [id, from, to] of [...entered, ...left, ...tier_changed]) {
        const domain = domains.get(id) ?? `company ${id}`;
        expect([domain, members.get(domain)]).toEqual([domain, from]);
        if (to === undefined) members.delete(domain);
        else members.set(domain, to);
      }
      expect(data.counts).toMatchObject({ total: members.size });
    }
    expect(Object.fromEntries(members)).toEqual(Object.fromEntries(this.#model.members()));
  }
}

describe('events of a list that two processes watch', () => {
  it(
    'add up to its members, whatever happens to it, to the catalogue and to the watching',
    async () => {
      const { pool } = first.database;
      await importRows(pool, 'technologies', { tech_key: 'kubernetes', display_name: 'Kubernetes' });
      await importRows(pool, 'companies', { name: 'Newest', primary_domain: 'newest.example' });
      const seen = { first_seen: AS_OF, last_seen: AS_OF, detection_count: 1 };
      await importRows(pool, 'company_technologies', {
        domain: 'newest.example',
        tech_key: 'kubernetes',
        ...seen,
      });
      const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        const run = new Run();
        await run.begin();
        for (const each of steps) await run.take(each);
        await run.check();
      });
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    },
    TIMEOUT_MS,
  );
});
