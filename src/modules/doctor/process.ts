import { statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { errorCode } from '../../database/errors.ts';
import { failure, ok, type Result, warning } from './finding.ts';

/** Major versions of Node.js that get security fixes until the given day (nodejs.org, release schedule). */
const NODE_SUPPORT: Record<number, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };
const RECOMMENDED_NODE = 24;

const MIN_FREE_BYTES = 2 ** 30;
const MIN_FREE_SHARE = 0.1;

/** @param version of Node.js, such as 24.1.0. @param now decides whether the version is still supported. */
export function checkNode(version: string, now: Date): Result {
  const major = Number(version.split('.')[0]);
  const end = NODE_SUPPORT[major];
  const remedy = `run it with Node.js ${RECOMMENDED_NODE}`;
  if (end === undefined) return warning(`${version}: the tests do not run with this major version`, remedy);
  if (now.toISOString().slice(0, 10) <= end) return ok(`${version}, with security fixes until ${end}`);
  return warning(`${version}: it has had no security fixes since ${end}`, remedy);
}

/** Checks that the native library of bitmaps can be loaded. */
export async function checkNativeLibrary(): Promise<Result> {
  const { roaring } = await import('../facets/bitmap.ts');
  const { CRoaringVersion, PackageVersion } = roaring.RoaringBitmap32;
  return ok(`roaring ${PackageVersion} with CRoaring ${CRoaringVersion}`);
}

/** Checks that the server of this configuration answers, if one runs on this machine. */
export async function checkServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Result> {
  if (port === 0) return ok('its port is not known: PORT is 0');
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    if (response.ok) return ok(`${url} says that it is ready`);
    return failure(`${url} responds with ${response.status}`, 'read its log: it says what is missing');
  } catch (error) {
    const isAbsent = errorCode((error as Error).cause) === 'ECONNREFUSED';
    if (isAbsent)
      return ok(`none runs on port ${port} of this machine. If it has another, run this with its PORT`);
    return failure(`${url} does not respond`, 'read its log, and see whether another program has the port');
  }
}

/**
 * Checks the disk that holds a folder.
 *
 * @param bytes size of the data that is there.
 */
export async function checkDisk(folder: string, bytes: number): Promise<Result> {
  const remedy = 'free space, or move the data to a larger disk: PostgreSQL stops when its disk is full';
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return ok(`${folder} is on another machine, or not readable from here; not checked`);
  const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const message = `${gigabytes(free)} of ${gigabytes(all)} are free in ${folder}; the database has ${gigabytes(bytes)}`;
  if (free < MIN_FREE_BYTES) return failure(message, remedy);
  // A rebuild of the index writes its rows beside the old ones.
  if (free < all * MIN_FREE_SHARE || free < bytes / 2) return warning(message, remedy);
  return ok(message);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
