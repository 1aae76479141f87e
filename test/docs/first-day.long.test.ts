import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { blocksOf } from '../harness/pages.ts';
import { paste } from '../harness/paste.ts';
import { start } from '../harness/process.ts';

/** The files that the page names, as small as they can be. */
const FILES = {
  'companies.csv': 'name,primary_domain\nNordlicht Systems,nordlicht.example\nFelsen Labs,felsen.example\n',
  'technologies.ndjson.gz': gzipSync('{"tech_key": "kubernetes", "display_name": "Kubernetes"}\n'),
  'company_technologies.csv':
    'domain,tech_key,detection_count,first_seen,last_seen\nnordlicht.example,kubernetes,3,2025-01-01,2025-06-01\n',
  'partnerships.csv':
    'domain,partner_domain,observation_count,first_observed_at,last_observed_at\nnordlicht.example,felsen.example,2,2025-01-01,2025-06-01\n',
};

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'first-day-'));
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

it('goes from files to a healthy service with the blocks of its page, as they stand', async () => {
  const page = await readFile('docs/operate/operations.md', 'utf8');
  const chapter = page.slice(page.indexOf('\n## The first day\n'), page.indexOf('\n### The doctor\n'));
  const commands = blocksOf(chapter).filter(({ language }) => language === 'sh');
  const [prepare = '', serve = '', doctor = ''] = commands.map(({ text }) =>
    text.replaceAll('npm run cli --', `node ${resolve('tools/run.mjs')}`),
  );
  expect(serve).toBe('npm start\n');
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0' };

  const prepared = await paste(prepare, folder, env);
  expect({ status: prepared.status, errors: prepared.status === 0 ? '' : prepared.errors }).toEqual({
    status: 0,
    errors: '',
  });
  expect(prepared.output).toMatch(/cds_user_\w{36}/);
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM company) AS companies, (SELECT count(*)::int FROM company_technology) AS detections,
       (SELECT count(*)::int FROM partnership) AS partnerships, (SELECT credit_balance::int FROM organization) AS credits`,
  );
  expect(rows).toEqual([{ companies: 2, detections: 1, partnerships: 2, credits: 500 }]);

  const service = start(['serve'], env);
  try {
    await service.line(/http:/);
    // The PostgreSQL of the tests keeps nothing on disk, which the doctor calls broken. What was prepared is sound.
    const { output } = await paste(doctor, folder, env);
    const sound = ['schema', 'facet index', 'ledger', 'keys', 'imports'];
    expect(sound.filter((check) => !new RegExp(`^ok +${check} `, 'm').test(output))).toEqual([]);
  } finally {
    service.child.kill('SIGTERM');
    await service.finished;
  }
});
