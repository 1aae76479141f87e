import { type Config, readConfig } from '../config.ts';
import { openConfigured } from '../database/acquire.ts';
import { openDatabase, type Pool } from '../database/client.ts';
import { connect } from '../database/connect.ts';
import { findEmbedded } from '../database/embedded/find-embedded.ts';
import { reason } from '../database/errors.ts';
import { systemClock } from '../lib/clock.ts';
import { CLI } from '../lib/command-line.ts';
import { checkPooler, checkReplicas } from './doctor/connections.ts';
import { checkImports, checkIndex, checkLedger } from './doctor/data.ts';
import { checkClock, checkSchema, checkServerState } from './doctor/database.ts';
import { attemptCheck, type Finding, failure, ok } from './doctor/finding.ts';
import { checkDisk, checkNativeLibrary, checkNode, checkServer } from './doctor/process.ts';
import { print } from './terminal.ts';

const LABELS = { ok: 'ok', warning: 'warning', failure: 'FAILURE' } as const;

/**
 * Checks the installation: settings, reachability, versions, clock, disk, schema, facet index and ledger. Changes
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
  const findings: Finding[] = [checkNode(process.versions.node, systemClock.now())];
  findings.push(...(await attemptCheck('native library', 'do what the message says', checkNativeLibrary)));
  let config: Config;
  try {
    config = readConfig(process.env);
    findings.push(ok('settings', 'all are valid'));
  } catch (error) {
    return [...findings, failure('settings', reason(error), 'correct them: the others need them')];
  }
  findings.push(await checkServer(config));
  return [...findings, ...(await examineDatabase(config, sample))];
}

/** Examines the database. Opens it as commands do, but neither creates nor migrates it. */
async function examineDatabase(config: Config, sample: number): Promise<Finding[]> {
  const check = 'database';
  const remedy =
    config.databaseUrl === undefined
      ? `start a server: ${CLI} serve`
      : 'correct DATABASE_URL, or start its server';
  if (config.databaseUrl === undefined && (await findEmbedded(config.dataDir)) === undefined)
    return [failure(check, `there is none in DATA_DIR ${config.dataDir}`, remedy)];
  let opened: Awaited<ReturnType<typeof openConfigured>>;
  try {
    opened = await openConfigured(config, 'command');
    await (await connect(opened.directUrl)).end();
  } catch (error) {
    return [failure(check, reason(error), remedy)];
  }
  try {
    return await examineOpened(config, opened.directUrl, sample);
  } catch (error) {
    // Its connections may be used up by now.
    return [failure(check, reason(error), remedy)];
  } finally {
    await opened.close();
  }
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
  const findings: Finding[] = [];
  const add = async (...check: Parameters<typeof attemptCheck>) =>
    findings.push(...(await attemptCheck(...check)));
  const retry = 'repair what the message names, then run doctor again';
  const client = await pool.connect();
  try {
    await add('PostgreSQL', retry, async () => {
      const { findings: found, bytes, directory } = await checkServerState(pool, config);
      return [...found, ...(directory === null ? [] : [await checkDisk(directory, bytes)])];
    });
    await add('clock', retry, () => checkClock(pool, () => systemClock.now()));
    await add('pooler', retry, () => checkPooler(config));
    await add('replicas', retry, () => checkReplicas(pool, config));
    await add('schema', retry, () => checkSchema(client));
    if (findings.at(-1)?.state === 'failure') return findings;
    await add('facet index', retry, () => checkIndex(client, sample));
    await add('ledger', retry, () => checkLedger(pool));
    await add('imports', retry, () => checkImports(pool));
    return findings;
  } finally {
    client.release();
  }
}
