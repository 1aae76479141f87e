import { Button, Combobox, Group, Loader, Menu, TextInput, VisuallyHidden } from '@mantine/core';
import { ChevronDownIcon, PlusIcon } from '@radix-ui/react-icons';
import { Fragment, type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import {
  type Catalogue,
  type CatalogueField,
  findField,
  isOwn,
  listedLabel,
} from '../../filter/catalogue.ts';
import type { Addition } from '../../filter/rank.ts';
import { type Candidate, isExact } from '../../filter/rank.ts';
import { operatorText, whenWords } from '../../filter/sentence.ts';
import { formatNumber } from '../../lib/format.ts';
import { PlainText } from '../../ui/written-lines.tsx';
import { DROPDOWN_PORTAL, Option, useOptionList } from '../values/option.tsx';
import classes from '../values/values.module.css';
import { keepPlaces, unfinished } from './addition.ts';
import { useCandidates } from './use-candidates.ts';

interface QuickAddProps {
  catalogue: Catalogue;
  onAdd: (addition: Addition) => void;
  /** Called for Escape in an empty input, as to return the focus to a row. */
  onLeave?: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** "+ condition": one search over fields, operators and values. Enter adds the best, or the highlighted one. */
export function QuickAdd({ catalogue, onAdd, onLeave, autoFocus = false, ref }: QuickAddProps) {
  const [typed, setTyped] = useState('');
  const { candidates, isSearching } = useCandidates(catalogue, typed.trim());
  const { shown, chosen, choose } = useStableRows(typed, candidates);
  const [best] = shown;
  // Nothing is highlighted while something better may arrive.
  const isSure = best !== undefined && (isExact(best) || !isSearching);
  const list = useOptionList({
    ids: shown.map(idOfCandidate),
    onPick: pick,
    initial: isSure ? idOfCandidate(best) : undefined,
    chosen,
    onChoose: choose,
  });
  const [awaited, setAwaited] = useState(false);

  function pick(id: string): void {
    const found = shown.find((each) => idOfCandidate(each) === id);
    if (found) add(found);
  }

  function add({ field, operator, values, negated, when }: Addition): void {
    setTyped('');
    setAwaited(false);
    list.store.closeDropdown();
    onAdd({ field, operator, values, negated, ...(when && { when }) });
  }

  // Enter came before the results: it meant the best of them.
  const addAwaited = useEffectEvent(() => {
    setAwaited(false);
    if (best) add(best);
  });
  useEffect(() => {
    if (awaited && !isSearching) addAwaited();
  }, [awaited, isSearching]);

  function handleKey(event: KeyboardEvent): void {
    if (list.handleKey(event)) return;
    if (event.key === 'Enter' && typed.trim() !== '') setAwaited(isSearching);
    // A text stays, also where the key would close what is around.
    else if (event.key === 'Escape' && typed !== '') list.store.closeDropdown();
    else if (event.key === 'Escape' && onLeave) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Group gap="xs" wrap="nowrap">
      <Combobox store={list.store} portalProps={DROPDOWN_PORTAL} position="bottom-start">
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            ref={ref}
            className={classes.quickAdd}
            size="sm"
            value={typed}
            placeholder="Add a condition: kubernetes, germany, after 2015, not aws …"
            aria-label="Add a condition"
            autoFocus={autoFocus}
            leftSection={<PlusIcon width={14} height={14} aria-hidden="true" />}
            rightSection={isSearching && <Loader size={14} />}
            {...list.inputProps}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAwaited(false);
              list.store.openDropdown();
            }}
            onFocus={() => typed !== '' && list.store.openDropdown()}
            onBlur={() => list.store.closeDropdown()}
            onKeyDown={handleKey}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={typed.trim() === ''}>
          <Combobox.Options
            {...list.listProps}
            aria-label="Conditions to add"
            mah={320}
            style={{ overflowY: 'auto' }}
          >
            {shown.map((candidate) => {
              const id = idOfCandidate(candidate);
              return (
                <Option key={id} checked={id === list.highlighted} {...list.optionProps(id)}>
                  <QuickAddOption {...{ catalogue, candidate }} />
                </Option>
              );
            })}
          </Combobox.Options>
          {shown.length === 0 && (
            <Combobox.Empty>
              {isSearching
                ? 'Searching…'
                : `Nothing matches “${typed.trim()}”. Try another word, or pick a field.`}
            </Combobox.Empty>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <FieldMenu fields={catalogue.fields} onPick={add} />
      <VisuallyHidden role="status">
        {typed.trim() !== '' && (shown.length === 1 ? '1 suggestion' : `${shown.length} suggestions`)}
      </VisuallyHidden>
    </Group>
  );
}

/** Identifies a candidate while the list of them changes. */
function idOfCandidate({ field, operator, values, negated, when }: Candidate): string {
  return JSON.stringify([field, operator, values, negated, when]);
}

/** A condition in one line: field, operator, value, and the number of companies of a positive one, where it is known. */
function QuickAddOption({ catalogue, candidate }: { catalogue: Catalogue; candidate: Candidate }) {
  const { field, operator, values, negated, when, label, count } = candidate;
  const found = findField(catalogue, field);
  const { one, many } = operatorText(field, operator, found?.type);
  const names = values.map((value) => listedLabel(catalogue, field, value));
  // The count is of the companies that have the value, which a negative condition leaves out.
  const isNegative = negated || operator === 'none_of';
  const shown = values.length > 1 ? names.join(`, `) : label;
  return (
    <>
      <span className={classes.candidate}>
        <span className={classes.field}>
          {negated && `not `}
          {found?.type === 'list' ? 'Company' : (found?.label ?? field)}
        </span>
        <span className={classes.operator}>{values.length > 1 ? many : one}</span>
        <b className={classes.value}>
          <PlainText text={shown} />
        </b>
        {when && <span className={classes.operator}>{whenWords(field, when, catalogue.asOf)}</span>}
      </span>
      {count !== undefined && !isNegative && (
        <span className={classes.count} title={`${formatNumber(count)} companies`}>
          {formatNumber(count)}
        </span>
      )}
    </>
  );
}

/** Groups of fields, in the order in which people look for them. */
const GROUPS: readonly { label: string; keys: readonly string[] }[] = [
  { label: 'Business', keys: ['industry', 'country', 'employee_range', 'founded_year'] },
  { label: 'Technology', keys: ['technology', 'technology_category', 'technology_count'] },
  { label: 'Partners and investors', keys: ['partner', 'investor', 'partnership_count'] },
  { label: 'Name and domain', keys: ['name', 'domain'] },
  { label: 'Lists', keys: ['list'] },
];

/** Adds a condition by its field first; its value follows. */
function FieldMenu(props: { fields: readonly CatalogueField[]; onPick: (addition: Addition) => void }) {
  const { fields, onPick } = props;
  const grouped = GROUPS.map(({ label, keys }) => ({
    label,
    fields: keys.flatMap((key) => fields.find((field) => field.key === key) ?? []),
  }));
  const known = new Set(grouped.flatMap((group) => group.fields));
  const others = fields.filter((field) => !known.has(field));
  const of = (label: string, isIn: (key: string) => boolean) => ({
    label,
    fields: others.filter(({ key }) => isIn(key)),
  });
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          flex="none"
          rightSection={<ChevronDownIcon width={14} height={14} />}
        >
          Pick a field
        </Button>
      </Menu.Target>
      {/* It fits into the window above or below the button, wherever that is. */}
      <Menu.Dropdown mah="min(420px, 44dvh)" style={{ overflowY: 'auto' }}>
        {[
          ...grouped,
          of('Own fields of the catalogue', (key) => key.startsWith('custom.')),
          of('Own fields of your organization', (key) => key.startsWith('org.')),
          of('Other', (key) => !isOwn(key)),
        ]
          .filter((group) => group.fields.length > 0)
          .map((group) => (
            <Fragment key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.fields.map((field) => (
                <Menu.Item key={field.key} onClick={() => onPick(unfinished(field))}>
                  {field.label}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const MAX_ROWS = 15;

/**
 * Returns the rows for a typed text. While results for one text arrive, rows up to the highlighted one keep their places:
 * the one to which the highlight was moved, else the first if it is an exact match. A later result can be better than others.
 */
function useStableRows(typed: string, ranked: readonly Candidate[]) {
  const none = { typed, rows: [] as readonly Candidate[], chosen: undefined as string | undefined };
  const [held, setHeld] = useState(none);
  const before = held.typed === typed ? held : none;
  const place = before.rows.findIndex((row, index) =>
    before.chosen === undefined ? index === 0 && isExact(row) : idOfCandidate(row) === before.chosen,
  );
  const kept = place < 0 ? undefined : place;
  const rows = keepPlaces(before.rows, kept, ranked, idOfCandidate).slice(0, MAX_ROWS);
  if (held.typed !== typed || idsOf(rows) !== idsOf(held.rows)) setHeld({ ...before, rows });
  const choose = (chosen: string | undefined) => setHeld((latest) => ({ ...latest, chosen }));
  return { shown: rows, chosen: before.chosen, choose };
}

const idsOf = (rows: readonly Candidate[]) => rows.map(idOfCandidate).join();
