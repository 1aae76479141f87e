import { useEffect, useEffectEvent } from 'react';
import type { Resync } from '../../../clients/typescript/src/client.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { api } from './client.ts';
import { useSession } from './session.ts';

/**
 * Subscribes while the component is shown. The connection is restored by itself; `RESYNC` says that events may be missing.
 * A subscription that the service refuses ends silently: the page then shows changes when it is opened again.
 *
 * @param variables undefined: no subscription yet.
 * @param onOpen called when changes are reported from now on. What was read before may have changed.
 */
export function useSubscription<Result extends object, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables | undefined,
  onEvent: (event: Result[keyof Result] | Resync) => void,
  onOpen?: () => void,
): void {
  const handle = useEffectEvent(onEvent);
  const begin = useEffectEvent(() => onOpen?.());
  const key = JSON.stringify(variables);
  const { state, number } = useSession();
  const session = state === 'signed_in' ? number : undefined;
  useEffect(() => {
    // The service ends the events of a session with it.
    if (key === undefined || session === undefined) return;
    const control = new AbortController();
    const subscribe = api.subscribe as (...args: unknown[]) => AsyncGenerator<Result[keyof Result] | Resync>;
    const listen = async () => {
      const options = {
        signal: control.signal,
        reconnects: Number.POSITIVE_INFINITY,
        onOpen: () => begin(),
      };
      for await (const event of subscribe(document, JSON.parse(key), options)) handle(event);
    };
    listen().catch(() => undefined);
    return () => control.abort();
  }, [document, key, session]);
}
