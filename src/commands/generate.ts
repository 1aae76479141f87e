import { resolve } from 'node:path';
import { counted } from '../lib/counted.ts';
import { type GenerateOptions, generateTo } from '../modules/generate/generate.ts';
import { print } from './terminal.ts';

/** Writes a generated catalogue into a folder and prints the files with their numbers of rows. */
export async function runGenerate(options: GenerateOptions & { out: string; json?: boolean }): Promise<void> {
  const report = await generateTo(resolve(options.out), options);
  print(
    options.json,
    report,
    report.files.map(({ path, rows }) => `${path}: ${counted(rows, 'row')}`),
  );
}
