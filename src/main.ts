#!/usr/bin/env node
import cluster from 'node:cluster';
import { Command, InvalidArgumentError, Option } from 'commander';
import { StartupError } from './lib/fault.ts';
import { version } from './lib/version.ts';

const program = new Command('company-data')
  .description('Company data service: GraphQL and REST over PostgreSQL.')
  .version(version)
  .showHelpAfterError('(use --help to list commands and options)')
  .configureHelp({ showGlobalOptions: true });

/** Adds a command. Its action imports what it needs, so that `key create` does not load GraphQL. */
function command(parent: Command, nameAndArguments: string, description: string, example: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', `\nExample:\n  company-data ${example}`);
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`"${text}" is not a whole number from ${min} to ${max}.`);
  };
}
const id = wholeNumber(1, 2 ** 31 - 1);
const creditsOption = wholeNumber(0, 1_000_000_000);

command(program, 'serve', 'Start the server. SIGINT, SIGTERM or SIGHUP stops it.', 'serve').action(
  async (options) => {
    // A worker process runs the same command.
    if (cluster.isWorker) await (await import('./commands/worker.ts')).serveAsWorker();
    else await (await import('./commands/serve.ts')).serve(options);
  },
);

program
  .command('demo')
  .description(
    'Start the server with a generated catalogue, an organization, API keys and example commands. DATA_DIR is data-demo by default.',
  )
  .addHelpText('after', '\nExample:\n  company-data demo')
  .action(async () => (await import('./commands/demo.ts')).demo());

command(program, 'migrate', 'Migrate the database to this version, then exit.', 'migrate').action(
  async (options) => (await import('./commands/migrate.ts')).runMigrate(options),
);

command(
  program,
  'import <path...>',
  'Import NDJSON, CSV, TSV or Parquet files or folders into the catalogue; - reads standard input.',
  'import companies.csv technologies.ndjson.gz',
)
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
  .option('--rejects <folder>', 'folder for files with the rejected rows (default: DATA_DIR/rejects)')
  .option('--dry-run', 'store nothing, but report what an import would do')
  .option('--strict', 'store nothing if any row is rejected; the same as --max-rejects 0')
  .option('--max-rejects <n>', 'store nothing if more rows are rejected', wholeNumber(0, 1_000_000_000))
  .option('--snapshot <kind>', 'the files of this kind are complete: retire what they do not name')
  .option(
    '--max-deletes <limit>',
    'with --snapshot, the rows that may be retired: a number, or a percentage of those of the kind (default: 5%)',
  )
  .action(async (paths, options) => (await import('./commands/import.ts')).runImport(paths, options));

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
  .action(async (options) => (await import('./commands/generate.ts')).runGenerate(options));

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
  .action(async (options) => (await import('./commands/catalogue.ts')).showCatalogueStatus(options));

const index = program
  .command('index')
  .description('Inspect or rebuild the facet index, which answers filters.');
const facetIndex = () => import('./commands/facet-index.ts');
command(index, 'status', 'Show version and size of the facet index.', 'index status').action(
  async (options) => (await facetIndex()).showIndexStatus(options),
);
command(
  index,
  'rebuild',
  'Rebuild the facet index; necessary after manual changes of tables.',
  'index rebuild',
).action(async (options) => (await facetIndex()).runIndexRebuild(options));

const database = program.command('database').description('Reach the database with other programs.');
const data = program.command('data').description('Manage the directory DATA_DIR.');
const dataCommands = () => import('./commands/data.ts');
command(
  database,
  'url',
  'Print the URL of the database, password included. The embedded PostgreSQL accepts it while a server or command runs; this command does not start it.',
  'database url',
).action(async (options) => (await dataCommands()).runDatabaseUrl(options));
command(
  data,
  'remove',
  'Remove the embedded database and all other files of DATA_DIR for good. Refused while a process uses the database. A database of DATABASE_URL stays.',
  'data remove --yes',
)
  .option('--yes', 'remove the files; without this option the command only names them')
  .action(async (options) => (await dataCommands()).runDataRemove(options));

command(
  program,
  'backup',
  'Write a backup of the whole database, while servers run. restore loads it into any PostgreSQL from version 15 on.',
  'backup --out /srv/backups/catalogue.sql.gz',
)
  .requiredOption('--out <file>', 'file to write, which must not exist; - for standard output')
  .action(async (options) => (await import('./commands/backup.ts')).runBackup(options));
command(
  program,
  'restore <file>',
  'Load a backup into an empty database and compare every table with it; - reads standard input.',
  'restore /srv/backups/catalogue.sql.gz',
)
  .option('--check-only', 'compare the backup with its checksums; needs no database')
  .action(async (file, options) => (await import('./commands/restore.ts')).runRestore(file, options));

const org = program.command('org').description('Manage organizations.');
const organizations = () => import('./commands/organizations.ts');
command(org, 'create', 'Create an organization.', 'org create --name "Acme Sales" --credits 500')
  .requiredOption('--name <name>', 'name of the organization')
  .option('--credits <n>', 'initial credits', creditsOption, 0)
  .action(async (options) => (await organizations()).runOrgCreate(options));
command(
  org,
  'list',
  'List organizations by name, with their credits, users, and keys that work.',
  'org list',
).action(async (options) => (await organizations()).runOrgList(options));

const user = program.command('user').description('Manage users.');
const users = () => import('./commands/users.ts');
command(
  user,
  'create',
  'Create a user.',
  'user create --org "Acme Sales" --email ada@acme.example --name Ada --admin',
)
  .requiredOption('--org <name>', 'organization of the user')
  .requiredOption('--email <address>', 'e-mail address')
  .requiredOption('--name <name>', 'name of the person')
  .option('--admin', 'make the user an admin, who may create organization keys')
  .action(async (options) => (await users()).runUserCreate(options));
command(user, 'list', 'List the users of an organization by e-mail address.', 'user list --org "Acme Sales"')
  .requiredOption('--org <name>', 'organization of the users')
  .action(async (options) => (await users()).runUserList(options));
command(
  user,
  'disable',
  'Disable a user: their personal keys stop working on every server within 5 seconds. Their lists stay.',
  'user disable --email ada@acme.example',
)
  .requiredOption('--email <address>', 'e-mail address of the user')
  .action(async (options) => (await users()).runUserDisable(options));
command(
  user,
  'enable',
  'Enable a disabled user: their personal keys work again.',
  'user enable --email ada@acme.example',
)
  .requiredOption('--email <address>', 'e-mail address of the user')
  .action(async (options) => (await users()).runUserEnable(options));

const key = program.command('key').description('Manage API keys.');
const keys = () => import('./commands/keys.ts');
command(
  key,
  'create',
  'Create an API key. It is shown only once.',
  'key create --user ada@acme.example --label laptop --expires 2099-12-31',
)
  .option('--user <email>', 'create a personal key of this user')
  .option('--org <name>', 'create a key of this organization')
  .option('--label <text>', 'purpose of the key')
  .option('--expires <date>', 'date on which the key expires, such as 2030-12-31; default: never')
  .action(async (options) => (await keys()).runKeyCreate(options));
command(
  key,
  'list',
  'List API keys, oldest first. The keys themselves are never shown.',
  'key list --org "Acme Sales"',
)
  .option('--user <email>', 'only keys of this user')
  .option('--org <name>', 'only keys of this organization')
  .action(async (options) => (await keys()).runKeyList(options));
command(
  key,
  'rotate <key-id>',
  'Create a key that replaces another. The old key works for a while longer.',
  'key rotate 4 --overlap 3600',
)
  .option('--overlap <seconds>', 'how long the old key keeps working', wholeNumber(0, 30 * 86_400), 86_400)
  .option('--label <text>', 'purpose of the new key; default: that of the old one')
  .action(async (keyId: string, options) => (await keys()).runKeyRotate(id(keyId), options));
command(key, 'revoke <key-id>', 'Revoke an API key.', 'key revoke 4 --include-created')
  .option('--include-created', 'also revoke keys that were created with it, directly or indirectly')
  .action(async (keyId: string, options) => (await keys()).runKeyRevoke(id(keyId), options));

const creditsCommand = program.command('credits').description('Manage credits.');
const credits = () => import('./commands/credits.ts');
command(
  creditsCommand,
  'grant',
  'Add credits to an organization.',
  'credits grant --org "Acme Sales" --amount 100',
)
  .requiredOption('--org <name>', 'organization that gets the credits')
  .requiredOption('--amount <n>', 'number of credits', wholeNumber(1, 1_000_000_000))
  .action(async (options) => (await credits()).runCreditsGrant(options));
command(
  creditsCommand,
  'show',
  'Show the balance of an organization and the last entries of its ledger, newest first.',
  'credits show --org "Acme Sales" --limit 20',
)
  .requiredOption('--org <name>', 'organization')
  .option('--limit <n>', 'maximum number of entries', wholeNumber(1, 10_000), 10)
  .action(async (options) => (await credits()).runCreditsShow(options));

const flagsCommand = program.command('flags').description('Work through the queue of data flags.');
const flags = () => import('./commands/flags.ts');
command(flagsCommand, 'list', 'List data flags, oldest first.', 'flags list --status all')
  .addOption(
    new Option('--status <status>', 'status of the flags')
      .choices(['queued', 'resolved', 'all'])
      .default('queued'),
  )
  .option('--limit <n>', 'maximum number of flags', wholeNumber(1, 100_000), 100)
  .action(async (options) => (await flags()).runFlagsList(options));
command(
  flagsCommand,
  'resolve <flag-id>',
  'Mark a data flag as resolved.',
  'flags resolve 7 --resolution "corrected with the next import"',
)
  .option('--resolution <text>', 'outcome, as a note for colleagues')
  .action(async (flagId: string, options) => (await flags()).runFlagsResolve(id(flagId), options));

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof StartupError || error instanceof InvalidArgumentError ? error.message : stackOf(error);
  process.stderr.write(`company-data: ${text}\n`);
  process.exitCode ||= 1;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
