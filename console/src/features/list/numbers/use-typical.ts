import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { FilterCatalogueDocument, ListTypicalDocument } from '../../../generated/graphql.ts';
import { useListConditions } from '../list-data.ts';
import { useListId } from '../search.ts';
import { type FieldCounts, typicalValues } from './typical.ts';
import { memberDefinition } from './value-link.tsx';

/** Numbers hardly change while somebody looks at them. */
const FRESH_MS = 60_000;

export type Typical = NonNullable<ReturnType<typeof useTypical>['typical']>;

/** Returns the values that are typical for the members, and their technologies. */
export function useTypical() {
  const listId = useListId();
  const conditions = useListConditions();
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
    const members = previewCount.exactCount;
    const technology = previewCount.technology ?? [];
    const named = conditions.flatMap(({ field, values }) => values.map((value) => `${field}:${value}`));
    const fieldOf = (field: string, counts: FieldCounts['values'] | null): FieldCounts => {
      const all = fields.data?.filterFields?.fields.find(({ key }) => key === field)?.values ?? [];
      const companies = new Map(all.map(({ value, companyCount }) => [value, companyCount]));
      return { field, values: counts ?? [], companies };
    };
    const all = [
      fieldOf('country', previewCount.country),
      fieldOf('employee_range', previewCount.employeeRange),
      fieldOf('industry', previewCount.industry),
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
      values: typicalValues(all, { members, companies: catalogue.companyCount }, new Set(named)),
    };
  }, [query.data, fields.data, registryVersion, conditions]);
  const error = fields.error ?? query.error;
  return { typical, error, retry: () => void (fields.error ? fields.refetch() : query.refetch()) };
}
