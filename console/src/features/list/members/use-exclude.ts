import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/hooks.ts';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  type MemberRowFragment,
  UnexcludeDomainDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { membersText } from '../../../text/members.ts';
import { notify, notifyUndo } from '../../../ui/notify.ts';

/** Domains that one call takes. */
const BATCH = 1000;
/** Calls at a time that lift one exclusion each. */
const AT_ONCE = 4;

/** Excludes members from a list by their domains, and offers to undo it. */
export function useExclude(listId: string) {
  const cache = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const exclude = async (members: readonly MemberRowFragment[]) => {
    setRunning(true);
    let excluded: readonly string[] = [];
    try {
      for (const domains of batchesOf(members.map(domainOf), BATCH)) {
        const { excludeDomains } = await request(ExcludeDomainsDocument, { input: { listId, domains } });
        excluded = [...excluded, ...(excludeDomains?.added ?? [])];
      }
    } catch (error) {
      notify((error as Error).message);
    }
    setRunning(false);
    // What was excluded before a failure can be undone as well.
    if (excluded.length > 0) {
      const undo = async () => {
        await restore(listId, excluded, members).finally(() => cache.invalidateQueries());
      };
      notifyUndo(membersText.excluded(excluded.length, formatNumber(excluded.length)), undo);
    }
    await cache.invalidateQueries();
  };
  return { exclude, isRunning };
}

const domainOf = ({ company }: MemberRowFragment): string => company.primaryDomain;

const batchesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

/** Lifts exclusions. Domains that were added by hand before are added again, because excluding removed them. */
async function restore(
  listId: string,
  excluded: readonly string[],
  members: readonly MemberRowFragment[],
): Promise<void> {
  const byHand = new Set(members.filter(({ source }) => source === 'ADDED').map(domainOf));
  for (const domains of batchesOf(
    excluded.filter((domain) => byHand.has(domain)),
    BATCH,
  ))
    await request(AddDomainsDocument, { input: { listId, domains } });
  for (const domains of batchesOf(
    excluded.filter((domain) => !byHand.has(domain)),
    AT_ONCE,
  ))
    await Promise.all(
      domains.map((domain) => request(UnexcludeDomainDocument, { input: { listId, domain } })),
    );
}
