import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { createAuthentication } from './authentication.mjs';
import { createServer, isoTimestamps, openPool, Problem, serve } from './server.mjs';

// Pages of members and counts of filters by hand-written SQL, over the members in lists_peer.member. Its argument is a
// file with the statement of each filter, so that this peer need not compile one.

const CAP = 10_000;
const SETTINGS = '-c TimeZone=UTC -c work_mem=128MB -c jit=off -c plan_cache_mode=force_generic_plan';

const PAGE = {
  name: 'page',
  text: `SELECT c.id AS company_id, c.name, c.slug, c.primary_domain, m.tier
         FROM lists_peer.member m JOIN company c ON c.id = m.company_id
         WHERE m.list_id = $1 ORDER BY m.company_id LIMIT $2 OFFSET $3`,
};

/** One statement: each company with its latest partners and its most frequent technologies. */
const NESTED = {
  name: 'nested',
  types: isoTimestamps,
  text: `SELECT m.tier, json_build_object('companyId', c.id, 'name', c.name, 'slug', c.slug,
           'primaryDomain', c.primary_domain, 'partnershipCount', c.partnership_count,
           'partnerships', p.list, 'technologies', t.list)::text AS company
         FROM (SELECT * FROM lists_peer.member WHERE list_id = $1 ORDER BY company_id LIMIT $2) m
         JOIN company c ON c.id = m.company_id
         CROSS JOIN LATERAL (SELECT coalesce(json_agg(x), '[]') AS list FROM (
           SELECT o.name AS "partnerName", o.primary_domain AS "partnerDomain", o.slug AS "partnerSlug",
             p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
             p.observation_count AS "observationCount"
           FROM partnership p JOIN company o ON o.id = p.partner_id WHERE p.company_id = c.id
           ORDER BY p.last_observed_at DESC, o.slug COLLATE "C" LIMIT 10) x) p
         CROSS JOIN LATERAL (SELECT coalesce(json_agg(x), '[]') AS list FROM (
           SELECT k.tech_key AS "techKey", k.display_name AS "displayName", d.detection_count AS "detectionCount",
             d.first_seen AS "firstSeen", d.last_seen AS "lastSeen"
           FROM company_technology d JOIN technology k ON k.id = d.technology_id WHERE d.company_id = c.id
           ORDER BY d.detection_count DESC, k.tech_key COLLATE "C" LIMIT 20) x) t
         ORDER BY m.company_id`,
};

const [file] = process.argv.slice(2);
const statements = file === undefined ? [] : JSON.parse(await readFile(file, 'utf8'));
const pool = openPool();
const counting = new pg.Pool({ ...pool.options, options: `${SETTINGS} -c search_path=peer_exists,public` });
const app = createServer();
const onRequest = createAuthentication(pool);

app.get('/v1/lists/:list/members', {
  onRequest,
  async handler({ params, query }) {
    const { rows } = await pool.query({
      ...PAGE,
      values: [Number(params.list), Number(query.limit), Number(query.offset)],
    });
    return { members: rows };
  },
});

app.get('/v1/lists/:list/nested', {
  onRequest,
  async handler({ params, query }, reply) {
    const { rows } = await pool.query({ ...NESTED, values: [Number(params.list), Number(query.limit)] });
    const members = rows.map(({ tier, company }) => `{"tier":"${tier}","company":${company}}`);
    // As bytes, which has Fastify send their length.
    return reply.type('application/json; charset=utf-8').send(Buffer.from(`[${members.join()}]`));
  },
});

app.post('/v1/lists/preview-count', {
  onRequest,
  async handler({ query }) {
    const text = statements[Number(query.statement)];
    if (text === undefined) throw new Problem(422, 'validation_error', 'Unknown statement.');
    const { rows } = await counting.query({ name: `count_${query.statement}`, text, rowMode: 'array' });
    const count = Number(rows[0][0]);
    return { count: Math.min(count, CAP), capped: count >= CAP };
  },
});

await serve(app, { end: () => Promise.all([pool.end(), counting.end()]) });
