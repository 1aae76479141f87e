import { type Command, Option } from 'commander';
import { MAX_BALANCE, MAX_GRANT, TEXT_LIMITS } from '../lib/request-limits.ts';
import { ADMIN_ACTIONS } from '../modules/access/admin-events.ts';
import { FLAG_RESOLUTIONS } from '../modules/flags/resolutions.ts';
import { command, id, textUpTo, time, wholeNumber } from './define.ts';

const KEY_ID = 'number of the key, as key list shows it';

const creditsOption = wholeNumber(0, MAX_GRANT);

/** Adds the commands that manage organizations, users, keys, credits and flags. */
export function addAdministration(program: Command): void {
  const org = program.command('org').description('Manage organizations.');
  const organizations = () => import('../commands/users.ts');
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
  const users = () => import('../commands/users.ts');
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
  command(
    user,
    'list',
    'List the users of an organization by e-mail address.',
    'user list --org "Acme Sales"',
  )
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
  command(
    user,
    'operator',
    'Make a user an operator of the installation, who reviews data flags and grants credits over the APIs.',
    'user operator --email ada@acme.example',
  )
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--revoke', 'end it: the next request of the user is refused already')
    .action(async (options) => (await users()).runUserOperator(options));

  command(
    user,
    'role',
    'Change the role of a user. This can also demote the last admin.',
    'user role --email ada@acme.example --role admin',
  )
    .requiredOption('--email <address>', 'e-mail address of the user')
    .addOption(new Option('--role <role>', 'new role').choices(['member', 'admin']).makeOptionMandatory())
    .action(async (options) => (await users()).runUserRole(options));
  command(
    user,
    'link',
    'Make a link that signs a person in once, within 72 hours. It is shown only once.',
    'user link --email ada@acme.example',
  )
    .requiredOption('--email <address>', 'e-mail address of the person')
    .action(async (options) => (await users()).runUserLink(options));
  command(
    user,
    'service',
    'Create a service account: a user for a program, with keys and without sign-in.',
    'user service --org "Acme Sales" --name "Nightly import"',
  )
    .requiredOption('--org <name>', 'organization of the account')
    .requiredOption('--name <name>', 'name of the program')
    .action(async (options) => (await users()).runUserService(options));

  const key = program.command('key').description('Manage API keys.');
  const keys = () => import('../commands/keys.ts');
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
    'rotate',
    'Create a key that replaces another. The old key works for a while longer.',
    'key rotate 4 --overlap 3600',
  )
    .argument('<key-id>', KEY_ID)
    .option('--overlap <seconds>', 'how long the old key keeps working', wholeNumber(0, 30 * 86_400), 86_400)
    .option('--label <text>', 'purpose of the new key; default: that of the old one')
    .action(async (keyId: string, options) => (await keys()).runKeyRotate(id(keyId), options));
  command(
    key,
    'limit',
    'Set how many credits a key may spend in a calendar month (UTC). Its successors share the limit.',
    'key limit 4 --monthly 500',
  )
    .argument('<key-id>', KEY_ID)
    .option('--monthly <n>', 'maximum number of credits', wholeNumber(0, MAX_BALANCE))
    .option('--none', 'remove the limit')
    .action(async (keyId: string, options) => (await keys()).runKeyLimit(id(keyId), options));
  command(key, 'revoke', 'Revoke an API key.', 'key revoke 4 --include-created')
    .argument('<key-id>', KEY_ID)
    .option('--include-created', 'also revoke keys that were created with it, directly or indirectly')
    .action(async (keyId: string, options) => (await keys()).runKeyRevoke(id(keyId), options));
  command(
    key,
    'confirm',
    'Let keys work again that restore or recovered holds. A revoked or expired key does not come back.',
    'key confirm 4 7',
  )
    .argument('[key-id...]', KEY_ID)
    .option('--all', 'confirm every key that is held')
    .action(async (keyIds: string[], options) => (await keys()).runKeyConfirm(keyIds.map(id), options));

  const creditsCommand = program.command('credits').description('Manage credits.');
  const credits = () => import('../commands/users.ts');
  command(
    creditsCommand,
    'grant',
    'Add credits to an organization.',
    'credits grant --org "Acme Sales" --amount 100',
  )
    .requiredOption('--org <name>', 'organization that gets the credits')
    .requiredOption('--amount <n>', 'number of credits', wholeNumber(1, MAX_GRANT))
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
  const flags = () => import('../commands/flags.ts');
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
    'resolve',
    'Mark a data flag as resolved.',
    'flags resolve 7 --resolution corrected --note "The next import has the new name."',
  )
    .argument('<flag-id>', 'number of the flag, as flags list shows it')
    .addOption(
      new Option(
        '--resolution <resolution>',
        'result of the review, which the reporter of the flag sees',
      ).choices(FLAG_RESOLUTIONS),
    )
    .option('--note <text>', 'what the reporter of the flag should know', textUpTo(TEXT_LIMITS.flagText))
    .action(async (flagId: string, options) => (await flags()).runFlagsResolve(id(flagId), options));

  command(
    program,
    'audit',
    'Show who changed organizations, users, keys, credits and flags, newest first.',
    'audit --org "Acme Sales" --since 2030-01-01',
  )
    .option('--org <name>', 'only entries of this organization')
    .addOption(new Option('--action <action>', 'only entries of this action').choices(ADMIN_ACTIONS))
    .option('--since <date>', 'only entries from this date on, such as 2030-12-31', time)
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1, 100_000), 100)
    .action(async (options) => (await import('../commands/users.ts')).runAudit(options));
}
