import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { captureGauges } from '../../../harness/gauges.ts';
import { recordSql, untilQuiet } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition } from '../../filters/support.ts';
import { createList } from '../operations.ts';

/**
 * Slugs that hardly compress, and are too many for the socket buffers: a client that stops reading stops the export. Linux
 * lets the two buffers of a connection grow to 36 MiB; compressed, these have 46 MiB.
 */
const MANY = 60_000;
const SLUG_LENGTH = 12 * 88;

/** `npm run test:long` sets CODINGS=all. Both codings come from one function. */
const CODINGS = (
  [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const
).slice(0, process.env.CODINGS === 'all' ? 2 : 1);

const gauges = captureGauges();
const { service, tenant } = useService('slow', { credits: MANY, observability: gauges.observability });
let path: string;
/** The export without compression, and the number of statements that read its rows. */
let plain: Buffer;
let reads: number;

beforeAll(async () => {
  await service.database.pool.query(`
    INSERT INTO company (name, slug, primary_domain, country)
    SELECT 'Many', n || (SELECT string_agg(replace(encode(sha512((n || '/' || i)::bytea), 'base64'), E'\\n', ''), '')
      FROM generate_series(1, 12) i), 'many-' || n || '.example', 'FI' FROM generate_series(1, ${MANY}) n`);
  await rebuildIndex(service.database.pool);
  const finnish = definition(condition('country', 'any_of', ['FI']));
  path = `/v1/lists/${await createList(service, tenant.userKey, 'Slow', finnish)}/export.csv`;
  const recording = recordSql();
  plain = await buffer(await open('identity'));
  recording.stop();
  reads = copies(recording.statements);
});

/** Requests the CSV and reads nothing of its body. */
function open(coding: string): Promise<IncomingMessage> {
  const headers = { 'X-API-Key': tenant.userKey, 'Accept-Encoding': coding };
  return new Promise((resolve, reject) => {
    get(service.url + path, { headers }, (response) => resolve(response.pause())).once('error', reject);
  });
}

const copies = (statements: readonly string[]) => statements.filter((sql) => sql.includes('COPY')).length;

describe('a client that stops reading a compressed export', () => {
  it.each(CODINGS)(
    'holds no more than the parts of any export, and gets every byte later: %s',
    async (coding, decode) => {
      const recording = recordSql();
      const slow = await open(coding);
      expect([slow.statusCode, slow.headers['content-encoding']]).toEqual([200, coding]);
      await untilQuiet(recording.statements);
      expect([gauges.inUse('exports'), gauges.waiting('exports')]).toEqual([0, 0]);
      const read = copies(recording.statements);
      const coded = await buffer(slow);
      recording.stop();
      // The rest is read from the database only when the client goes on.
      expect(copies(recording.statements)).toBeGreaterThan(read);
      expect(plain.length).toBeGreaterThan(MANY * SLUG_LENGTH);
      expect(decode(coded).equals(plain)).toBe(true);
    },
  );

  it('stops the export when it disconnects', async () => {
    const recording = recordSql();
    const slow = await open('br');
    slow.once('error', () => undefined).destroy();
    await untilQuiet(recording.statements);
    recording.stop();
    expect(copies(recording.statements)).toBeLessThan(reads);
    expect([gauges.inUse('exports'), gauges.waiting('exports')]).toEqual([0, 0]);
  });
});
