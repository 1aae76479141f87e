import { type Config, readConfig } from '../config.ts';
import { openConfigured } from '../database/acquire.ts';
import { openDatabase, type Pool } from '../database/client.ts';
import { connect } from '../database/connect.ts';
import { findEmbedded } from '../database/embedded/open-embedded.ts';
import { reason } from '../database/errors.ts';
import { systemClock } from '../lib/clock.ts';
import { CLI } from '../lib/command-line.ts';
import { checkPooler, checkReplicas } from './doctor/connections.ts';
import { checkImports, checkIndex, checkLedger } from './doctor/data.ts';
import { checkClock, checkServerState } from './doctor/database.ts';
import { attemptCheck, type Finding, failure, ok, warning } from './doctor/finding.ts';
import { checkDisk, checkNativeLibrary, checkNode, checkServer } from './doctor/process.ts';
import { checkSchema, checkSequences } from './doctor/schema.ts';
import { checkIssuer, checkMail, checkPublicUrl } from './doctor/sign-in.ts';
import { print } from './terminal.ts';

const LABELS = { ok: 'ok', warning: 'warning', failure: 'FAILURE' } as const;

/**
 * Checks the installation: settings, reachability, versions, clock, disk, schema, sequences, facet index and ledger. Changes
 * nothing. The exit code is 1 after a failure.
 */
export async function runDoctor(options: { json?: boolean; sample: number }): Promise<void> {
  const findings = await examine(options.sample);
  const failures = findings.filter(({ state }) => state === 'failure').length;
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, message, remedy }) => [
    `${LABELS[state].padEnd(7)}  ${check.padEnd(width)}  ${message}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 11)}→ ${remedy}`]),
  ]);
  print(options.json, { ok: failures === 0, findings }, lines);
  if (failures > 0) process.exitCode = 1;
}

async function examine(sample: number): Promise<Finding[]> {
  const findings: Finding[] = [
    { check: 'Node.js', ...checkNode(process.versions.node, systemClock.now()) },
    ...(await attemptCheck('native library', 'do what the message says', checkNativeLibrary)),
  ];
  const check = 'settings';
  let config: Config;
  try {
    config = readConfig(process.env);
    const { misspelled } = config;
    findings.push({
      check,
      ...(misspelled.length === 0
        ? ok('all are valid')
        : warning(misspelled.join('; '), 'correct the name, or unset the variable')),
    });
  } catch (error) {
    return [...findings, { check, ...failure(reason(error), 'correct them: the others need them') }];
  }
  findings.push({ check: 'server', ...(await checkServer(config)) });
  findings.push({ check: 'signing in', ...checkPublicUrl(config) });
  findings.push({ check: 'OpenID', ...(await checkIssuer(config)) });
  findings.push({ check: 'mail', ...(await checkMail(config)) });
  return [...findings, ...(await examineDatabase(config, sample))];
}

/** Examines the database. Opens it as commands do, but neither creates nor migrates it. */
async function examineDatabase(config: Config, sample: number): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir } = config;
  const remedy =
    databaseUrl === undefined ? `start a server: ${CLI} serve` : 'correct DATABASE_URL, or start its server';
  // Also catches what fails later: its connections may be used up by then.
  return attemptCheck('database', remedy, async () => {
    if (databaseUrl === undefined && (await findEmbedded(dataDir)) === undefined)
      return failure(`there is none in DATA_DIR ${dataDir}`, remedy);
    const { directUrl, close } = await openConfigured(config, 'command');
    try {
      await (await connect(directUrl)).end();
      return await examineOpened(config, directUrl, sample);
    } finally {
      await close();
    }
  });
}

async function examineOpened(config: Config, url: string, sample: number): Promise<Finding[]> {
  const database = openDatabase({ url, poolSize: 2 });
  try {
    return await examineTables(config, database.pool, sample);
  } finally {
    await database.close();
  }
}

async function examineTables(config: Config, pool: Pool, sample: number): Promise<Finding[]> {
  const { databaseUrl } = config;
  const client = await pool.connect();
  const checks: [name: string, check: Parameters<typeof attemptCheck>[2]][] = [
    [
      'PostgreSQL',
      async () => {
        const { findings, bytes, directory } = await checkServerState(pool, config);
        if (directory === null) return findings;
        return [...findings, { check: 'disk', ...(await checkDisk(directory, bytes)) }];
      },
    ],
    ['clock', () => checkClock(pool, () => systemClock.now())],
    ['pooler', async () => (databaseUrl === undefined ? [] : checkPooler(databaseUrl, config))],
    ['replicas', () => checkReplicas(pool, config)],
    ['schema', () => checkSchema(client)],
    ['sequences', () => checkSequences(pool)],
    ['facet index', () => checkIndex(client, sample)],
    ['ledger', () => checkLedger(pool)],
    ['imports', () => checkImports(pool)],
  ];
  const findings: Finding[] = [];
  try {
    for (const [name, check] of checks) {
      findings.push(
        ...(await attemptCheck(name, 'repair what the message names, then run doctor again', check)),
      );
      // The other checks need the tables.
      if (name === 'schema' && findings.at(-1)?.state === 'failure') break;
    }
    return findings;
  } finally {
    client.release();
  }
}
