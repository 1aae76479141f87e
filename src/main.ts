#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { StartupError } from './lib/fault.ts';

/** Commands are imported when they run, so that `key create` does not load GraphQL. */
const administer = () => import('./commands/administer.ts');

const program = new Command('company-data')
  .description('Company data service: GraphQL and REST over PostgreSQL.')
  .showHelpAfterError('(use --help to list commands and options)')
  .configureHelp({ showGlobalOptions: true });

function command(parent: Command, nameAndArguments: string, description: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .option('--json', 'print one JSON object on standard output');
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`"${text}" is not a whole number from ${min} to ${max}.`);
  };
}
const id = wholeNumber(1, 2 ** 31 - 1);
const credits = wholeNumber(0, 1_000_000_000);

command(program, 'serve', 'Start the server. SIGINT, SIGTERM or SIGHUP stops it.').action(async (options) =>
  (await import('./commands/serve.ts')).serve(options),
);

program
  .command('demo')
  .description('Start the server with a generated catalogue, an organization, API keys and example commands.')
  .action(async () => (await import('./commands/demo.ts')).demo());

command(program, 'migrate', 'Migrate the database to this version, then exit.').action(async (options) =>
  (await import('./commands/migrate.ts')).runMigrate(options),
);

command(
  program,
  'import <path...>',
  'Import NDJSON files or folders into the catalogue; - reads standard input.',
)
  .option(
    '--kind <kind>',
    'companies, technologies, company_technologies or partnerships; required if the file name does not say',
  )
  .option('--rejects <folder>', 'folder for files with the rejected rows (default: DATA_DIR/rejects)')
  .action(async (paths, options) => (await import('./commands/import.ts')).runImport(paths, options));

command(program, 'generate', 'Write a generated catalogue of any size as files for import.')
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

const index = program
  .command('index')
  .description('Inspect or rebuild the facet index, which answers filters.');
const facetIndex = () => import('./commands/facet-index.ts');
command(index, 'status', 'Show version and size of the facet index.').action(async (options) =>
  (await facetIndex()).showIndexStatus(options),
);
command(index, 'rebuild', 'Rebuild the facet index; necessary after manual changes of tables.').action(
  async (options) => (await facetIndex()).runIndexRebuild(options),
);

const org = program.command('org').description('Manage organizations.');
command(org, 'create', 'Create an organization.')
  .requiredOption('--name <name>', 'name of the organization')
  .option('--credits <n>', 'initial credits', credits, 0)
  .action(async (options) => (await administer()).runOrgCreate(options));

const user = program.command('user').description('Manage users.');
command(user, 'create', 'Create a user.')
  .requiredOption('--org <name>', 'organization of the user')
  .requiredOption('--email <address>', 'e-mail address')
  .requiredOption('--name <name>', 'name of the person')
  .option('--admin', 'make the user an admin, who may create organization keys')
  .action(async (options) => (await administer()).runUserCreate(options));

const key = program.command('key').description('Manage API keys.');
command(key, 'create', 'Create an API key. It is shown only once.')
  .option('--user <email>', 'create a personal key of this user')
  .option('--org <name>', 'create a key of this organization')
  .option('--label <text>', 'purpose of the key')
  .option('--expires <date>', 'date on which the key expires, such as 2030-12-31; default: never')
  .action(async (options) => (await administer()).runKeyCreate(options));
command(key, 'list', 'List API keys, oldest first. The keys themselves are never shown.')
  .option('--user <email>', 'only keys of this user')
  .option('--org <name>', 'only keys of this organization')
  .action(async (options) => (await administer()).runKeyList(options));
command(key, 'rotate <key-id>', 'Create a key that replaces another. The old key works for a while longer.')
  .option('--overlap <seconds>', 'how long the old key keeps working', wholeNumber(0, 30 * 86_400), 86_400)
  .option('--label <text>', 'purpose of the new key; default: that of the old one')
  .action(async (keyId: string, options) => (await administer()).runKeyRotate(id(keyId), options));
command(key, 'revoke <key-id>', 'Revoke an API key.')
  .option('--include-created', 'also revoke keys that were created with it, directly or indirectly')
  .action(async (keyId: string, options) => (await administer()).runKeyRevoke(id(keyId), options));

const creditsCommand = program.command('credits').description('Manage credits.');
command(creditsCommand, 'grant', 'Add credits to an organization.')
  .requiredOption('--org <name>', 'organization that gets the credits')
  .requiredOption('--amount <n>', 'number of credits', wholeNumber(1, 1_000_000_000))
  .action(async (options) => (await administer()).runCreditsGrant(options));

const flags = program.command('flags').description('Work through the queue of data flags.');
command(flags, 'list', 'List data flags, oldest first.')
  .addOption(
    new Option('--status <status>', 'status of the flags')
      .choices(['queued', 'resolved', 'all'])
      .default('queued'),
  )
  .option('--limit <n>', 'maximum number of flags', wholeNumber(1, 100_000), 100)
  .action(async (options) => (await administer()).runFlagsList(options));
command(flags, 'resolve <flag-id>', 'Mark a data flag as resolved.')
  .option('--resolution <text>', 'outcome, as a note for colleagues')
  .action(async (flagId: string, options) => (await administer()).runFlagsResolve(id(flagId), options));

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
