import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Database, Pool } from '../database/client.ts';
import { createDirectories } from '../lib/create-directories.ts';
import type { Administration, KeyOwner } from '../modules/access/administration.ts';
import { hashApiKey } from '../modules/access/api-key-format.ts';

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
