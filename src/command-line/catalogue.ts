import type { Command } from 'commander';
import { command, wholeNumber } from './define.ts';

/** Adds the commands that fill and inspect the catalogue. */
export function addCatalogue(program: Command): void {
  command(
    program,
    'import',
    'Import NDJSON, CSV, TSV or Parquet files into the catalogue.',
    'import companies.csv technologies.ndjson.gz',
  )
    .argument('<path...>', 'files, or folders of files; - for standard input')
    .option(
      '--kind <kind>',
      'companies, technologies, company_technologies or partnerships; required if the file name does not say',
    )
    .option('--format <format>', 'ndjson, csv, tsv or parquet; by default the name or the content decides')
    .option(
      '--map <column=field>',
      'read a column as another field, such as "Website=primary_domain" or companies:Website=primary_domain; may be repeated',
      (option: string, options: string[] = []) => [...options, option],
    )
    .option(
      '--set <field=value>',
      'give a field one value in all rows, such as country=DE or companies:country=DE; may be repeated',
      (option: string, options: string[] = []) => [...options, option],
    )
    .option(
      '--suggest',
      'import nothing and show the columns with samples and a command that imports them; needs no database',
    )
    .option('--rejects <folder>', 'folder for files with the rejected rows (default: DATA_DIR/rejects)')
    .option('--dry-run', 'store nothing, but report what an import would do')
    .option(
      '--strict',
      'store nothing if any row is rejected (--max-rejects 0), or has the domain of a row with another name',
    )
    .option('--max-rejects <n>', 'store nothing if more rows are rejected', wholeNumber(0, 1_000_000_000))
    .option('--accept-any', 'also store files of which fewer than half of the rows are accepted')
    .option('--snapshot <kind>', 'the files of this kind are complete: retire what they do not name')
    .option(
      '--max-deletes <limit>',
      'with --snapshot, the rows that may be retired: a number, or a percentage of those of the kind (default: 5%)',
    )
    .action(async (paths, options) => (await import('../commands/import.ts')).runImport(paths, options));

  command(
    program,
    'generate',
    'Write a generated catalogue of any size as files for import.',
    'generate --companies 100000 --seed 1 --out /tmp/catalogue',
  )
    .requiredOption('--companies <n>', 'number of companies', wholeNumber(1, 100_000_000))
    .option(
      '--seed <n>',
      'seed of the random numbers; the same seed gives the same files',
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .requiredOption('--out <folder>', 'folder for the files')
    .option('--as-of <date>', 'newest date in the files, such as 2030-12-31')
    .option('--gzip', 'compress the files')
    .action(async (options) => (await import('../commands/generate.ts')).runGenerate(options));

  const catalogue = program
    .command('catalogue')
    .description('Inspect the catalogue: its size, its freshness and the history of imports.');
  command(
    catalogue,
    'status',
    'Show exact counts, the newest observation, and the last imports with their reports, newest first.',
    'catalogue status --limit 5',
  )
    .option('--limit <n>', 'maximum number of imports', wholeNumber(1, 1000), 10)
    .action(async (options) => (await import('../commands/catalogue.ts')).showCatalogueStatus(options));

  const index = program
    .command('index')
    .description('Inspect or rebuild the facet index, which answers filters.');
  const facetIndex = () => import('../commands/facet-index.ts');
  command(index, 'status', 'Show version and size of the facet index.', 'index status').action(
    async (options) => (await facetIndex()).showIndexStatus(options),
  );
  command(
    index,
    'rebuild',
    'Rebuild the facet index; necessary after manual changes of tables.',
    'index rebuild',
  ).action(async (options) => (await facetIndex()).runIndexRebuild(options));
}
