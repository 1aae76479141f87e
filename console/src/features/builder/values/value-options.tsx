import { Loader } from '@mantine/core';
import { bandsOf, type CatalogueField, type FieldValue } from '../../../filter/catalogue.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { filterText } from '../../../text/filter.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import { Option } from './option.tsx';
import type { OptionList } from './use-option-list.ts';
import type { ValueCounts } from './use-value-counts.ts';
import type { ValueSearch } from './use-value-search.ts';
import classes from './values.module.css';

interface ValueOptionsProps {
  field: CatalogueField | undefined;
  list: OptionList;
  shown: readonly FieldValue[];
  chosen: ReadonlySet<unknown>;
  search: ValueSearch;
  text: string;
  /** Numbers within the filter; undefined where those of the catalogue are shown. */
  counts: ValueCounts | undefined;
}

/**
 * Options of a value picker: values with their counts, and how many others there are. They stand in the row, which grows,
 * so that they cover neither the next control nor the next row.
 */
export function ValueOptions({ field, list, shown, chosen, search, text, counts }: ValueOptionsProps) {
  const rest = search.total - shown.length;
  const isCompany = field?.type === 'company';
  const numbers = shown.map(({ value, companyCount = 0 }) => counts?.countOf(value) ?? companyCount);
  const most = field && bandsOf(field) ? Math.max(1, ...numbers) : 0;
  if (!list.store.dropdownOpened) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
    <div className={classes.menu} onMouseDown={(event) => event.preventDefault()}>
      <div
        role="listbox"
        {...list.listProps}
        className={classes.options}
        aria-label={valuesText.valuesOf(field?.label ?? '')}
        aria-multiselectable="true"
        data-stale={counts?.isCurrent === false || undefined}
      >
        {shown.map(({ value, label, companyCount }, index) => (
          <Option key={value} checked={chosen.has(value)} {...list.optionProps(value)}>
            {most > 0 && (
              <span
                className={classes.optionBar}
                style={{ width: `${((numbers[index] ?? 0) / most) * 100}%` }}
                aria-hidden="true"
              />
            )}
            <span className={classes.optionText}>
              <span className={classes.check} aria-hidden="true">
                {chosen.has(value) ? '✓' : ''}
              </span>
              <PlainText text={label} />
              {value !== label && (
                <span className={classes.dim}>
                  <PlainText text={field?.type === 'list' ? filterText.sentence.listNumber(value) : value} />
                </span>
              )}
            </span>
            <OptionCount
              {...{ companyCount, isCompany }}
              within={counts?.countOf(value)}
              hasCounts={counts !== undefined}
            />
          </Option>
        ))}
      </div>
      <OptionsNote search={search} rest={rest} text={text} isEmpty={shown.length === 0} />
      {shown.length > 0 && field?.type !== 'list' && (
        <div className={classes.note}>
          {counts
            ? valuesText.within(formatNumber(counts.total))
            : isCompany
              ? valuesText.ofPartners
              : valuesText.ofCatalogue}
        </div>
      )}
    </div>
  );
}

interface OptionCountProps {
  companyCount: number | undefined;
  isCompany: boolean;
  within: number | undefined;
  hasCounts: boolean;
}

/** Companies with a value within the filter; in the catalogue where that is not known, in words beside the others. */
function OptionCount({ companyCount, isCompany, within, hasCounts }: OptionCountProps) {
  if (within !== undefined) return <span className={classes.dim}>{formatNumber(within)}</span>;
  if (companyCount === undefined) return null;
  const shown = formatNumber(companyCount);
  const inAll = isCompany ? valuesText.partners : valuesText.inCatalogue;
  return <span className={classes.dim}>{hasCounts ? inAll(shown) : shown}</span>;
}

interface NoteProps {
  search: ValueSearch;
  rest: number;
  text: string;
  isEmpty: boolean;
}

function OptionsNote({ search, rest, text, isEmpty }: NoteProps) {
  if (search.error)
    return (
      <div className={classes.note} role="alert">
        {search.error.message}
      </div>
    );
  if (search.needsText) return <div className={classes.note}>{valuesText.typeMore}</div>;
  if (search.isSearching && isEmpty) {
    return (
      <div className={classes.note}>
        <Loader size="xs" /> {valuesText.searching}
      </div>
    );
  }
  if (isEmpty) {
    return <div className={classes.note}>{text === '' ? valuesText.noValues : valuesText.nothing(text)}</div>;
  }
  return rest > 0 ? <div className={classes.note}>{valuesText.rest(formatNumber(rest))}</div> : null;
}
