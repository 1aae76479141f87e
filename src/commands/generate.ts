import { resolve } from 'node:path';
import { type GenerateOptions, generateTo } from '../modules/generate/generate.ts';
import { print } from './terminal.ts';

/** Writes an invented catalogue into a folder and says what is there now. */
export async function runGenerate(options: GenerateOptions & { out: string; json?: boolean }): Promise<void> {
  const report = await generateTo(resolve(options.out), options);
  print(
    options.json === true,
    report,
    report.files.map(({ path, rows }) => `${path}: ${rows} rows`),
  );
}
