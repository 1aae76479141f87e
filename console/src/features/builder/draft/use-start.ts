import { useEffect, useEffectEvent, useState } from 'react';
import { request } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition, FilterNode } from '../../../filter/definition.ts';
import { BuilderVersionDocument } from '../../../generated/graphql.ts';
import { loadLabels } from '../../../preview/value-labels.ts';
import { type DraftPlace, readLeft } from './kept-draft.ts';
import { readFirst } from './read-address.ts';
import type { UnansweredSave } from './unanswered-save.ts';
import { type Saved, type SavedList, toSaved } from './use-saved-list.ts';

/** State that the editor begins with. */
export interface Start {
  definition: Definition;
  name?: string;
  /** Version that the draft began with; undefined for a new list. */
  base: Saved | undefined;
  /** Where the service keeps the draft; absent before it does. */
  place?: DraftPlace | undefined;
  /** Whether the draft says more than the service has. */
  isAhead?: boolean | undefined;
  /** Save of the page before that is to be repeated. */
  unanswered?: UnansweredSave | undefined;
  /** Time at which the draft was left, in ISO 8601; absent where none was left. */
  leftAt?: string;
}

/**
 * Loads what the editor begins with: the draft of the address, else the one that was left last, else the list's definition,
 * else nothing. Names of its values are loaded before, because rows would grow by a line when these arrive.
 *
 * @param list undefined for a new list. It must be loaded.
 */
export function useStart(list: SavedList | undefined, catalogue: Catalogue | undefined) {
  const [start, setStart] = useState<Start | { broken: string }>();
  const listId = list?.listId;
  const registryVersion = catalogue?.registryVersion ?? '';
  const nameValues = useEffectEvent(
    async (root: FilterNode | null) => catalogue && loadLabels(catalogue, root),
  );
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const found = await toStart(list, registryVersion);
      if ('definition' in found) await nameValues(found.definition.root);
      if (isCurrent) setStart((old) => old ?? found);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [list, registryVersion]);
  const begin = () => setStart(savedStart(list, registryVersion));
  const beginEmpty = () =>
    setStart({ definition: { registry_version: registryVersion, root: null }, base: list && savedOf(list) });
  return { start, begin, beginEmpty, key: listId ?? 'new' };
}

async function toStart(
  list: SavedList | undefined,
  registryVersion: string,
): Promise<Start | { broken: string }> {
  const found = await readFirst();
  if (found.kind === 'broken') return { broken: found.reason };
  const left = found.kind === 'none' ? await readLeft(list?.listId) : undefined;
  const draft = found.kind === 'draft' ? found.draft : left?.draft;
  if (!draft) return savedStart(list, registryVersion);
  const { definition, name, listId, baseVersion } = draft;
  const isOfList = list !== undefined && listId === list.listId;
  const base = list && (isOfList ? await baseOf(list, baseVersion) : savedOf(list));
  return {
    definition,
    base,
    ...(name === undefined ? {} : { name }),
    ...(found.kind === 'draft' && {
      place: found.place,
      isAhead: found.isAhead,
      unanswered: found.unanswered,
    }),
    ...(left && { leftAt: left.at, place: left.place }),
  };
}

function savedStart(list: SavedList | undefined, registry_version: string): Start {
  return list
    ? { definition: list.definition, base: savedOf(list) }
    : { definition: { registry_version, root: null }, base: undefined };
}

const savedOf = ({ version, definition }: SavedList): Saved => ({ version, definition });

/** Loads the version that a draft began with. A version that cannot be loaded is taken for the current one. */
async function baseOf(list: SavedList, version: number | undefined): Promise<Saved> {
  if (version === undefined || version === list.version) return savedOf(list);
  const variables = { listId: list.listId, version };
  const found = await request(BuilderVersionDocument, variables).catch(() => undefined);
  const saved = found?.list?.version;
  return saved ? toSaved(saved.version, saved.definition) : savedOf(list);
}
