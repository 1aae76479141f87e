import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCallers } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { subscribe } from '../harness/events.ts';
import { run, startServer } from '../harness/process.ts';

let directory: string;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'serve-'));
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, PORT: '0' };
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

describe('serve', () => {
  it('does not start with invalid trusted documents, and reports all of their errors in one line', async () => {
    const path = join(directory, 'documents.json');
    await writeFile(path, '{"good": "{ __typename }", "a": "{ zzzzzz }", "b": "{"}');
    const { code, stdout, stderr } = await run(['serve'], { ...env, TRUSTED_DOCUMENTS: path });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `company-data: wrong documents in ${path} (TRUSTED_DOCUMENTS): ` +
        'a: Cannot query field "zzzzzz" on type "Query".; b: Syntax Error: Expected Name, found <EOF>.\n',
    });
  });

  it('keeps idle connections as long as configured, completes subscriptions at SIGTERM, and exits with 0', async () => {
    const { ada: key } = (await createCallers(env, 'ada')).userKeys;
    const { server, url } = await startServer({ ...env, KEEP_ALIVE_SECONDS: '70' });
    const created = await fetch(`${url}/v1/lists`, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: '{"name": "Watched"}',
    });
    expect(created.headers.get('keep-alive')).toBe('timeout=70');
    const { list_id: id } = await created.json();
    const stream = await subscribe(url, { key, variables: { id } });
    server.child.kill('SIGTERM');
    expect(await stream.rest()).toEqual([]);
    expect(stream.isComplete()).toBe(true);
    expect((await server.finished).code).toBe(0);
  });
});
