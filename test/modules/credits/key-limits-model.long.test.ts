import { beforeAll, expect, it } from '@jest/globals';
import { createRandom } from '../../fuzz/random.ts';
import { readBooks, readBudgets } from '../../harness/ledger.ts';
import { seedPlain } from '../../harness/seed.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';

const COMPANIES = 40;
const CREDITS = 400;
const STEPS = 250;
const DAY_MS = 86_400_000;
const OVERLAP_DAYS = 20;

const { service, tenant } = useService('models', { credits: CREDITS });

beforeAll(async () => {
  for (let i = 0; i < COMPANIES; i++) await seedPlain(service.database.pool, `company-${i}`);
});

/** A key with its successors: they share a limit, and what was spent. */
interface Budget {
  firstId: number;
  limit: number | null;
  spent: Map<string, number>;
  /** Keys that still work, the newest last. */
  keys: { id: number; key: string; endsAt: number }[];
}

/** What the service has to do, in a few lines: unlocks, balance and spending of each month. */
class Model {
  balance = CREDITS;
  readonly entries: number[] = [];
  readonly #windows = new Map<number, number>();

  charge({ limit, spent }: Budget, companies: readonly number[], now: number): [number, string | number] {
    const month = new Date(now).toISOString().slice(0, 7);
    const due = companies.filter((id) => (this.#windows.get(id) ?? 0) <= now);
    const before = spent.get(month) ?? 0;
    if (due.length > this.balance) return [402, 'insufficient_credits'];
    if (due.length > 0 && limit !== null && before + due.length > limit) return [402, 'credit_limit_reached'];
    for (const id of due) this.#windows.set(id, now + 30 * DAY_MS);
    if (due.length > 0) {
      spent.set(month, before + due.length);
      this.entries.push(-due.length);
    }
    this.balance -= due.length;
    return [200, due.length];
  }
}

it('charges of keys, successors and sessions agree with a model, over months and changes of limits', async () => {
  const random = createRandom(20261129);
  const { pick } = random;
  const model = new Model();
  const asked = service.rest(tenant.userKey);
  const now = () => service.clock.now().getTime();
  const newBudget = async (kind: 'user' | 'org'): Promise<Budget> => {
    const { key, key_id: id } = (await asked.post('/v1/keys', { kind })).body;
    const keys = [{ id, key, endsAt: Number.POSITIVE_INFINITY }];
    return { firstId: id, limit: null, spent: new Map(), keys };
  };
  const budgets = [await newBudget('user'), await newBudget('user'), await newBudget('org')];
  const seen = new Map<string, number>();

  const charge = async (budget: Budget) => {
    const { key } = pick(budget.keys);
    const from = random.below(COMPANIES);
    const companies = Array.from({ length: 1 + random.below(6) }, (_, i) => (from + i) % COMPANIES);
    const body = { domains: companies.map((id) => `company-${id}.example`) };
    const expected = model.charge(budget, companies, now());
    const asSession = key.startsWith('cds_user_') && random.below(3) === 0;
    const headers: Record<string, string> = asSession ? {} : { 'X-API-Key': key };
    const cookie = asSession ? await signIn(service, { key }) : undefined;
    const sent = { body, headers, ...(cookie === undefined ? {} : { cookie }) };
    const { status, headers: told, body: given } = await send(service, 'POST /v1/enrich/partnerships', sent);
    const { error } = (given as { detail?: { error: string } }).detail ?? {};
    expect([status, error ?? Number(told.get('X-Credits-Charged'))]).toEqual(expected);
    const outcome = String(error ?? (expected[1] === 0 ? 'free' : 'charged'));
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  };
  const changeLimit = async (budget: Budget) => {
    budget.limit = random.below(4) === 0 ? null : random.below(30);
    const { id } = pick(budget.keys);
    const { status } = await asked.patch(`/v1/keys/${id}`, { monthly_credit_limit: budget.limit });
    expect(status).toBe(200);
  };
  const rotate = async ({ keys }: Budget) => {
    const newest = keys.at(-1);
    if (!newest) throw new Error('every budget has a key');
    const overlap = { overlap_seconds: OVERLAP_DAYS * 86_400 };
    const { key, key_id: id } = (await asked.post(`/v1/keys/${newest.id}/rotate`, overlap)).body;
    newest.endsAt = now() + OVERLAP_DAYS * DAY_MS;
    keys.push({ id, key, endsAt: Number.POSITIVE_INFINITY });
  };

  for (let step = 0; step < STEPS; step++) {
    const budget = pick(budgets);
    const dice = random.below(20);
    if (dice === 0) await rotate(budget);
    else if (dice <= 2) await changeLimit(budget);
    else if (dice <= 4) {
      service.clock.advance({ days: random.below(6), hours: random.below(24) });
      for (const each of budgets) each.keys = each.keys.filter(({ endsAt }) => endsAt > now());
    } else await charge(budget);
  }

  // A run without each of these would prove less than it seems to.
  for (const outcome of ['charged', 'free', 'credit_limit_reached'])
    expect(seen.get(outcome) ?? 0).toBeGreaterThan(5);
  const { pool } = service.database;
  const { rows } = await pool.query<{ amount: number }>(
    `SELECT amount FROM credit_entry WHERE organization_id = $1 AND kind <> 'grant' ORDER BY id`,
    [tenant.organizationId],
  );
  expect(rows.map(({ amount }) => amount)).toEqual(model.entries);
  expect(await readBooks(pool, tenant.organizationId)).toMatchObject({
    balance: model.balance,
    ledger: model.balance,
  });
  const expected = budgets.flatMap(({ firstId: keyId, limit, spent }) =>
    [...spent].map(([month, credits]) => ({
      keyId,
      month: `${month}-01`,
      ledger: credits,
      spent: credits,
      limit,
    })),
  );
  expect(expected.length).toBeGreaterThan(budgets.length);
  expect(await readBudgets(pool, tenant.organizationId)).toEqual(expected);
}, 120_000);
