import cluster from 'node:cluster';
import { Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../lib/files.ts';
import { addAdministration } from './administration.ts';
import { addCatalogue } from './catalogue.ts';
import { addExample, command, wholeNumber } from './define.ts';
import { addFields } from './fields.ts';

/** Returns the definition of all commands. The executable parses with it; docs/operate/command-line.md is written from it. */
export function createProgram(): Command {
  const program = new Command('company-data')
    .description('Company data service: GraphQL and REST over PostgreSQL.')
    .version(version)
    .showHelpAfterError('(use --help to list commands and options)')
    .configureHelp({ showGlobalOptions: true });
  addOperation(program);
  addCatalogue(program);
  addFields(program);
  addAdministration(program);
  addClient(program);
  return program;
}

const KEEP_KEYS = 'let all keys work on, if none was revoked since';

/** Adds the commands that serve, migrate, back up and look after the database. */
function addOperation(program: Command): void {
  command(program, 'serve', 'Start the server. SIGINT, SIGTERM or SIGHUP stops it.', 'serve').action(
    async (options) => {
      // A worker process runs the same command.
      if (cluster.isWorker) await (await import('../commands/worker.ts')).serveAsWorker();
      else await (await import('../commands/serve.ts')).serve(options);
    },
  );

  const demo = program
    .command('demo')
    .description(
      'Start the server with a generated catalogue, an organization, API keys and example commands. DATA_DIR is data-demo by default.',
    )
    .action(async () => (await import('../commands/demo.ts')).demo());
  addExample(demo, 'demo');

  command(program, 'migrate', 'Migrate the database to this version, then exit.', 'migrate').action(
    async (options) => (await import('../commands/migrate.ts')).runMigrate(options),
  );

  const database = program.command('database').description('Reach the database with other programs.');
  const data = program.command('data').description('Manage the directory DATA_DIR.');
  const dataCommands = () => import('../commands/data.ts');
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
    .action(async (options) => (await import('../commands/backup.ts')).runBackup(options));
  command(
    program,
    'restore',
    'Load a backup into an empty database and compare every table with it. Ends sessions and links to sign in, and holds all keys until key confirm.',
    'restore /srv/backups/catalogue.sql.gz',
  )
    .argument('<file>', 'file that backup wrote; - for standard input')
    .option('--check-only', 'compare the backup with its checksums; needs no database')
    .option(
      '--checksum <sha256>',
      'refuse another backup than the one for which backup printed this checksum',
    )
    .option('--keep-keys', KEEP_KEYS)
    .action(async (file, options) => (await import('../commands/restore.ts')).runRestore(file, options));
  command(
    program,
    'recovered',
    'Do what restore does to sessions, links and keys, after PostgreSQL recovered the database to an earlier time. Run it before servers start.',
    'recovered',
  )
    .option('--keep-keys', KEEP_KEYS)
    .action(async (options) => (await import('../commands/restore.ts')).runRecovered(options));

  command(
    program,
    'doctor',
    'Check settings, versions, clock, disk, schema, sequences, facet index, dates and ledger. Changes nothing; exits with 1 after a failure.',
    'doctor --sample 5000',
  )
    .option('--sample <n>', 'companies to compare with the facet index', wholeNumber(1, 1_000_000), 1000)
    .action(async (options) => (await import('../commands/doctor.ts')).runDoctor(options));
}

/** Adds the command that calls a service over HTTP, from any machine. */
function addClient(program: Command): void {
  command(
    program,
    'enrich',
    'Send a CSV or NDJSON file to a service, and write it back with the company and the partners of each row. The service goes on after Ctrl-C, and the same command follows it. Needs the variable COMPANY_DATA_KEY, an API key.',
    'enrich accounts.csv --max-credits 500 --out result.csv',
  )
    .argument('<file>', 'CSV, or NDJSON if the name ends with .ndjson or .jsonl; .gz if it is compressed')
    .requiredOption('--out <file>', 'file of results: .csv, .ndjson or .parquet')
    .option(
      '--max-credits <n>',
      'most credits to charge; without this option the command shows the price',
      wholeNumber(0, 2 ** 31 - 1),
    )
    .option(
      '--min-confidence <number>',
      'confidence from which on a row is matched, 0 to 1',
      confidence,
      '0.9',
    )
    .addOption(
      new Option('--kind <kind>', 'match: find the companies only, free')
        .choices(['enrich', 'match'])
        .default('enrich'),
    )
    .option('--url <url>', 'address of the service', 'http://127.0.0.1:4000')
    .action(async (file, options) => (await import('../commands/enrich.ts')).runEnrich(file, options));
}

function confidence(text: string): string {
  if (/^(?:0(?:\.\d{1,3})?|1(?:\.0{1,3})?)$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 0 to 1, with at most three decimals.');
}
