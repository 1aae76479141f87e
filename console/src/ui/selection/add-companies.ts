import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { request } from '../../api/hooks.ts';
import { AddCompaniesToListDocument, CreateListForCompaniesDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { selectionText } from '../../text/selection.ts';
import { notifyWithAction } from '../notify.ts';

const text = selectionText.picker;
/** Domains that one call takes. */
const BATCH = 1000;

/** A list that takes companies: one that is there, or the name of a new one. */
export type Target = { listId: number; name: string } | { newName: string };

/** Adds companies to a list by their domains. After a failure, a new list is not created a second time. */
export function useAddCompanies(domains: readonly string[], onAdded: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const created = useRef<{ listId: number; name: string }>(undefined);
  const [state, setState] = useState<{ target?: Target; error?: Error }>({});
  const [keys] = useState(() => new Map<string, string>());
  const listOf = async (target: Target) => {
    if ('listId' in target) return target;
    if (created.current?.name === target.newName) return created.current;
    // A call whose answer was lost is repeated with its key.
    const idempotencyKey = keys.get(target.newName) ?? randomId();
    keys.set(target.newName, idempotencyKey);
    const input = { name: target.newName };
    const answer = await request(CreateListForCompaniesDocument, { input }, { idempotencyKey });
    // The service reports a change without a result as an error.
    if (!answer.createList) throw new TypeError('The answer has no result.');
    created.current = { listId: answer.createList.list.listId, name: target.newName };
    return created.current;
  };
  const add = async (target: Target) => {
    setState({ target });
    try {
      const { listId, name } = await listOf(target);
      let added = 0;
      for (let first = 0; first < domains.length; first += BATCH) {
        const input = { listId, domains: domains.slice(first, first + BATCH) };
        added += (await request(AddCompaniesToListDocument, { input })).addDomains?.added.length ?? 0;
      }
      const message = added === 0 ? text.present(name) : text.added(added, formatNumber(added), name);
      const run = () => navigate({ to: '/app/lists/$listId', params: { listId: String(listId) } });
      notifyWithAction(message, { label: text.open, run });
      onAdded();
    } catch (error) {
      setState({ error: error as Error });
    }
    await cache.invalidateQueries();
  };
  return { add, running: state.target, error: state.error };
}
