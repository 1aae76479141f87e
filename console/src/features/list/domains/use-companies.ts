import { useEffect, useRef, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import { RegistryVersionDocument } from '../../../generated/graphql.ts';
import { type CompanyFound, DOMAINS_A_REQUEST, findCompanies } from './companies-of-domains.ts';

/** Milliseconds without a change of the domains before the catalogue is asked. */
const PAUSE_MS = 200;

export interface KnownCompanies {
  /** Company of each domain that was asked for; null for a domain that is not tracked. */
  known: ReadonlyMap<string, CompanyFound | null>;
  error: CompanyDataError | undefined;
}

/** Asks the catalogue for the companies of domains, in batches, each domain once. */
export function useCompanies(domains: readonly string[]): KnownCompanies {
  const registry = useApiQuery(RegistryVersionDocument, {}, { staleTime: Number.POSITIVE_INFINITY });
  const version = registry.data?.filterFields?.registryVersion;
  const [known, setKnown] = useState<ReadonlyMap<string, CompanyFound | null>>(new Map());
  const [error, setError] = useState<CompanyDataError>();
  const asked = useRef(known);
  const key = domains.join('\n');

  useEffect(() => {
    if (version === undefined) return;
    const control = new AbortController();
    const askAll = async () => {
      const open = (key === '' ? [] : key.split('\n')).filter((domain) => !asked.current.has(domain));
      for (let first = 0; first < open.length; first += DOMAINS_A_REQUEST) {
        const batch = open.slice(first, first + DOMAINS_A_REQUEST);
        const found = await findCompanies(batch, version, control.signal);
        const rows = batch.map((domain): [string, CompanyFound | null] => [
          domain,
          found.get(domain) ?? null,
        ]);
        asked.current = new Map([...asked.current, ...rows]);
        setKnown(asked.current);
        setError(undefined);
      }
    };
    const timer = setTimeout(() => {
      askAll().catch((failure: unknown) => {
        if (!control.signal.aborted && failure instanceof CompanyDataError) setError(failure);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, version]);

  return { known, error: error ?? registry.error ?? undefined };
}
