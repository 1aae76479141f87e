import { chmod, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Database } from '../database/client.ts';
import type { Administration } from '../modules/access/administration.ts';
import { hashApiKey } from '../modules/access/api-key-format.ts';

const ORGANIZATION = 'Demo';
const CREDITS = 10_000;
const ADA = { email: 'ada@demo.example', name: 'Ada', admin: true };
const GRACE = { email: 'grace@demo.example', name: 'Grace', admin: false };

const keysSchema = z.object({ ada: z.string(), grace: z.string(), organization: z.string() });
export type DemoKeys = z.infer<typeof keysSchema>;

/**
 * The demo organization, its two users and their keys, made where they are missing. Keys are stored hashed, so the
 * demo keeps its own in `file`, readable by its owner alone, to print them at every start.
 */
export async function provideDemoKeys(
  database: Database,
  administration: Administration,
  file: string,
): Promise<DemoKeys> {
  const { prisma } = database;
  if (!(await prisma.organization.findUnique({ where: { name: ORGANIZATION } }))) {
    await administration.createOrganization(ORGANIZATION, CREDITS);
  }
  for (const person of [ADA, GRACE]) {
    if (await prisma.user.findUnique({ where: { email: person.email } })) continue;
    await administration.createUser({ ...person, organization: ORGANIZATION });
  }
  const kept = await readKeys(file);
  if (kept && (await allWork(database, kept))) {
    await closeToOthers(file);
    return kept;
  }
  const make = async (owner: { user: string } | { organization: string }) =>
    (await administration.createKey(owner, { label: 'demo' })).key;
  const keys = {
    ada: await make({ user: ADA.email }),
    grace: await make({ user: GRACE.email }),
    organization: await make({ organization: ORGANIZATION }),
  };
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await closeToOthers(file);
  return keys;
}

/** A file that is there keeps its mode when it is written: one that others can read is closed to them. */
async function closeToOthers(file: string): Promise<void> {
  await chmod(file, 0o600);
}

async function readKeys(file: string): Promise<DemoKeys | undefined> {
  try {
    return keysSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Keys of another database, or revoked ones, are no use to anybody. */
async function allWork({ prisma }: Database, keys: DemoKeys): Promise<boolean> {
  const hashes = Object.values(keys).map((key) => new Uint8Array(hashApiKey(key)));
  const known = await prisma.apiKey.count({ where: { hash: { in: hashes }, revokedAt: null } });
  return known === hashes.length;
}
