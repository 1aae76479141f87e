import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, saveProgress } from '../../../src/modules/import/history.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { useService } from '../../harness/use-service.ts';
import { READING } from '../import/support.ts';

const { service, tenant } = useService('office');
const PATH = '/v1/installation/imports';
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const REJECTS = '/tmp/rejects-of-tests';

const run = (text: string, more: object = {}) =>
  importPaths(service.database.pool, ['-'], {
    kind: 'companies',
    rejectsDir: REJECTS,
    stdin: Readable.from([Buffer.from(text)]),
    ...more,
  });

beforeAll(async () => {
  await service.admin.setOperator(tenant.email, true);
  await run('{"name":"A","primary_domain":"a.example"}\n{}\n');
  await run('{}\n', { maxRejects: 0 }).catch(() => undefined);
  const id = await beginRun(service.database.pool, { paths: ['/data'], options: { strict: true } });
  await saveProgress(service.database.pool, id, READING);
});

const file = {
  path: '-',
  kind: 'companies',
  rows: 2,
  accepted: 1,
  rejected: 1,
  warnings: 0,
  renamed: 0,
  merged_rows: 0,
  merged: 0,
  retired: 0,
  rejects_file: expect.stringMatching(/\.ndjson$/),
};
const finished = {
  import_id: 1,
  status: 'finished',
  paths: ['-'],
  options: { kind: 'companies' },
  started_at: TIME,
  finished_at: TIME,
  seconds: expect.any(Number),
  files: [file],
};

describe('the imports of an installation', () => {
  it('are shown to operators, newest first, with their outcome', async () => {
    const { status, body } = await service.rest(tenant.userKey).get(PATH);
    expect(status).toBe(200);
    expect(body).toEqual({
      imports: [
        {
          import_id: 3,
          status: 'running',
          paths: ['/data'],
          options: { strict: true },
          started_at: TIME,
          seconds: expect.any(Number),
          files: [],
          progress: {
            file: READING.file,
            files: READING.files,
            path: READING.path,
            kind: READING.kind,
            phase: READING.phase,
            rows: READING.rows,
            rows_per_second: READING.rows_per_second,
            seconds_left: READING.seconds_left,
          },
        },
        {
          import_id: 2,
          status: 'refused',
          paths: ['-'],
          options: { kind: 'companies', max_rejects: 0 },
          started_at: TIME,
          finished_at: TIME,
          seconds: expect.any(Number),
          files: [expect.objectContaining({ path: '-', rows: 1, rejected: 1 })],
          error: expect.stringMatching(/reject/),
        },
        finished,
      ],
      total: 3,
      limit: 100,
      offset: 0,
      next_cursor: null,
    });
  });
});
