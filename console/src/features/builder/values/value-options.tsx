import { Loader } from '@mantine/core';
import type { CatalogueField, FieldValue } from '../../../filter/catalogue.ts';
import { formatNumber } from '../../../lib/format.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { filterText } from '../../../text/filter.ts';
import { PlainText } from '../../../ui/plain-text.tsx';
import { Option } from './option.tsx';
import type { OptionList } from './use-option-list.ts';
import type { ValueSearch } from './use-value-search.ts';
import classes from './values.module.css';

interface ValueOptionsProps {
  field: CatalogueField | undefined;
  list: OptionList;
  shown: readonly FieldValue[];
  chosen: ReadonlySet<unknown>;
  search: ValueSearch;
  text: string;
}

/**
 * Options of a value picker: values with their counts, and how many others there are. They stand in the row, which grows,
 * so that they cover neither the next control nor the next row.
 */
export function ValueOptions({ field, list, shown, chosen, search, text }: ValueOptionsProps) {
  const rest = search.total - shown.length;
  const counted = field?.type === 'company' ? valuesText.partners : valuesText.companies;
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
      >
        {shown.map(({ value, label, companyCount }) => (
          <Option key={value} checked={chosen.has(value)} {...list.optionProps(value)}>
            <span className={classes.optionText}>
              <span aria-hidden="true">{chosen.has(value) ? '✓' : ''}</span>
              <PlainText text={label} />
              {value !== label && (
                <span className={classes.dim}>
                  <PlainText text={field?.type === 'list' ? filterText.sentence.listNumber(value) : value} />
                </span>
              )}
            </span>
            {companyCount !== undefined && (
              <span className={classes.dim} title={counted(formatNumber(companyCount))}>
                {formatNumber(companyCount)}
              </span>
            )}
          </Option>
        ))}
      </div>
      <OptionsNote search={search} rest={rest} text={text} isEmpty={shown.length === 0} />
    </div>
  );
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
