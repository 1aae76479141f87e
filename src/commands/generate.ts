import { resolve } from 'node:path';
import { StartupError } from '../lib/fault.ts';
import { counted } from '../lib/text.ts';
import { type GenerateOptions, generateTo } from '../modules/generate/generate.ts';
import { print, signalOfInterruption } from './terminal.ts';

/** Writes a generated catalogue into a folder and prints the files with their numbers of rows. */
export async function runGenerate(options: GenerateOptions & { out: string; json?: boolean }): Promise<void> {
  const signal = signalOfInterruption();
  const report = await generateTo(resolve(options.out), { ...options, signal }).catch((error: unknown) => {
    throw signal.aborted ? new StartupError('interrupted; the files before are complete') : error;
  });
  print(
    options.json,
    report,
    report.files.map(({ path, rows }) => `${path}: ${counted(rows, 'row')}`),
  );
}
