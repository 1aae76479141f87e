#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { StartupError } from './lib/fault.ts';

/** Commands are loaded when they run: `key create` need not wait for GraphQL. */
const administer = () => import('./commands/administer.ts');

const program = new Command('company-data')
  .description('Company data service: GraphQL and REST over PostgreSQL.')
  .showHelpAfterError('(--help shows what there is)')
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
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
const id = wholeNumber(1, 2 ** 31 - 1);
const credits = wholeNumber(0, 1_000_000_000);

command(program, 'serve', 'Serve until a signal comes.').action(async (options: { json?: boolean }) =>
  (await import('./commands/serve.ts')).serve(options),
);

program
  .command('demo')
  .description('Serve a generated catalogue with an organization, keys and commands to try.')
  .action(async () => (await import('./commands/demo.ts')).demo());

command(program, 'migrate', 'Bring the database to the state that this version needs.').action(
  async (options: { json?: boolean }) => (await import('./commands/migrate.ts')).runMigrate(options),
);

command(
  program,
  'import <path...>',
  'Import NDJSON files or folders into the catalogue (- reads standard input).',
)
  .option(
    '--kind <kind>',
    'companies, technologies, company_technologies or partnerships, where the name does not tell',
  )
  .option('--rejects <folder>', 'where files of refused rows go (DATA_DIR/rejects unless given)')
  .action(async (paths: string[], options: { json?: boolean; kind?: string; rejects?: string }) =>
    (await import('./commands/import.ts')).runImport(paths, options),
  );

command(program, 'generate', 'Write an invented catalogue of any size as files that import reads.')
  .requiredOption('--companies <n>', 'how many companies', wholeNumber(1, 100_000_000))
  .option('--seed <n>', 'the same seed gives the same files', wholeNumber(0, 2 ** 32 - 1), 1)
  .requiredOption('--out <folder>', 'where the files go')
  .option('--as-of <date>', 'the newest date in the files')
  .option('--gzip', 'compress the files')
  .action(
    async (options: {
      companies: number;
      seed: number;
      out: string;
      asOf?: string;
      gzip?: boolean;
      json?: boolean;
    }) => (await import('./commands/generate.ts')).runGenerate(options),
  );

const index = program.command('index').description('The facet index, from which filters are answered.');
const facetIndex = () => import('./commands/facet-index.ts');
command(index, 'status', 'Show its version and size.').action(async (options: { json?: boolean }) =>
  (await facetIndex()).showIndexStatus(options),
);
command(index, 'rebuild', 'Build it anew, after tables were changed by hand.').action(
  async (options: { json?: boolean }) => (await facetIndex()).runIndexRebuild(options),
);

const org = program.command('org').description('Organizations.');
command(org, 'create', 'Make an organization.')
  .requiredOption('--name <name>', 'its name')
  .option('--credits <n>', 'credits to begin with', credits, 0)
  .action(async (options) => (await administer()).createOrganization(options));

const user = program.command('user').description('Users.');
command(user, 'create', 'Make a user.')
  .requiredOption('--org <name>', 'the organization')
  .requiredOption('--email <address>', 'the e-mail address')
  .requiredOption('--name <name>', 'the name')
  .option('--admin', 'may make organization keys')
  .action(async (options) => (await administer()).createUser(options));

const key = program.command('key').description('API keys.');
command(key, 'create', 'Make an API key; it is shown this once.')
  .option('--user <email>', 'a personal key of this user')
  .option('--org <name>', 'a key of this organization')
  .option('--label <text>', 'what it is for')
  .option('--expires <date>', 'when it stops working')
  .action(async (options) => (await administer()).createKey(options));
command(key, 'list', 'Show keys, the oldest first: never the keys themselves.')
  .option('--user <email>', 'the keys of this user')
  .option('--org <name>', 'the keys of this organization')
  .action(async (options) => (await administer()).listKeys(options));
command(key, 'rotate <key-id>', 'Make a key that takes the place of another, which goes on for a while.')
  .option('--overlap <seconds>', 'how long the old one goes on', wholeNumber(0, 30 * 86_400), 86_400)
  .option('--label <text>', 'what the new one is for')
  .action(async (keyId: string, options) => (await administer()).rotateKey(id(keyId), options));
command(key, 'revoke <key-id>', 'Stop a key from working.')
  .option('--include-created', 'also the keys that were made with it, directly or through others')
  .action(async (keyId: string, options) => (await administer()).revokeKey(id(keyId), options));

const creditsCommand = program.command('credits').description('Credits.');
command(creditsCommand, 'grant', 'Add credits to an organization.')
  .requiredOption('--org <name>', 'the organization')
  .requiredOption('--amount <n>', 'how many', wholeNumber(1, 1_000_000_000))
  .action(async (options) => (await administer()).grantCredits(options));

const flags = program.command('flags').description('The queue of data flags.');
command(flags, 'list', 'Show flags, oldest first.')
  .addOption(
    new Option('--status <status>', 'which').choices(['queued', 'resolved', 'all']).default('queued'),
  )
  .option('--limit <n>', 'at most so many', wholeNumber(1, 100_000), 100)
  .action(async (options) => (await administer()).showFlags(options));
command(flags, 'resolve <flag-id>', 'Take a flag out of the queue.')
  .option('--resolution <text>', 'what came of it')
  .action(async (flagId: string, options) => (await administer()).closeFlag(id(flagId), options));

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
