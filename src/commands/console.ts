import type { Config } from '../config.ts';
import { type ConsoleFiles, loadConsole } from '../http/console/files.ts';
import type { Logger } from '../lib/logger.ts';

/** Loads the console unless it is off. A service without a built console starts as well, and says so. */
export function openConsole(
  { console: isOn }: Pick<Config, 'console'>,
  logger: Logger,
  folder?: string,
): ConsoleFiles | undefined {
  if (!isOn) return undefined;
  const files = loadConsole(folder);
  if (!files) logger.warn('the console is not served, because it is not built; run npm run build');
  return files;
}
