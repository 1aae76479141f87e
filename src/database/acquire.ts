import type { Config } from '../config.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

/**
 * Opens the database of DATABASE_URL, or the embedded one, as it is.
 *
 * @returns `directUrl` gives each connection a session of its own; `url` may lead to a pooler.
 * @throws StartupError in one line when the embedded database cannot be used.
 */
export async function openConfigured(
  config: DatabaseConfig,
  role: EmbeddedOptions['role'],
  log?: EmbeddedOptions['log'],
) {
  const opened =
    config.databaseUrl === undefined
      ? await openEmbedded({ dataDir: config.dataDir, role, log })
      : { url: config.databaseUrl, close: async () => undefined };
  return { ...opened, directUrl: (config.databaseUrl && config.databaseDirectUrl) ?? opened.url };
}

/**
 * Opens the database like `openConfigured`, and applies every migration. Server and commands use it.
 *
 * @returns the migrations that were applied as `applied`, oldest first, as well.
 * @throws StartupError in one line when the database cannot be used. Nothing is left running then.
 */
export async function acquireDatabase(
  config: DatabaseConfig,
  role: EmbeddedOptions['role'],
  log?: EmbeddedOptions['log'],
) {
  const opened = await openConfigured(config, role, log);
  try {
    const { applied, newer } = await migrate(opened.directUrl);
    if (newer)
      log?.info({ migrations: newer }, 'a newer release has expanded the database; this one runs with it');
    return { ...opened, applied };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
