import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { subscribe } from '../harness/events.ts';
import { run, start } from '../harness/process.ts';

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
    const commands = startCommands(env);
    await commands.json('org', 'create', '--name', 'streams', '--credits', '10');
    await commands.json(
      'user',
      'create',
      '--org',
      'streams',
      '--email',
      'ada@streams.example',
      '--name',
      'Ada',
    );
    const { key } = await commands.json<{ key: string }>('key', 'create', '--user', 'ada@streams.example');
    await commands.close();
    const server = start(['serve'], { ...env, KEEP_ALIVE_SECONDS: '70' });
    const url = (await server.line(/ready/)).replace(/^.* at /, '');
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
