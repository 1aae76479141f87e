// A generated catalogue, an organization with credits, and the answers that the load expects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './services.mjs';

export const ORGANIZATION = 'Cluster';
export const CREDITS = 1_000_000;

/** Fills the database. @returns an API key, and the companies of the catalogue. */
export async function prepareCatalogue(folder, companies) {
  const files = join(folder, 'catalogue');
  await command('generate', '--companies', String(companies), '--seed', '1', '--out', files);
  await command('import', files, '--rejects', join(folder, 'rejects'));
  await command('org', 'create', '--name', ORGANIZATION, '--credits', String(CREDITS));
  const email = 'ada@cluster.example';
  await command('user', 'create', '--org', ORGANIZATION, '--email', email, '--name', 'Ada', '--admin');
  const { key } = await command('key', 'create', '--user', email);
  const lines = readFileSync(join(files, 'companies.ndjson'), 'utf8').trim().split('\n');
  return { key, domains: lines.map((line) => JSON.parse(line).primary_domain) };
}
