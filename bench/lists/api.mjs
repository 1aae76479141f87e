import { runCommand } from '../lib/children.mjs';

const CREDITS = '5000000';
const ORGANIZATION = 'Benchmark of lists';
const OWNER = { organization: ORGANIZATION, email: 'lists@example.com' };

/** Creates a personal key, which lists require, of a new organization with credits for large exports. */
export async function createOwnerKey(root, databaseUrl, { organization: name, email } = OWNER) {
  await runCommand(root, databaseUrl, 'org', 'create', '--name', name, '--credits', CREDITS);
  await runCommand(root, databaseUrl, 'user', 'create', '--org', name, '--email', email, '--name', name);
  const { key } = await runCommand(root, databaseUrl, 'key', 'create', '--user', email);
  return key;
}

/** Unlocks the companies founded in some years for the organization of the benchmark, which shows their partners. */
export async function unlockFoundedIn(pool, years) {
  await pool.query(
    `INSERT INTO company_unlock (organization_id, company_id, unlocked_at, expires_at)
     SELECT o.id, c.id, now(), now() + interval '30 days' FROM organization o, company c
     WHERE o.name = $1 AND c.founded_year = ANY ($2) ON CONFLICT DO NOTHING`,
    [ORGANIZATION, years],
  );
  await pool.query('VACUUM (ANALYZE) company_unlock');
}

/** Calls the service with a key. @returns the parsed body, or throws unless the call succeeded */
export function createApi({ url }, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const call = async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    url,
    headers,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    /** @returns the id of a new list with the matches of one condition. */
    createList: async (name, field, operator, ...values) => {
      const root = { condition: { field, operator, values } };
      const created = await call('POST', '/v1/lists', { name, definition: { registry_version: '1', root } });
      return created.list_id;
    },
  };
}
