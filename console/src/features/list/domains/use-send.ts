import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/hooks.ts';
import { AddDomainsDocument, ExcludeDomainsDocument } from '../../../generated/graphql.ts';
import type { Entry } from '../../../lib/pasted-text.ts';
import type { DomainKind } from './stored-domains.ts';
import { type Answer, type Judged, judge } from './verdicts.ts';

/** Domains of one call. */
const BATCH = 1000;

/** A change that is sent in batches. */
export interface Sending {
  kind: DomainKind;
  /** Number of lines in all. */
  total: number;
  /** Verdicts of the service on the lines that were sent. */
  judged: readonly Judged[];
  isRunning: boolean;
  error?: unknown;
}

/** Adds or excludes entries in batches, one after the other. After a failure, those that were not sent remain. */
export function useSend(listId: string) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<Sending>();

  /** @returns the entries that were not sent. */
  const send = async (kind: DomainKind, entries: readonly Entry[]): Promise<readonly Entry[]> => {
    let judged: readonly Judged[] = [];
    const show = (more: Pick<Sending, 'isRunning' | 'error'>) =>
      setSending({ kind, total: entries.length, judged, ...more });
    show({ isRunning: true });
    try {
      for (let first = 0; first < entries.length; first += BATCH) {
        const batch = entries.slice(first, first + BATCH);
        judged = [...judged, ...judge(batch, await put(listId, kind, batch))];
        show({ isRunning: first + BATCH < entries.length });
      }
    } catch (error) {
      show({ isRunning: false, error });
    }
    await cache.invalidateQueries();
    return entries.slice(judged.length);
  };

  return { sending, send, dismiss: () => setSending(undefined) };
}

async function put(listId: string, kind: DomainKind, batch: readonly Entry[]): Promise<Answer> {
  const variables = { input: { listId, domains: batch.map(({ input }) => input) } };
  const answer =
    kind === 'added'
      ? (await request(AddDomainsDocument, variables)).addDomains
      : (await request(ExcludeDomainsDocument, variables)).excludeDomains;
  // The service reports a change without a result as an error.
  if (!answer) throw new TypeError('The answer has no result.');
  return answer;
}
