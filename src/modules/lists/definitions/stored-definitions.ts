import DataLoader from 'dataloader';
import type { Queryable } from '../../../database/client.ts';
import type { List, StoredDefinition } from '../list.ts';

/** SQL of a stored definition `d` as REST spells it. */
export const DEFINITION_JSON = `json_build_object('registry_version', d.registry_version, 'root', d.root)`;

/** A version of a list that the caller was found to see. Versions never change. */
export interface VersionKey {
  listId: number;
  version: number;
}

export type DefinitionLoader = DataLoader<VersionKey, StoredDefinition, string>;

/** Loads definitions that pages leave out, one statement for all that are asked for at once. */
export function createDefinitionLoader(db: Queryable): DefinitionLoader {
  return new DataLoader<VersionKey, StoredDefinition, string>((keys) => findDefinitions(db, keys), {
    cacheKeyFn: ({ listId, version }) => `${listId}:${version}`,
  });
}

/** The definition of a list, read unless it came with the list. */
export async function definitionOf(db: Queryable, list: List): Promise<StoredDefinition> {
  if (list.definition) return list.definition;
  const { listId, definitionVersion: version } = list;
  const [definition] = await findDefinitions(db, [{ listId, version }]);
  if (definition instanceof Error || !definition) throw definition ?? missing(listId, version);
  return definition;
}

async function findDefinitions(
  db: Queryable,
  keys: readonly VersionKey[],
): Promise<(StoredDefinition | Error)[]> {
  const { rows } = await db.query<VersionKey & { definition: StoredDefinition }>({
    name: 'list_definitions',
    text: `SELECT d.list_id AS "listId", d.version, ${DEFINITION_JSON} AS definition FROM list_definition d
      JOIN unnest($1::int[], $2::int[]) AS k (list_id, version) USING (list_id, version)`,
    values: [keys.map(({ listId }) => listId), keys.map(({ version }) => version)],
  });
  const found = new Map(rows.map(({ listId, version, definition }) => [`${listId}:${version}`, definition]));
  return keys.map(({ listId, version }) => found.get(`${listId}:${version}`) ?? missing(listId, version));
}

/** The list was deleted while the request ran. */
function missing(listId: number, version: number): Error {
  return new Error(`version ${version} of list ${listId} is gone`);
}
