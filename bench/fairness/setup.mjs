import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApi } from '../lists/api.mjs';

const CREDITS = 5_000_000;
const USERS = 5;
const IDENTIFIERS = 2_000;
const DOMAINS = 1_000;
const [EVENTS, QUICK_EVENTS] = [1_000, 50];
const LISTS = 100;

/** Creates organizations and keys like the commands, without a process for each. */
async function openAdministration(root, databaseUrl) {
  const load = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
  const [{ createAdministration }, { openDatabase }, { systemClock }] = await Promise.all([
    load('modules/access/administration.js'),
    load('database/client.js'),
    load('lib/clock.js'),
  ]);
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const administration = createAdministration(database, systemClock);
  return {
    /** @returns {orgKey, userKeys} of a new organization */
    createOrganization: async (name, users) => {
      await administration.createOrganization(name, CREDITS);
      const { key: orgKey } = await administration.createKey({ organization: name }, {});
      const userKeys = [];
      for (let number = 1; number <= users; number++) {
        const email = `user${number}@${name}.example`;
        await administration.createUser({ organization: name, email, name: `User ${number}`, admin: false });
        userKeys.push((await administration.createKey({ user: email }, {})).key);
      }
      return { orgKey, userKeys };
    },
    close: () => database.close(),
  };
}

/**
 * Prepares the objects of the attacks, through the API and with the attacker's own key.
 *
 * @param service runs without limits, so that this takes no budget and no time of an attack
 * @returns keys of the attacker, of the victim and for warming up, and the objects that attacks name
 */
export async function prepareAttacks(
  root,
  { url: databaseUrl, pool, companies },
  service,
  { quick, attacks },
) {
  const administration = await openAdministration(root, databaseUrl);
  const organizations = {};
  try {
    for (const [name, users] of [
      ['attacker', USERS],
      ['victim', 2],
      ['warm', 3],
    ]) {
      organizations[name] = await administration.createOrganization(name, users);
    }
  } finally {
    await administration.close();
  }
  const { attacker, victim, warm } = organizations;
  const { rows } = await pool.query(
    `SELECT slug, primary_domain AS domain FROM company WHERE id % greatest(1, (SELECT max(id) FROM company) / $1) = 0
     ORDER BY id LIMIT $1`,
    [IDENTIFIERS],
  );
  const domains = rows.slice(0, DOMAINS).map(({ domain }) => domain);
  const api = createApi(service, attacker.userKeys[0]);
  const victimList = await createApi(service, victim.userKeys[0]).createList(
    'Renamed',
    'technology_count',
    'gte',
    0,
  );
  const prepared = {
    companies,
    domains,
    investors: await readInvestors(api),
    lists: await createLists(api, domains, { quick, attacks }),
  };
  return {
    prepared,
    attackerKeys: attacker.userKeys,
    victimKeys: [victim.orgKey, ...victim.userKeys],
    victimList,
    warmKeys: warm.userKeys,
    identifiers: rows.flatMap(({ slug, domain }) => [domain, slug]),
  };
}

async function readInvestors(api) {
  const { values } = await api.get('/v1/lists/filter-fields/investor/values?limit=1000');
  return values.map(({ value }) => value).toSorted((a, b) => b.length - a.length);
}

/** Creates lists of one user, shared with the whole organization, but only those that the chosen attacks need. */
async function createLists(api, domains, { quick, attacks }) {
  const everything = await api.createList('Everything', 'technology_count', 'gte', 0);
  const audit = await api.createList('Audit', 'technology_count', 'gte', 100_000);
  const added = await api.createList('Domains', 'technology_count', 'gte', 100_000);
  for (const listId of [everything, audit, added]) {
    await api.post(`/v1/lists/${listId}/permissions`, { org_wide: true, access_level: 'editor' });
  }
  await api.post(`/v1/lists/${everything}/materialize`);
  if (attacks.length === 0 || attacks.some(({ finding }) => finding === 4)) await download(api, everything);
  if (attacks.some(({ finding }) => finding === 9)) {
    // Equal domains alternate, so that an event names a thousand while the list stays within its quota.
    for (let event = 0; event < (quick ? QUICK_EVENTS : EVENTS); event++) {
      await api.post(`/v1/lists/${audit}/${event % 2 === 0 ? 'domains' : 'excluded-domains'}`, { domains });
    }
    for (let number = 0; number < LISTS; number++) {
      await api.createList(`List ${number}`, 'name', 'equals', ...longNames(number));
    }
  }
  return { everything, audit, domains: added };
}

const longNames = (number) =>
  Array.from({ length: 250 }, (_, index) => `${number}-${index}-`.padEnd(100, 'n'));

/** Pays for the export. An attacker with credits does so once, and then downloads it free of charge. */
async function download(api, listId) {
  const response = await fetch(`${api.url}/v1/lists/${listId}/export.csv`, { headers: api.headers });
  if (!response.ok) throw new Error(`export.csv: ${response.status} ${await response.text()}`);
  for await (const part of response.body) void part;
}
