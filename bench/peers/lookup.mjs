import { createAuthentication } from './authentication.mjs';
import { createServer, isoTimestamps, openPool, Problem, serve } from './server.mjs';

const COLUMNS = `
  c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country,
  c.founded_year, c.technology_count, c.investor_count, c.domain_count,
  ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
        ORDER BY d.is_primary DESC, d.position, d.domain) AS domains,
  CASE WHEN c.investor_count = 0 THEN '{}' ELSE
    ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
          WHERE ci.company_id = c.id ORDER BY ci.position, i.name) END AS investors`;

const BY_DOMAIN = {
  name: 'by_domain',
  text: `SELECT ${COLUMNS} FROM company c WHERE c.id = (SELECT company_id FROM company_domain WHERE domain = $1)`,
};
const BY_SLUG = { name: 'by_slug', text: `SELECT ${COLUMNS} FROM company c WHERE c.slug = $1` };

/** Columns have the names of the response: a row is an item. */
const TECHNOLOGIES = {
  name: 'technologies',
  types: isoTimestamps,
  text: `SELECT t.tech_key, t.display_name, ct.detection_count, ct.first_seen, ct.last_seen
         FROM company_technology ct JOIN technology t ON t.id = ct.technology_id WHERE ct.company_id = $1
         ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C"`,
};

const INCLUDES = new Set(['technologies', 'firmographics']);

const pool = openPool();
const app = createServer();

function parseInclude(text) {
  if (!text) return new Set();
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !INCLUDES.has(word));
  if (unknown.length > 0)
    throw new Problem(422, 'validation_error', `"${unknown.join()}" is not known here.`);
  return new Set(words);
}

function findCompany(identifier) {
  const text = identifier.trim().toLowerCase();
  if (!identifier.includes('.')) return pool.query({ ...BY_SLUG, values: [text] });
  return pool.query({ ...BY_DOMAIN, values: [text.startsWith('www.') ? text.slice(4) : text] });
}

/** Omits fields without data. */
function toRecord(company, include, technologies) {
  const record = {
    company_id: company.id,
    name: company.name,
    slug: company.slug,
    primary_domain: company.primary_domain,
    partnership_count: company.partnership_count,
  };
  if (company.domains.length > 0) record.domains = company.domains;
  if (company.investors.length > 0) record.investors = company.investors;
  if (technologies.length > 0) record.technologies = technologies;
  if (include.has('firmographics')) record.firmographics = toFirmographics(company);
  return record;
}

function toFirmographics(company) {
  const record = {};
  if (company.industry !== null) record.industry = company.industry;
  if (company.employee_range !== null) record.employee_range = company.employee_range;
  if (company.country !== null) record.country = company.country;
  if (company.founded_year !== null) record.founded_year = company.founded_year;
  record.technology_count = company.technology_count;
  record.investor_count = company.investor_count;
  record.domain_count = company.domain_count;
  return record;
}

app.get('/v1/companies/:identifier', {
  onRequest: createAuthentication(pool),
  schema: {
    querystring: {
      type: 'object',
      additionalProperties: false,
      properties: { include: { type: 'string' } },
    },
  },
  async handler(request, reply) {
    const { identifier } = request.params;
    const include = parseInclude(request.query.include);
    const found = await findCompany(identifier);
    const company = found.rows[0];
    if (!company) {
      throw new Problem(404, 'company_not_found', 'No tracked company has this domain or slug.', {
        identifier,
      });
    }
    const technologies = include.has('technologies')
      ? (await pool.query({ ...TECHNOLOGIES, values: [company.id] })).rows
      : [];
    const body = JSON.stringify(toRecord(company, include, technologies));
    return reply.type('application/json; charset=utf-8').send(body);
  },
});

await serve(app, pool);
