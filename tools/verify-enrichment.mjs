// Checks a running service against the files that were imported into it, by computing every enrichment result from the
// files alone: no code of the service is used.
//
//   node tools/verify-enrichment.mjs FOLDER DOMAINS URL KEY
//
// FOLDER holds companies.ndjson and partnerships.ndjson; DOMAINS is a text file, a domain a line. They are sent in
// batches of 100. Prints the figures; exit code 1 at the first difference.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, domainsFile, url, key] = process.argv.slice(2);
if (!key) throw new Error('usage: verify-enrichment.mjs FOLDER DOMAINS URL KEY');

const rows = (name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const companyOf = new Map();
for (const company of rows('companies.ndjson')) {
  for (const domain of [company.primary_domain, ...(company.domains ?? [])]) companyOf.set(domain, company);
}

const partners = new Map();
function observe(company, partner, { first_observed_at, last_observed_at, observation_count }) {
  const known = partners.get(company) ?? new Map();
  partners.set(company, known);
  const pair = known.get(partner);
  const [first, last] = [Date.parse(first_observed_at), Date.parse(last_observed_at)];
  if (!pair) known.set(partner, { first, last, count: observation_count });
  else {
    pair.first = Math.min(pair.first, first);
    pair.last = Math.max(pair.last, last);
    pair.count += observation_count;
  }
}
for (const row of rows('partnerships.ndjson')) {
  const [from, to] = [companyOf.get(row.domain), companyOf.get(row.partner_domain)];
  observe(from, to, row);
  observe(to, from, row);
}

/** Spec 4.8, rules 1 and 2, written down again. */
function clean(batch) {
  const seen = new Set();
  for (const raw of batch) {
    const domain = raw
      .trim()
      .toLowerCase()
      .replace(/^www\./, '');
    if (domain.includes('.') && domain.length <= 253) seen.add(domain);
  }
  return [...seen];
}

function expected(domain) {
  const company = companyOf.get(domain);
  const found = [...(partners.get(company) ?? [])].map(([partner, { first, last, count }]) => ({
    partner_name: partner.name,
    partner_domain: partner.primary_domain,
    first,
    last,
    observation_count: count,
  }));
  return {
    domain,
    status: company ? (found.length > 0 ? 'found' : 'no_partnerships') : 'not_tracked',
    company_name: company?.name ?? null,
    partnership_count: found.length,
    partnerships: found.sort(byDomain),
  };
}

const byDomain = (a, b) => (a.partner_domain < b.partner_domain ? -1 : 1);

/** The order that was promised: latest observation first, then slug by code point. */
function assertOrder(list) {
  for (const [i, next] of list.slice(1).entries()) {
    const here = list[i];
    const [a, b] = [Date.parse(here.last_observed_at), Date.parse(next.last_observed_at)];
    assert.ok(a > b || (a === b && here.partner_slug < next.partner_slug), `order: ${here.partner_slug}`);
  }
}

function simplify(result) {
  assertOrder(result.partnerships);
  assert.equal(result.company_id === null, result.status === 'not_tracked');
  return {
    domain: result.domain,
    status: result.status,
    company_name: result.company_name,
    partnership_count: result.partnership_count,
    partnerships: result.partnerships
      .map((row) => ({
        partner_name: row.partner_name,
        partner_domain: row.partner_domain,
        first: Date.parse(row.first_observed_at),
        last: Date.parse(row.last_observed_at),
        observation_count: row.observation_count,
      }))
      .sort(byDomain),
  };
}

async function enrich(domains) {
  const response = await fetch(`${url}/v1/enrich/partnerships`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domains }),
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return { body, charged: Number(response.headers.get('X-Credits-Charged')) };
}

const sent = readFileSync(domainsFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const totals = {
  strings: sent.length,
  batches: 0,
  results: 0,
  found: 0,
  no_partnerships: 0,
  not_tracked: 0,
  partnerships: 0,
  charged: 0,
};
const paid = new Set();
for (let i = 0; i < sent.length; i += 100) {
  const batch = sent.slice(i, i + 100);
  const results = clean(batch).map(expected);
  const due = new Set(
    results.map(({ domain }) => companyOf.get(domain)).filter((company) => company && !paid.has(company)),
  );
  for (const company of due) paid.add(company);
  const { body, charged } = await enrich(batch);
  assert.deepEqual(body.results.map(simplify), results);
  assert.equal(body.total_domains_requested, results.length);
  assert.equal(body.domains_found, results.filter((row) => row.status !== 'not_tracked').length);
  assert.equal(body.domains_with_partnerships, results.filter((row) => row.status === 'found').length);
  assert.equal(charged, due.size, 'charged (use a key of an organization that has not enriched yet)');
  totals.batches += 1;
  totals.results += results.length;
  totals.charged += charged;
  for (const row of results) {
    totals[row.status] += 1;
    totals.partnerships += row.partnership_count;
  }
}
console.log(JSON.stringify(totals));
