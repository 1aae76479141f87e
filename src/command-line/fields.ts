import type { Command } from 'commander';
import { command } from './define.ts';

/** Adds the commands that manage own fields. */
export function addFields(program: Command): void {
  const fields = program
    .command('fields')
    .description('Manage own fields: what the catalogue knows of companies beside the built-in fields.');
  const commands = () => import('../commands/fields.ts');
  command(
    fields,
    'suggest',
    'Print YAML with a field for each column of company files that no built-in field has. Reads up to 1,000 rows of a file; needs no database.',
    'fields suggest crm.csv',
  )
    .argument(
      '<file...>',
      'up to 20 files or folders of companies, in any format of imports; - for standard input',
    )
    .option('--format <format>', 'ndjson, csv, tsv or parquet; by default the name or the content decides')
    .action(async (files: string[], options) => (await commands()).runFieldsSuggest(files, options));
}
