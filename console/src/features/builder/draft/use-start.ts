import { useEffect, useState } from 'react';
import { request } from '../../../api/hooks.ts';
import { useViewer } from '../../../api/viewer.ts';
import type { Definition } from '../../../filter/definition.ts';
import { BuilderVersionDocument } from '../../../generated/graphql.ts';
import { readAddress } from './read-address.ts';
import { readDraft, unsavedId } from './stored-drafts.ts';
import { type Saved, type SavedList, toSaved } from './use-saved-list.ts';

/** State that the editor begins with. */
export interface Start {
  definition: Definition;
  name?: string;
  /** Version that the draft began with; undefined for a new list. */
  base: Saved | undefined;
  /** Time at which the draft was left, in milliseconds since 1970; absent where none was left. */
  leftAt?: number;
}

/** Returns the prefix of the caller's stored drafts; undefined until it is known. */
export function useCallerId(): string | undefined {
  return useViewer().data?.viewer.user.userId.toString();
}

/**
 * Loads what the editor begins with: the draft of the address, else the one that was left unsaved, else the list's definition,
 * else nothing.
 *
 * @param list undefined for a new list. It must be loaded.
 */
export function useStart(caller: string | undefined, list: SavedList | undefined, registryVersion: string) {
  const [start, setStart] = useState<Start | { broken: string }>();
  const listId = list?.listId;
  useEffect(() => {
    if (caller === undefined) return;
    let isCurrent = true;
    const load = async () => {
      const found = await toStart(caller, list, registryVersion);
      if (isCurrent) setStart((old) => old ?? found);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [caller, list, registryVersion]);
  const begin = () => setStart(savedStart(list, registryVersion));
  const beginEmpty = () =>
    setStart({ definition: { registry_version: registryVersion, root: null }, base: list && savedOf(list) });
  return { start, begin, beginEmpty, key: listId ?? 'new' };
}

async function toStart(
  caller: string,
  list: SavedList | undefined,
  registryVersion: string,
): Promise<Start | { broken: string }> {
  const found = await readAddress(caller);
  if (found.kind === 'broken') return { broken: found.reason };
  const left = found.kind === 'none' ? await readDraft(caller, unsavedId(list?.listId)) : undefined;
  const draft = found.kind === 'draft' ? found.draft : left?.draft;
  if (!draft) return savedStart(list, registryVersion);
  const { definition, name, listId, baseVersion } = draft;
  const isOfList = list !== undefined && listId === list.listId;
  const base = list && (isOfList ? await baseOf(list, baseVersion) : savedOf(list));
  return {
    definition,
    base,
    ...(name === undefined ? {} : { name }),
    ...(left && { leftAt: left.at }),
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
