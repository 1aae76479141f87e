import { readFileSync } from 'node:fs';
import { packagePath } from './package-path.ts';

const manifest: { version: string } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));

/** The version of this package. */
export const { version } = manifest;
