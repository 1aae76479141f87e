import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, useApiQuery } from '../../../api/hooks.ts';
import { useSubscription } from '../../../api/subscription.ts';
import type { Definition } from '../../../filter/definition.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import { BuilderListChangedDocument, BuilderListDocument } from '../../../generated/graphql.ts';
import type { HandMade } from '../../../ui/by-hand.tsx';

/** A version of a list's definition. */
export interface Saved {
  version: number;
  definition: Definition;
}

/** A list as the service has it now. */
export interface SavedList extends Saved {
  listId: string;
  name: string;
  /** Whether the caller may save a new version. */
  canEdit: boolean;
  /** Domains that make its members differ from what the filter matches. */
  byHand: HandMade;
}

/** Loads a list and keeps it current, also while others change it. */
export function useSavedList(listId: string | undefined) {
  const cache = useQueryClient();
  const [isGone, setGone] = useState(false);
  const query = useApiQuery(BuilderListDocument, { listId: listId ?? '' }, { enabled: listId !== undefined });
  const isLoaded = query.data !== undefined;
  const readAgain = () => void cache.invalidateQueries({ queryKey: queryKey(BuilderListDocument) });
  useSubscription(
    BuilderListChangedDocument,
    listId !== undefined && isLoaded ? { listId } : undefined,
    (event) => (typeof event === 'object' && event.kind === 'GONE' ? setGone(true) : readAgain()),
    readAgain,
  );
  return { query, isGone };
}

/** Reads a definition of the service. Saved ones are always valid. */
export function toSaved(version: number, raw: unknown): Saved {
  const parsed = parseDefinition(raw);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return { version, definition: parsed.value };
}
