import { createAuthentication } from './authentication.mjs';
import { createServer, isoTimestamps, openPool, Problem, serve } from './server.mjs';

const MAX_BATCH = 100;
const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

const RESOLVE = {
  name: 'resolve',
  text: `SELECT d.domain, c.id, c.name, c.slug
         FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = ANY($1::text[])`,
};

/** Columns have the names of the response. Rows are read as arrays, so that each object is created once. */
const PARTNERSHIPS = {
  name: 'partnerships',
  rowMode: 'array',
  types: isoTimestamps,
  text: `SELECT p.company_id, c.name, c.primary_domain, c.slug, p.first_observed_at, p.last_observed_at, p.observation_count
         FROM partnership p JOIN company c ON c.id = p.partner_id WHERE p.company_id = ANY($1::int[])
         ORDER BY p.company_id, p.last_observed_at DESC, c.slug COLLATE "C"`,
};

const CHARGE = {
  name: 'charge',
  text: `
  WITH wanted AS MATERIALIZED (SELECT unnest($2::int[]) AS company_id),
  open AS MATERIALIZED (
    SELECT u.company_id, u.expires_at FROM company_unlock u JOIN wanted USING (company_id)
    WHERE u.organization_id = $1 AND u.expires_at > $3
  ), unlocked AS (
    INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
    SELECT $1, company_id, $3, $4 FROM wanted WHERE company_id NOT IN (SELECT company_id FROM open)
    ORDER BY company_id
    ON CONFLICT (organization_id, company_id)
      DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
      WHERE u.expires_at <= excluded.unlocked_at
    RETURNING company_id
  ), bill AS (
    SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids FROM unlocked
  ), paid AS (
    UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
    FROM bill WHERE o.id = $1 AND bill.cost > 0
    RETURNING o.credit_balance
  ), entry AS (
    INSERT INTO credit_entry
      (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
    SELECT $1, $5::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $6, $7, $3 FROM bill, paid
  )
  SELECT bill.company_ids AS charged,
    coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
    (SELECT array_agg(company_id ORDER BY company_id) FROM open) AS window_ids,
    (SELECT array_agg(expires_at ORDER BY company_id) FROM open) AS window_ends
  FROM bill`,
};

const pool = openPool();
const app = createServer();

function cleanDomains(sent) {
  if (sent.length > MAX_BATCH)
    throw new Problem(400, 'batch_too_large', 'A batch holds at most 100 domains.');
  const domains = new Set();
  for (const raw of sent) {
    const lower = raw.trim().toLowerCase();
    const domain = lower.startsWith('www.') ? lower.slice(4) : lower;
    if (domain.includes('.') && domain.length <= 253) domains.add(domain);
  }
  return [...domains];
}

async function findPartners(companyIds) {
  const { rows } = await pool.query({ ...PARTNERSHIPS, values: [companyIds] });
  const byCompany = new Map(companyIds.map((id) => [id, []]));
  for (const row of rows) {
    byCompany.get(row[0]).push({
      partner_name: row[1],
      partner_domain: row[2],
      partner_slug: row[3],
      first_observed_at: row[4],
      last_observed_at: row[5],
      observation_count: row[6],
      category: null,
      description: null,
    });
  }
  return byCompany;
}

async function charge({ holder, id: requestId }, companyIds) {
  const now = new Date();
  const until = new Date(now.getTime() + WINDOW_MS);
  const values = [holder.organization_id, companyIds, now, until, 'enrichment', holder.id, requestId];
  try {
    const { rows } = await pool.query({ ...CHARGE, values });
    return rows[0];
  } catch (error) {
    if (error.constraint !== 'organization_credit_balance_check') throw error;
    throw new Problem(402, 'insufficient_credits', 'The balance does not cover this.');
  }
}

function toResult(domain, company, partnerships) {
  const status = !company ? 'not_tracked' : partnerships.length > 0 ? 'found' : 'no_partnerships';
  return {
    domain,
    status,
    company_name: company?.name ?? null,
    company_id: company?.id ?? null,
    slug: company?.slug ?? null,
    partnerships,
    partnership_count: partnerships.length,
  };
}

app.post('/v1/enrich/partnerships', {
  onRequest: createAuthentication(pool),
  schema: {
    body: {
      type: 'object',
      required: ['domains'],
      additionalProperties: false,
      properties: { domains: { type: 'array', minItems: 1, items: { type: 'string' } } },
    },
  },
  async handler(request, reply) {
    const domains = cleanDomains(request.body.domains);
    const { rows } = await pool.query({ ...RESOLVE, values: [domains] });
    const companies = new Map(rows.map((row) => [row.domain, row]));
    const companyIds = [...new Set(rows.map((row) => row.id))];
    const partners = await findPartners(companyIds);
    const bill = await charge(request, companyIds);
    const results = domains.map((domain) => {
      const company = companies.get(domain);
      return toResult(domain, company, company ? partners.get(company.id) : []);
    });
    const text = JSON.stringify({
      results,
      total_domains_requested: results.length,
      domains_found: results.filter((result) => result.company_id !== null).length,
      domains_with_partnerships: results.filter((result) => result.partnership_count > 0).length,
    });
    reply.header('X-Credits-Charged', bill.charged.length).header('X-Credits-Remaining', bill.balance);
    // As bytes: a text of this length would be copied twice more on its way to the socket.
    return reply.type('application/json; charset=utf-8').send(Buffer.from(text));
  },
});

await serve(app, pool);
