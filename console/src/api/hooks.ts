import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { api, apiKept, apiOnce, type CompanyDataError } from './client.ts';

type Document<Result, Variables> = TypedDocumentString<Result, Variables>;

/** Root fields that are null beside an error alone. An error makes the whole operation fail, so that answers have them. */
type NeverNull = 'viewer' | 'catalogue' | 'rateLimit';

/** An answer without errors. */
export type Answered<Result> = {
  [Key in keyof Result]: Key extends NeverNull ? NonNullable<Result[Key]> : Result[Key];
};

/** Key of an operation in the cache of answers: the hash of its document, then its variables. */
export function queryKey(document: Document<unknown, never>, variables?: unknown): readonly unknown[] {
  const name = document.__meta__?.hash;
  return variables === undefined ? [name] : [name, variables];
}

/** Whether the query of a key reads a list: its variables name it. */
export function readsList(listId: string, key: readonly unknown[]): boolean {
  const variables: unknown = key.at(-1);
  return (
    typeof variables === 'object' &&
    variables !== null &&
    'listId' in variables &&
    variables.listId === listId
  );
}

interface ApiQueryOptions<Result = unknown> {
  /** False: nothing is asked yet. */
  enabled?: boolean;
  /** True: the answer to earlier variables is shown until the new one is there (`isPlaceholderData`). */
  keepPrevious?: boolean;
  /** Milliseconds for which an answer is shown without asking again. */
  staleTime?: number;
  /** Returns after how many milliseconds the answer is asked for again; false: not by itself. */
  again?: (answer: Result) => number | false;
}

/** Runs a query of the console. A part of the answer that failed makes the whole query fail. */
export function useApiQuery<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, staleTime, again }: ApiQueryOptions<Answered<Result>> = {},
): UseQueryResult<Answered<Result>, CompanyDataError> {
  return useQuery({
    queryKey: queryKey(document, variables),
    queryFn: ({ signal }) => request(document, variables, { signal }),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(staleTime !== undefined && { staleTime }),
    ...(again && {
      refetchInterval: (query: { state: { data: Answered<Result> | undefined } }) =>
        query.state.data === undefined ? false : again(query.state.data),
    }),
  });
}

interface ApiMutationOptions<Variables> {
  /** Queries that are read again after a success; all of them unless given. */
  changes?: readonly Document<unknown, never>[];
  /** Returns the Idempotency-Key of a call, for changes that must not run again when somebody tries again. */
  idempotencyKey?: (variables: Variables) => string;
}

/**
 * Runs a mutation of the console. Each call has an Idempotency-Key of its own, so that its retries run once. A call with the
 * variables of one that is still running shares its result: a second click may arrive before the button is disabled.
 */
export function useApiMutation<Result, Variables>(
  document: Document<Result, Variables>,
  { changes, idempotencyKey }: ApiMutationOptions<Variables> = {},
): UseMutationResult<Answered<Result>, CompanyDataError, Variables> {
  const cache = useQueryClient();
  const running = useRef(new Map<string, Promise<Answered<Result>>>());
  const runOnce = (variables: Variables): Promise<Answered<Result>> => {
    const { current } = running;
    const name = JSON.stringify(variables);
    const options = idempotencyKey ? { idempotencyKey: idempotencyKey(variables) } : {};
    const result =
      current.get(name) ?? request(document, variables, options).finally(() => current.delete(name));
    current.set(name, result);
    return result;
  };
  return useMutation({
    mutationFn: runOnce,
    onSuccess: () =>
      changes
        ? Promise.all(changes.map((each) => cache.invalidateQueries({ queryKey: queryKey(each) })))
        : cache.invalidateQueries(),
  });
}

/** Runs an operation outside of React. @throws CompanyDataError; the reason of the signal, when it aborts. */
type Request = <Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<Answered<Result>>;

/** For what belongs to no component, such as a batch of a longer job. */
export const request = api.graphql as unknown as Request;

/** For a change that is finished although the page is left meanwhile, unless it is large. */
export const requestKept = apiKept.graphql as unknown as Request;

/** Makes a single attempt, for callers who show that they wait and try again by themselves. */
export const requestOnce = apiOnce.graphql as unknown as Request;
