import { useMemo } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import { flagText, type OwnValue, ownValueText, withUnit } from '../filter/catalogue.ts';
import type { Value } from '../filter/definition.ts';
import { type CompanyFieldType, FilterCatalogueDocument } from '../generated/graphql.ts';
import { formatDate, formatDecimal } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';

/** A declared field, with its unit in the label. */
export interface OwnField {
  key: string;
  label: string;
  type: CompanyFieldType;
  multiple: boolean;
  /** How its numbers are written; null for a decimal point. */
  numberFormat?: string | null;
}

const NONE: readonly OwnField[] = [];
/** Fields are declared at any time. */
const FRESH_MS = 10_000;

/** Returns the own fields of the catalogue and of the organization, in their order; none until they are loaded. */
export function useOwnFields(): readonly OwnField[] {
  const declared = useApiQuery(FilterCatalogueDocument, {}, { staleTime: FRESH_MS }).data?.companyFields;
  return useMemo(
    () =>
      declared?.map(({ key, label, type, unit, multiple, numberFormat = null }) => ({
        key,
        type,
        multiple,
        numberFormat,
        label: withUnit(label, unit),
      })) ?? NONE,
    [declared],
  );
}

/** Returns a value of a field in words. */
export function ownText(type: CompanyFieldType, value: OwnValue): string {
  const words = (one: Value): string => {
    if (typeof one === 'boolean') return flagText(one);
    if (typeof one === 'number') return formatDecimal(one);
    return type === 'DATE' ? formatDate(one) : visibleText(one);
  };
  return ownValueText(value, words);
}

/** Begins the addresses that the service takes: a page must not run one that is a script. */
export const WEB_ADDRESS = /^https?:\/\//i;

/** A value of an own field. Addresses are links out of the console. */
export function OwnText(props: { type: CompanyFieldType; value: OwnValue; className?: string | undefined }) {
  const { type, value, className } = props;
  const text = ownText(type, value);
  if (type === 'URL' && typeof value === 'string' && WEB_ADDRESS.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer" className={className} title={text}>
        {text}
      </a>
    );
  return (
    <bdi className={className} title={text}>
      {text}
    </bdi>
  );
}
