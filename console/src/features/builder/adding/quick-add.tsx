import { Combobox, Group, Loader, TextInput, VisuallyHidden } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { type Candidate, isExact } from '../../../filter/rank.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { Option } from '../values/option.tsx';
import { DROPDOWN_PORTAL, type OptionList, useOptionList } from '../values/use-option-list.ts';
import classes from './adding.module.css';
import type { Addition } from './addition.ts';
import { FieldMenu } from './field-menu.tsx';
import { idOfCandidate, QuickAddOption } from './quick-add-option.tsx';
import { useCandidates } from './use-candidates.ts';
import { useStableRows } from './use-stable-rows.ts';

const text = valuesText.quick;

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
    else if (event.key === 'Escape' && typed !== '') setTyped('');
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
            className={classes.input}
            size="sm"
            value={typed}
            placeholder={text.placeholder}
            aria-label={text.label}
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
          <Options {...{ catalogue, list, shown, isSearching, typed }} />
        </Combobox.Dropdown>
      </Combobox>
      <FieldMenu fields={catalogue.fields} onPick={add} />
      <VisuallyHidden role="status">{typed.trim() !== '' && text.results(shown.length)}</VisuallyHidden>
    </Group>
  );
}

interface OptionsProps {
  catalogue: Catalogue;
  list: OptionList;
  shown: readonly Candidate[];
  isSearching: boolean;
  typed: string;
}

function Options({ catalogue, list, shown, isSearching, typed }: OptionsProps) {
  return (
    <>
      <Combobox.Options
        {...list.listProps}
        aria-label={text.suggestions}
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
        <Combobox.Empty>{isSearching ? valuesText.searching : text.nothing(typed.trim())}</Combobox.Empty>
      )}
    </>
  );
}
