import type { Config } from '../config.ts';
import { type EmbeddedOptions, openEmbedded, type Role } from './embedded.ts';
import { migrate } from './migrate.ts';

export interface AcquiredDatabase {
  url: string;
  /** The migrations that were applied on the way in. */
  applied: string[];
  close(): Promise<void>;
}

/**
 * Makes a database ready for use, by the server and by commands alike: the one of DATABASE_URL or the embedded one,
 * with every migration applied.
 *
 * @throws StartupError in one line when it cannot be used; nothing is left running then.
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
