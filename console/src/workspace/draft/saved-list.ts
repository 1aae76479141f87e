import type { Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import type { HandMade } from '../../ui/by-hand.tsx';

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

/** Reads a definition of the service. Saved ones are always valid. */
export function toSaved(version: number, raw: unknown): Saved {
  const parsed = parseDefinition(raw);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return { version, definition: parsed.value };
}
