import type { GetFilterFieldsQuery } from '../generated/operations.ts';

/** The catalogue as REST spells it: keys in lower case, fields without data left out (contract, section 6, "Catalog"). */
export function toFilterCatalog({ filterFields }: GetFilterFieldsQuery): object {
  const { registry_version, fields, operators } = filterFields;
  return {
    registry_version,
    fields: fields.map(({ values, ...field }) => ({
      ...field,
      key: field.key.toLowerCase(),
      type: field.type.toLowerCase(),
      operators: field.operators.map((operator) => operator.toLowerCase()),
      ...(values ? { values } : {}),
    })),
    operators: operators.map((operator) => ({ ...operator, key: operator.key.toLowerCase() })),
  };
}
