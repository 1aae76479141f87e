import type pg from 'pg';
import { StartupError } from '../../lib/fault.ts';
import type { Migration } from './files.ts';
import { type Attempt, recordFinished } from './history.ts';
import { missingFrom } from './schema-lines.ts';

/** The last migration of release 0.2.0. The baseline makes the schema that 0.2.0 has after it. */
export const LAST_OF_0_2_0 = '20261126013546_expand_drafts_and_favourites';

const SHOWN = 3;
const REMEDY =
  'upgrade it to release 0.2.0 first (run `company-data migrate` of that release), then to this one';

/** Baseline migrations are expanding ones by name, because release 0.2.0 runs with a database that has them. */
export function isBaseline(name: string): boolean {
  return /^\d+_expand_baseline_/.test(name);
}

/**
 * Returns whether a migration belongs to the history that the baseline replaced. Its row stays: release 0.2.0 looks for it
 * when one of its processes starts again during the upgrade.
 */
export function isReplaced(name: string): boolean {
  return name <= LAST_OF_0_2_0;
}

/** Returns whether a database has the history of 0.2.0 or an older release, and no baseline yet. */
export function lacksBaseline(names: readonly string[]): boolean {
  return names.some(isReplaced) && !names.some(isBaseline);
}

/**
 * Replaces the names of replaced migrations by those of the baseline.
 *
 * @param names finished migrations of a database or a backup. `known`: those of this version.
 * @param what holds these migrations, for the message.
 * @throws StartupError if they end before 0.2.0.
 */
export function withBaseline(names: readonly string[], known: readonly string[], what: string): string[] {
  if (!lacksBaseline(names)) return names.filter((name) => !isReplaced(name));
  if (!names.includes(LAST_OF_0_2_0))
    throw new StartupError(
      `${what} is older than release 0.2.0: use release 0.2.0 to bring it to its schema first`,
    );
  return [...known.filter(isBaseline), ...names.filter((name) => !isReplaced(name))];
}

/**
 * Marks the baseline as applied in a database of release 0.2.0, after a comparison of its schema with the one that the
 * migrations make. Runs in a transaction, and changes no table but the history.
 *
 * @throws StartupError if the database is older, or lacks something of the schema.
 */
export async function takeOver(
  client: pg.Client,
  history: readonly Attempt[],
  migrations: readonly Migration[],
): Promise<void> {
  const finished = new Set(history.filter((each) => each.finished).map(({ name }) => name));
  const isUnfinished = history.some(({ name }) => isReplaced(name) && !finished.has(name));
  if (isUnfinished || !finished.has(LAST_OF_0_2_0))
    throw new StartupError(`the database is older than release 0.2.0: ${REMEDY}`);
  const baseline = migrations.filter(({ name }) => isBaseline(name));
  const later = migrations.filter(({ name }) => finished.has(name));
  const missing = await missingFrom(
    client,
    [...baseline, ...later].map(({ sql }) => sql),
  );
  if (missing.length > 0) {
    const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
    throw new StartupError(
      `the database differs from the schema that its history promises: it lacks ${missing.slice(0, SHOWN).join(', ')}${more}; ` +
        'repair it, or restore a backup of release 0.2.0 into an empty database',
    );
  }
  for (const migration of baseline) await recordFinished(client, migration);
}
