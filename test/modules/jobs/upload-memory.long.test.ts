import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { startServer } from '../../harness/process.ts';
import { useService } from '../../harness/use-service.ts';
import { sendFile } from './upload-support.ts';

const { service, tenant } = useService('memory');

const MIB = 1024 * 1024;
const PART = 64 * MIB;
const HEADER = gzipSync('name,domain\n');
/** Lines that are longer than rows may be: 64 MiB that take 64 KiB to send. */
const BOMB = gzipSync(`${'x'.repeat(2 * MIB - 1)}\n`.repeat(PART / (2 * MIB)));
const ROW = `Acme,acme.example${'x'.repeat(1_006)}\n`;
const ROWS = gzipSync(ROW.repeat(PART / ROW.length));

/** Returns a figure of a process, in MiB. */
async function memoryOf(pid: number | undefined, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

it('files of a GiB take less than 150 MiB of memory, however small they are when they are sent', async () => {
  const { server, url } = await startServer({
    DATABASE_URL: service.database.url,
    PORT: '0',
    RATE_LIMIT: 'off',
    JOB_WORKERS: '0',
  });
  try {
    const headers = { 'Content-Encoding': 'gzip' };
    const send = (parts: Buffer[]) =>
      sendFile({ url }, Buffer.concat([HEADER, ...parts]), { key: tenant.userKey, headers });
    expect((await send([gzipSync('Acme,acme.example\n')])).status).toBe(202);
    const idle = await memoryOf(server.child.pid, 'VmRSS');
    const bombs = (count: number) => Array.from({ length: count }, () => BOMB);
    const [accepted, refused] = await Promise.all([send([ROWS, ...bombs(14)]), send(bombs(16))]);
    expect([accepted.status, accepted.body.counts]).toMatchObject([
      202,
      { rows: PART / ROW.length + 14 * 32 },
    ]);
    expect([refused.status, refused.body.detail]).toEqual([
      413,
      {
        error: 'body_too_large',
        message: 'The file is over 1 GiB, decompressed. Send it in several files.',
      },
    ]);
    expect((await memoryOf(server.child.pid, 'VmHWM')) - idle).toBeLessThan(150);
  } finally {
    server.child.kill('SIGKILL');
    await server.finished;
  }
}, 300_000);
