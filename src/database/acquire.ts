import type { Config } from '../config.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';

/**
 * Opens the database of DATABASE_URL, or the embedded one, and applies every migration. Server and commands use it.
 *
 * @returns the migrations that were applied as `applied`, oldest first. `directUrl` gives each connection a session of
 *   its own; `url` may lead to a pooler.
 * @throws StartupError in one line when the database cannot be used. Nothing is left running then.
 */
export async function acquireDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>,
  role: EmbeddedOptions['role'],
  log?: EmbeddedOptions['log'],
) {
  const opened =
    config.databaseUrl === undefined
      ? await openEmbedded({ dataDir: config.dataDir, role, log })
      : { url: config.databaseUrl, close: async () => undefined };
  const directUrl = (config.databaseUrl && config.databaseDirectUrl) ?? opened.url;
  try {
    const { applied } = await migrate(directUrl);
    return { ...opened, directUrl, applied };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
