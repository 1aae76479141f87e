import { existsSync } from 'node:fs';
import { packagePath } from './package-path.ts';

/** Start of a command as a person types it: through npm in a clone, through npx where the package is installed. */
export const CLI = existsSync(packagePath('src')) ? 'npm run cli --' : 'npx company-data';
