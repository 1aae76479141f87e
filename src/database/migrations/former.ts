import type pg from 'pg';
import type { Migration } from './files.ts';
import { type Attempt, recordFinished } from './history.ts';

/**
 * The migrations of 0.1.0 before they were merged, with the checksums of their files. Two of the files had been edited
 * while 0.1.0 was written: only the checksum tells which tables a database has.
 */
export const FORMER: Readonly<Record<string, string>> = {
  '20261121000000_catalogue_access_credits_flags':
    '8ad496520dbc1cfd9cb2a6e7628c00665aa2b5f2a9d1c62d583a69ae65ca4abe',
  '20261121042420_facet_index': 'b003d719dcffdf857de50d86a89e0317628613058ab9183cdadef76d1166e9cf',
  '20261121051000_company_lower_name': '350b66dc226ee67aa06116d9ab7574d10531fe8c8692091fd48976a7c3456968',
  '20261121060000_lists': 'b0b27995dc629101204f5da40015f7246a24eb79898abd08e0ec1f1ac5f11769',
  '20261121072113_idempotency_records': 'b1cb25f525466c936a7bed26653aa78d8a54671f1e8e886d662c52e943cbb2ab',
  '20261121072532_list_materialization_paid':
    '255877053cdc9bde104d7c7e13a7bc7cfd44dcdd163677b9d55bbc231a539ee5',
  '20261121073131_rate_limit': 'b71cc38c770e7f5241440ec1db78e72971e9a5d732ebc3ccafb06f5e64a5275a',
  '20261121084634_api_key_rotation_and_usage':
    '6d06e1335ce08f83d968394baedfbffd8a9606efb7d71be66b41aa8e8ec03f03',
  '20261121102015_facet_rare_words': '004a4245a8c30d1554b57c1e3d5d22a6d16448f824b0b90115716582c4cae240',
  '20261121113500_company_name_lookup': 'd09fcbe34031847909c97b2cc6ea54e57f30f4a9ff74681e4897152113df361c',
  '20261121120800_facet_postings_after': '59a9335f2d65f6ed7a636cb76b9e9149eccb9aff6f8e911d56d5ea18fa834ccd',
  '20261122004917_list_exports': 'b0547ff5a523236c72cd319dad83ba83195c526f366171b840d0f0c89e3b6a77',
  '20261122010000_quotas': '663289104a9c3ed12fc4358224d91d6193512fc0992effa15da76507a3076c6b',
};
const FORMER_NAMES = Object.keys(FORMER);

/** The last of the migrations that make the same schema as the former ones. */
export const LAST_REPLACEMENT = '20261122120500_requests';

/** The last of the former migrations. */
export const LAST_FORMER = FORMER_NAMES.at(-1) ?? '';

/** Returns whether the database holds exactly the former migrations, all of them finished. */
export function isFormer(history: readonly Attempt[]): boolean {
  return (
    history.length === FORMER_NAMES.length &&
    new Set(history.map(({ name }) => name)).size === FORMER_NAMES.length &&
    history.every(({ name, checksum, finished }) => finished && FORMER[name] === checksum)
  );
}

/**
 * Replaces the rows of the former migrations by those of the merged ones. The schema is the same, and the former
 * migrations have changed the data that was there, so nothing else has to run.
 */
export async function adoptFormer(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [FORMER_NAMES]);
  for (const migration of migrations) {
    if (migration.name <= LAST_REPLACEMENT) await recordFinished(client, migration);
  }
}
