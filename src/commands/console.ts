import type { Config } from '../config.ts';
import { type ConsoleFiles, loadConsole } from '../http/console.ts';
import type { Logger } from '../lib/logger.ts';

type ConsoleSetting = Pick<Config, 'console'>;

/** Loads the console unless it is off. @returns undefined as well if it is not built. */
export function openConsole({ console: isOn }: ConsoleSetting, folder?: string): ConsoleFiles | undefined {
  return isOn ? loadConsole(folder) : undefined;
}

/** Warns of a console that is on but not built. Call it late: a start that fails says nothing but why. */
export function warnWithoutConsole(
  { console: isOn }: ConsoleSetting,
  files: ConsoleFiles | undefined,
  logger: Logger,
): void {
  if (isOn && !files) logger.warn('the console is not served, because it is not built; run npm run build');
}
