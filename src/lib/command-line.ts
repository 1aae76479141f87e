import { existsSync } from 'node:fs';
import { packagePath } from './files.ts';

/** Start of a command as a person types it: through npm in a clone, otherwise as the package was started, by npx or by name. */
export const CLI = commandName();

function commandName(): string {
  if (existsSync(packagePath('src'))) return 'npm run cli --';
  return process.env.npm_command === 'exec' ? 'npx company-data' : 'company-data';
}
