import { readFileSync } from 'node:fs';
import { packagePath } from './files.ts';

const manifest: { version: string } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));

/** The version of this package. */
export const { version } = manifest;
