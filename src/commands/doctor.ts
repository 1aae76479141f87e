import { type Config, readConfig } from '../config.ts';
import { openConfigured } from '../database/acquire.ts';
import { openDatabase } from '../database/client.ts';
import { connect } from '../database/connect.ts';
import { findEmbedded } from '../database/embedded/embedded.ts';
import { reason } from '../database/errors.ts';
import { CLI } from '../lib/interruption.ts';
import {
  examineDatabase,
  examineProcess,
  examineSettings,
  examineSigningIn,
} from '../modules/doctor/examine.ts';
import { attemptCheck, type Finding, failure } from '../modules/doctor/finding.ts';
import { checkServer } from '../modules/doctor/process.ts';
import { print } from './terminal.ts';

const LABELS = { ok: 'ok', warning: 'warning', failure: 'FAILURE' } as const;

/**
 * Checks the installation: settings, reachability, versions, clock, disk, schema, sequences, facet index, dates and ledger.
 * Changes nothing. The exit code is 1 after a failure.
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
  const findings = await examineProcess();
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    const remedy = 'correct them: the others need them';
    return [...findings, { check: 'settings', ...failure(reason(error), remedy) }];
  }
  return [
    ...findings,
    examineSettings(config),
    { check: 'server', ...(await checkServer(config)) },
    ...(await examineSigningIn(config)),
    ...(await examineConfigured(config, sample)),
  ];
}

/** Examines the database. Opens it as commands do, but neither creates nor migrates it. */
async function examineConfigured(config: Config, sample: number): Promise<readonly Finding[]> {
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
      const database = openDatabase({ url: directUrl, poolSize: 1 });
      return await examineDatabase(config, database.pool, sample).finally(database.close);
    } finally {
      await close();
    }
  });
}
