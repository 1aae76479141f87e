import { lstat } from 'node:fs/promises';
import pg from 'pg';
import { errorCode } from '../errors.ts';
import { locate } from './location.ts';
import { DATABASE, openSession, urlOf } from './session.ts';

/**
 * Finds the embedded database of `dataDir` without starting PostgreSQL.
 *
 * @returns its URL, password included, and whether PostgreSQL accepts connections now; undefined when there is no database.
 * @throws StartupError in one line when this user cannot use the database.
 */
export async function findEmbedded(dataDir: string): Promise<{ url: string; running: boolean } | undefined> {
  const location = await locate(dataDir);
  const code = await lstat(location.data).then(() => undefined, errorCode);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  // Also tells whether this user may use it: the URL holds the password.
  const url = await urlOf(location, DATABASE);
  const session = await openSession(location, 'command');
  const running = session instanceof pg.Client;
  if (running) await session.end();
  return { url, running };
}
