import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { type Database, openDatabase, type Pool } from '../database/client.ts';
import { readDatabaseClock } from '../database/database-clock.ts';
import type { Clock } from '../lib/clock.ts';
import { createDirectories } from '../lib/files.ts';
import { CLI } from '../lib/interruption.ts';
import { shellQuote } from '../lib/text.ts';
import {
  type Administration,
  createAdministration,
  type KeyOwner,
} from '../modules/access/administration.ts';
import { hashApiKey } from '../modules/access/key-format.ts';
import { generateTo } from '../modules/generate/generate.ts';
import { importPaths } from '../modules/import/import.ts';
import { REJECTS_FOLDER } from '../modules/import/problems.ts';
import { draftSignInLink } from '../modules/sign-in/links.ts';
import { serve } from './serve.ts';
import type { Preparation, Prepared } from './serve-database.ts';

const COMPANIES = 20_000;
const SEED = 1;

/** The demo has a directory of its own, so that a server without DATA_DIR never serves invented companies. */
const DATA_DIR = 'data-demo';

/** How long the link of the console works. */
const LINK_LIFETIME_MS = 10 * 60_000;

/** Serves a generated catalogue with a demo organization. Its data is kept for later starts. */
export function demo(): Promise<void> {
  const { env } = process;
  return serve({ env: env.DATA_DIR || env.DATA_DIR_FILE ? env : { ...env, DATA_DIR }, prepare });
}

async function prepare({ databaseUrl, config, hasConsole }: Preparation): Promise<Prepared> {
  const database = openDatabase({ url: databaseUrl, poolSize: 4 });
  try {
    await fillCatalogue(database, config.dataDir);
    const clock = await readDatabaseClock(database.pool);
    const administration = createAdministration(database, clock, 'demo');
    const keys = await ensureDemoKeys(database, administration, join(config.dataDir, 'demo-keys.json'));
    const examples = await findExamples(database.pool);
    const answer = await countAnswer(database.pool);
    const signIn = hasConsole ? await linkForAda(database.pool, clock) : undefined;
    // A free port is known only now.
    const page = (url: string) => (config.port === 0 ? url : config.publicUrl);
    const describe = (url: string) =>
      describeConsole(page(url), signIn) +
      describeDemo(url, keys, examples, answer) +
      describeCommands(config);
    return { describe };
  } finally {
    await database.close();
  }
}

/** Makes a link that signs in as Ada, relative to the address of the service. */
async function linkForAda(pool: Pool, clock: Clock): Promise<string> {
  const options = { lifetimeMs: LINK_LIFETIME_MS, isInvitation: false };
  const { link, row } = draftSignInLink(clock, '', options);
  // Not by Prisma, like all of a later start of the demo: loading it takes most of a second.
  await pool.query(
    `INSERT INTO sign_in_link (user_id, hash, is_invitation, created_at, expires_at)
     SELECT id, $2, $3, $4, $5 FROM "user" WHERE email = $1`,
    [ADA.email, row.hash, row.isInvitation, row.createdAt, row.expiresAt],
  );
  return link;
}

/**
 * Generates a catalogue if there is none. The demo never adds to existing data, so it imports all files in one
 * transaction: a part of them, after a crash, would never be completed.
 */
async function fillCatalogue({ pool }: Database, dataDir: string): Promise<void> {
  const { rows } = await pool.query('SELECT 1 FROM company LIMIT 1');
  if (rows.length > 0) return;
  process.stderr.write(`generating a demo catalogue of ${COMPANIES} companies…\n`);
  const folder = await mkdtemp(join(tmpdir(), 'company-data-demo-'));
  try {
    await generateTo(folder, { companies: COMPANIES, seed: SEED });
    await importPaths(pool, [folder], { rejectsDir: join(dataDir, REJECTS_FOLDER), maxRejects: 0 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Example {
  slug: string;
  domain: string;
}

/** Returns two companies with a moderate number of partners, so that example responses are short. */
async function findExamples(pool: Pool): Promise<[Example, Example]> {
  const { rows } = await pool.query<Example>(
    `SELECT slug, primary_domain AS domain FROM company
     ORDER BY (partnership_count BETWEEN 3 AND 8) DESC, technology_count DESC, id LIMIT 2`,
  );
  const [first = { slug: 'none', domain: 'none.example' }, second = first] = rows;
  return [first, second];
}

/** Counts the companies that the filter of the fourth command matches. Zero for a catalogue without its values. */
async function countAnswer(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM company c JOIN company_technology ct ON ct.company_id = c.id
       JOIN technology t ON t.id = ct.technology_id AND t.tech_key = 'kubernetes'
     WHERE c.industry = 'Software' AND c.country = 'DE' AND EXISTS (SELECT FROM company_domain WHERE domain = 'aws.example')
       AND NOT EXISTS (SELECT FROM partnership p JOIN company_domain d ON d.company_id = p.partner_id
                       WHERE p.company_id = c.id AND d.domain = 'aws.example')`,
  );
  return rows[0]?.count ?? 0;
}

/** The question of the fourth command as a filter. */
const QUESTION = {
  registry_version: '2',
  root: {
    and: [
      { condition: { field: 'industry', operator: 'any_of', values: ['Software'] } },
      { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
      { condition: { field: 'technology', operator: 'any_of', values: ['kubernetes'] } },
      { not: { condition: { field: 'partner', operator: 'any_of', values: ['aws.example'] } } },
    ],
  },
};

/** Describes the fourth command, unless the catalogue of an earlier start cannot answer it. */
function describeQuestion(url: string, keys: DemoKeys, answer: number): string {
  if (answer === 0) return '';
  return `  Count software companies in Germany with Kubernetes and no partner AWS (free; the answer is ${answer}):
    curl -s -H 'X-API-Key: ${keys.ada}' -H 'Content-Type: application/json' '${url}/v1/lists/preview-count' -d '${JSON.stringify(QUESTION)}'
`;
}

/** Describes the link that signs in to the console. Its fragment, which holds the code, is never sent to a server. */
function describeConsole(url: string, link: string | undefined): string {
  if (!link) return '';
  return `
In a browser: ${url}${link} (signs in as ${ADA.name}; works once, for ten minutes)
`;
}

function describeDemo(url: string, keys: DemoKeys, [one, two]: [Example, Example], answer: number): string {
  const query = JSON.stringify({
    query: `{ viewer { organization { name creditBalance } } company(identifier: "${one.slug}") { name technologies(first: 3) { edges { node { displayName } } } partnerships(first: 3) { access totalCount edges { node { partnerName } } } } }`,
  });
  const mutation = JSON.stringify({
    query: `mutation ($domains: [String!]!) { enrichPartnerships(input: {domains: $domains}) { creditsCharged creditsRemaining results { domain status partnerships { partnerName lastObservedAt } } } }`,
    variables: { domains: [one.domain, `www.${two.domain}`, 'nobody.example'] },
  });
  return `
Keys of the organization "Demo" (10000 credits to begin with)
  Ada, admin       ${keys.ada}
  Grace, member    ${keys.grace}
  organization     ${keys.organization}

${answer === 0 ? 'Three' : 'Four'} commands to paste into another terminal
  Look up a company (free):
    curl -s -H 'X-API-Key: ${keys.ada}' '${url}/v1/companies/${one.slug}?include=technologies,firmographics'
  The same company over GraphQL (free; its partners are LOCKED until you run the third command):
    curl -s -H 'X-API-Key: ${keys.ada}' -H 'Content-Type: application/json' '${url}/graphql' -d '${query}'
  Unlock the partners of three domains (one credit for each company in the catalogue):
    curl -s -H 'X-API-Key: ${keys.ada}' -H 'Content-Type: application/json' '${url}/graphql' -d '${mutation}'
${describeQuestion(url, keys, answer)}
GraphQL in a browser: ${url}/graphql (enter a key in the Headers tab). Ctrl-C stops the server and keeps the data.
`;
}

/** Describes the command line beside the demo; not for a database of DATABASE_URL, of which DATA_DIR says nothing. */
function describeCommands({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl !== undefined) return '';
  const inside = relative(process.cwd(), dataDir);
  const name = inside === '' || inside.startsWith('..') ? dataDir : inside;
  const cli = `DATA_DIR=${shellQuote(name)} ${CLI}`;
  return `
On the command line
  ${cli} key list
  ${cli} data remove --yes   (after Ctrl-C: the next demo starts over)
`;
}

const ORGANIZATION = 'Demo';
const CREDITS = 10_000;
export const ADA = { email: 'ada@demo.example', name: 'Ada', admin: true };
const GRACE = { email: 'grace@demo.example', name: 'Grace', admin: false };

const keysSchema = z.object({ ada: z.string(), grace: z.string(), organization: z.string() });
export type DemoKeys = z.infer<typeof keysSchema>;

/**
 * Creates the demo organization, its two users and their keys, unless they exist. The database stores only hashes, so the
 * demo keeps its keys in `file`, which only the owner can read, and prints them at each start.
 */
export async function ensureDemoKeys(
  database: Database,
  administration: Administration,
  file: string,
): Promise<DemoKeys> {
  const kept = await readKeys(file);
  // Writing to an existing file does not change its mode.
  if (kept) await chmod(file, 0o600);
  if (kept && (await areAllValid(database.pool, kept))) return kept;
  const { prisma } = database;
  if (!(await prisma.organization.findUnique({ where: { name: ORGANIZATION } }))) {
    await administration.createOrganization(ORGANIZATION, CREDITS);
  }
  for (const person of [ADA, GRACE]) {
    if (await prisma.user.findUnique({ where: { email: person.email } })) continue;
    await administration.createUser({ ...person, organization: ORGANIZATION });
  }
  const create = async (owner: KeyOwner) => (await administration.createKey(owner, { label: 'demo' })).key;
  const keys = {
    ada: await create({ user: ADA.email }),
    grace: await create({ user: GRACE.email }),
    organization: await create({ organization: ORGANIZATION }),
  };
  // With DATABASE_URL, nothing else has made the folder.
  await createDirectories(dirname(file));
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}

async function readKeys(file: string): Promise<DemoKeys | undefined> {
  try {
    return keysSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Returns whether all keys exist in this database, and so their owners, and none is revoked. */
async function areAllValid(pool: Pool, keys: DemoKeys): Promise<boolean> {
  const hashes = Object.values(keys).map(hashApiKey);
  const { rows } = await pool.query<{ known: number }>(
    'SELECT count(*)::int AS known FROM api_key WHERE hash = ANY($1) AND revoked_at IS NULL',
    [hashes],
  );
  return rows[0]?.known === hashes.length;
}
