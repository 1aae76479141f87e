import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { FilterCatalogueDocument, ListTypicalDocument } from '../../../generated/graphql.ts';
import { type FieldCounts, typicalValues } from './typical.ts';
import { memberDefinition } from './value-link.tsx';

/** Numbers hardly change while somebody looks at them. */
const FRESH_MS = 60_000;

export type Typical = NonNullable<ReturnType<typeof useTypical>['typical']>;

/** Returns the values that are typical for the members, and their technologies. @param named values of the filter. */
export function useTypical(listId: string, named: ReadonlySet<string>) {
  const fields = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const registryVersion = fields.data?.filterFields?.registryVersion;
  const definition = memberDefinition(listId, registryVersion ?? '');
  const query = useApiQuery(
    ListTypicalDocument,
    { definition },
    { enabled: registryVersion !== undefined, staleTime: FRESH_MS },
  );
  const typical = useMemo(() => {
    const { previewCount, catalogue, technologies } = query.data ?? {};
    if (!previewCount || !catalogue) return undefined;
    const companiesOf = (key: string) => {
      const values = fields.data?.filterFields?.fields.find((field) => field.key === key)?.values ?? [];
      return new Map(values.map(({ value, companyCount }) => [value, companyCount]));
    };
    const members = previewCount.exactCount;
    const technology = previewCount.technology ?? [];
    const all: readonly FieldCounts[] = [
      { field: 'country', values: previewCount.country ?? [], companies: companiesOf('country') },
      {
        field: 'employee_range',
        values: previewCount.employeeRange ?? [],
        companies: companiesOf('employee_range'),
      },
      { field: 'industry', values: previewCount.industry ?? [], companies: companiesOf('industry') },
      {
        field: 'technology',
        values: technology,
        companies: new Map(technologies?.edges.map(({ node }) => [node.techKey, node.companyCount])),
      },
    ];
    return {
      registryVersion: registryVersion ?? '',
      members,
      technologies: technology,
      values: typicalValues(all, { members, companies: catalogue.companyCount }, named),
    };
  }, [query.data, fields.data, registryVersion, named]);
  const error = fields.error ?? query.error;
  return { typical, error, retry: () => void (fields.error ? fields.refetch() : query.refetch()) };
}
