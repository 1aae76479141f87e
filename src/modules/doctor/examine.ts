import type { Config } from '../../config.ts';
import type { Pool } from '../../database/client.ts';
import { systemClock } from '../../lib/clock.ts';
import { checkEvidence, checkHeldKeys, checkImports, checkIndex, checkLedger } from './data.ts';
import { checkClock, checkPooler, checkReplicas, checkServerState } from './database.ts';
import { attemptCheck, type Finding, ok, warning } from './finding.ts';
import { checkSchema, checkSequences } from './migrations.ts';
import { checkDisk, checkNativeLibrary, checkNode } from './process.ts';
import { checkIssuer, checkMail, checkPublicUrl } from './sign-in.ts';

/** Checks what runs the service, whatever its settings are. */
export async function examineProcess(): Promise<Finding[]> {
  return [
    { check: 'Node.js', ...checkNode(process.versions.node, systemClock.now()) },
    ...(await attemptCheck('native library', 'do what the message says', checkNativeLibrary)),
  ];
}

/** Looks for settings that have no effect: misspelled ones, and those that need another one. */
export function examineSettings({ withoutEffect }: Pick<Config, 'withoutEffect'>): Finding {
  const remedy = 'correct the name, set what is missing, or unset the variable';
  const result = withoutEffect.length === 0 ? ok('all are valid') : warning(withoutEffect.join('; '), remedy);
  return { check: 'settings', ...result };
}

/** Checks how people sign in, and the servers that this needs. */
export async function examineSigningIn(config: Config): Promise<Finding[]> {
  const [issuer, mail] = await Promise.all([checkIssuer(config), checkMail(config)]);
  return [
    { check: 'signing in', ...checkPublicUrl(config) },
    { check: 'OpenID', ...issuer },
    { check: 'mail', ...mail },
  ];
}

/**
 * Checks the server of the database and what the tables hold. Changes nothing, and needs one connection.
 *
 * @param sample companies to compare with the facet index, at most; 0 for none.
 */
export async function examineDatabase(config: Config, pool: Pool, sample: number): Promise<Finding[]> {
  const { databaseUrl } = config;
  const client = await pool.connect();
  const checkServers = async () => {
    const { findings, bytes, directory } = await checkServerState(client, config);
    if (directory === null) return findings;
    return [...findings, { check: 'disk', ...(await checkDisk(directory, bytes)) }];
  };
  const checks: [name: string, check: Parameters<typeof attemptCheck>[2]][] = [
    ['PostgreSQL', checkServers],
    ['clock', () => checkClock(client, () => systemClock.now())],
    ['pooler', async () => (databaseUrl === undefined ? [] : checkPooler(databaseUrl, config))],
    ['replicas', () => checkReplicas(client, config)],
    ['schema', () => checkSchema(client)],
    ['sequences', () => checkSequences(client)],
    ['facet index', () => checkIndex(client, sample)],
    ['evidence', () => checkEvidence(client, sample > 0)],
    ['ledger', () => checkLedger(client)],
    ['keys', () => checkHeldKeys(client, systemClock.now())],
    ['imports', () => checkImports(client)],
  ];
  const findings: Finding[] = [];
  const remedy = 'repair what the message names, then run doctor again';
  try {
    for (const [name, check] of checks) {
      findings.push(...(await attemptCheck(name, remedy, check)));
      // The other checks need the tables.
      if (name === 'schema' && findings.at(-1)?.state === 'failure') break;
    }
    return findings;
  } finally {
    client.release();
  }
}

/** Examines a running server, which has opened its database. The comparison of the facet index is left to the command. */
export async function examineRunning(config: Config, pool: Pool): Promise<Finding[]> {
  const [own, signingIn] = await Promise.all([examineProcess(), examineSigningIn(config)]);
  return [...own, examineSettings(config), ...signingIn, ...(await examineDatabase(config, pool, 0))];
}
