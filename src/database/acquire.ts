import type { Config } from '../config.ts';
import { type EmbeddedOptions, openEmbedded, type Role } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';

export interface AcquiredDatabase {
  url: string;
  /** The migrations that were applied while it was opened, oldest first. */
  applied: string[];
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or the embedded one, and applies every migration. Server and commands use it.
 *
 * @throws StartupError in one line when the database cannot be used. Nothing is left running then.
 */
export async function acquireDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  role: Role,
  log?: EmbeddedOptions['log'],
): Promise<AcquiredDatabase> {
  const opened =
    config.databaseUrl === undefined
      ? await openEmbedded({ dataDir: config.dataDir, role, ...(log ? { log } : {}) })
      : { url: config.databaseUrl, close: async () => undefined };
  try {
    const { applied } = await migrate(opened.url);
    return { ...opened, applied };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
