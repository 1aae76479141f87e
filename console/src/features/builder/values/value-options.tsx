import { Combobox, Loader } from '@mantine/core';
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
    <div className={classes.menu}>
      <Combobox.Options
        {...list.listProps}
        aria-label={valuesText.valuesOf(field?.label ?? '')}
        aria-multiselectable="true"
        mah={280}
        style={{ overflowY: 'auto' }}
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
      </Combobox.Options>
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
  if (search.error) return <Combobox.Footer role="alert">{search.error.message}</Combobox.Footer>;
  if (search.needsText) return <Combobox.Empty>{valuesText.typeMore}</Combobox.Empty>;
  if (search.isSearching && isEmpty) {
    return (
      <Combobox.Empty>
        <Loader size="xs" /> {valuesText.searching}
      </Combobox.Empty>
    );
  }
  if (isEmpty) {
    return <Combobox.Empty>{text === '' ? valuesText.noValues : valuesText.nothing(text)}</Combobox.Empty>;
  }
  return rest > 0 ? <Combobox.Footer>{valuesText.rest(formatNumber(rest))}</Combobox.Footer> : null;
}
