import { CatalogueExamplesDocument, ExampleCompaniesDocument } from '../generated/graphql.ts';
import { useApiQuery } from './hooks.ts';

/** The vocabulary of filters changes only with the service. */
const LONG = 3_600_000;

/** Returns the version of the registry of filters, for definitions that links carry; undefined until it is known. */
export function useRegistryVersion(): string | undefined {
  return useExamples().data?.filterFields?.registryVersion;
}

/** Returns a few companies of the catalogue to try things with. */
export function useExampleCompanies() {
  const { data } = useExamples();
  const industry = data?.filterFields?.fields.find(({ key }) => key === 'industry');
  const definition = { registry_version: data?.filterFields?.registryVersion, root: industry?.example };
  const options = { enabled: industry !== undefined, staleTime: LONG };
  return useApiQuery(ExampleCompaniesDocument, { definition }, options).data?.previewCount?.sample ?? [];
}

function useExamples() {
  return useApiQuery(CatalogueExamplesDocument, {}, { staleTime: LONG });
}
