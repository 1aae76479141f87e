import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { FilterCatalogueDocument, ListOverviewDocument } from '../../../generated/graphql.ts';
import { countMissing, type ValueCount } from '../../../ui/values/value-count.ts';
import { type FieldCounts, inNaturalOrder, typicalValues } from './typical.ts';
import { memberDefinition, NO_TECHNOLOGY } from './value-link.tsx';

/** Numbers hardly change while somebody looks at them. */
const FRESH_MS = 60_000;

/** Fields of the overview. */
export type OverviewField = 'country' | 'employee_range' | 'industry' | 'technology';

/** Values of a field, and the members without one; undefined if their number is not known. */
interface OverviewCounts extends FieldCounts {
  field: OverviewField;
  missing: number | undefined;
}

/** Values that the saved document asks for. */
const ASKED = { country: 250, others: 50 } as const;

export type Overview = NonNullable<ReturnType<typeof useOverview>['overview']>;

/** Returns the values of each field among the members, and those that are typical. @param named values of the filter. */
export function useOverview(listId: string, named: ReadonlySet<string>) {
  const fields = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS });
  const registryVersion = fields.data?.filterFields?.registryVersion;
  const definition = memberDefinition(listId, registryVersion ?? '');
  const withoutTechnology = memberDefinition(listId, registryVersion ?? '', NO_TECHNOLOGY);
  const variables = { definition, withoutTechnology };
  const query = useApiQuery(ListOverviewDocument, variables, { enabled: registryVersion !== undefined });
  const overview = useMemo(() => {
    const { previewCount, catalogue, technologies, withoutTechnology } = query.data ?? {};
    if (!previewCount || !catalogue) return undefined;
    const companiesOf = (key: string) => {
      const values = fields.data?.filterFields?.fields.find((field) => field.key === key)?.values ?? [];
      return new Map(values.map(({ value, companyCount }) => [value, companyCount]));
    };
    const sizes = inNaturalOrder(previewCount.employeeRange ?? []);
    const members = previewCount.exactCount;
    // Each company has one value at most, so that the others have none.
    const missingOf = (values: readonly ValueCount[], asked: number) =>
      values.length < asked ? countMissing(values, members) : undefined;
    const country = previewCount.country ?? [];
    const industry = previewCount.industry ?? [];
    const technology = previewCount.technology ?? [];
    const all: readonly OverviewCounts[] = [
      {
        field: 'country',
        values: country,
        companies: companiesOf('country'),
        missing: missingOf(country, ASKED.country),
      },
      {
        field: 'employee_range',
        values: sizes,
        companies: companiesOf('employee_range'),
        missing: missingOf(sizes, ASKED.others),
      },
      {
        field: 'industry',
        values: industry,
        companies: companiesOf('industry'),
        missing: missingOf(industry, ASKED.others),
      },
      {
        field: 'technology',
        values: technology,
        companies: new Map(technologies?.edges.map(({ node }) => [node.techKey, node.companyCount])),
        missing: withoutTechnology?.exactCount,
      },
    ];
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
