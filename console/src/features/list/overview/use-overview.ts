import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { FilterCatalogueDocument, ListOverviewDocument } from '../../../generated/graphql.ts';
import { type FieldCounts, inNaturalOrder, typicalValues } from './typical.ts';

/** Numbers hardly change while somebody looks at them. */
const FRESH_MS = 60_000;

/** Fields of the overview. */
export type OverviewField = 'country' | 'employee_range' | 'industry' | 'technology';

export type Overview = NonNullable<ReturnType<typeof useOverview>['overview']>;

/** Returns the values of each field among the members, and those that are typical. @param named values of the filter. */
export function useOverview(listId: string, named: ReadonlySet<string>) {
  const fields = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const registryVersion = fields.data?.filterFields?.registryVersion;
  const definition = {
    registry_version: registryVersion,
    root: { condition: { field: 'list', operator: 'any_of', values: [Number(listId)] } },
  };
  const query = useApiQuery(ListOverviewDocument, { definition }, { enabled: registryVersion !== undefined });
  const overview = useMemo(() => {
    const { previewCount, catalogue, technologies } = query.data ?? {};
    if (!previewCount || !catalogue) return undefined;
    const companiesOf = (key: string) => {
      const values = fields.data?.filterFields?.fields.find((field) => field.key === key)?.values ?? [];
      return new Map(values.map(({ value, companyCount }) => [value, companyCount]));
    };
    const sizes = inNaturalOrder(previewCount.employeeRange ?? []);
    const all: readonly (FieldCounts & { field: OverviewField })[] = [
      { field: 'country', values: previewCount.country ?? [], companies: companiesOf('COUNTRY') },
      { field: 'employee_range', values: sizes, companies: companiesOf('EMPLOYEE_RANGE') },
      { field: 'industry', values: previewCount.industry ?? [], companies: companiesOf('INDUSTRY') },
      {
        field: 'technology',
        values: previewCount.technology ?? [],
        companies: new Map(technologies?.edges.map(({ node }) => [node.techKey, node.companyCount])),
      },
    ];
    const members = previewCount.exactCount;
    return {
      registryVersion: registryVersion ?? '',
      asOf: catalogue.asOf ?? undefined,
      members,
      fields: all,
      typical: typicalValues(all, { members, companies: catalogue.companyCount }, named),
    };
  }, [query.data, fields.data, registryVersion, named]);
  const error = fields.error ?? query.error;
  return { overview, error, retry: () => void (fields.error ? fields.refetch() : query.refetch()) };
}
