import { Combobox, Group, Loader, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Candidate } from '../../../filter/rank.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { type OptionList, useOptionList } from '../values/use-option-list.ts';
import classes from './adding.module.css';
import type { Addition } from './addition.ts';
import { FieldMenu } from './field-menu.tsx';
import { keepPlaces } from './keep-places.ts';
import { idOfCandidate, QuickAddOption } from './quick-add-option.tsx';
import { useCandidates } from './use-candidates.ts';

const text = valuesText.quick;
const MAX_OPTIONS = 30;
/** Grade from which a candidate is a guess, as "name contains kube" is. */
const GUESS = 4;

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
  const { list, shown, pick } = useStableList(typed, candidates, isSearching, add);
  const [awaited, setAwaited] = useState(false);

  function add({ field, operator, values, negated }: Addition): void {
    setTyped('');
    setAwaited(false);
    list.store.closeDropdown();
    onAdd({ field, operator, values, negated });
  }

  // Enter came before the results: it meant the best of them.
  const addAwaited = useEffectEvent(() => {
    const [best] = shown;
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
      <Combobox store={list.store} onOptionSubmit={pick} position="bottom-start">
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            ref={ref}
            className={classes.input}
            size="sm"
            value={typed}
            placeholder={text.placeholder}
            aria-label={text.label}
            autoFocus={autoFocus}
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            rightSection={isSearching && <Loader size={14} />}
            {...list.inputProps}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAwaited(false);
              list.highlight(undefined);
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

/** Keeps the rows up to the highlighted one in their places while results for one text arrive. */
function useStableList(
  typed: string,
  ranked: readonly Candidate[],
  isSearching: boolean,
  add: (candidate: Candidate) => void,
) {
  const [held, setHeld] = useState<{ typed: string; rows: readonly Candidate[] }>({ typed: '', rows: [] });
  const [best] = held.typed === typed ? held.rows : ranked;
  // A guess is not highlighted while something better may arrive.
  const isSure = best !== undefined && (best.grade < GUESS || !isSearching);
  const pick = (id: string) => {
    const found = shown.find((each) => idOfCandidate(each) === id);
    if (found) add(found);
  };
  const heldIds = held.rows.map(idOfCandidate);
  const list = useOptionList({
    ids: held.typed === typed ? heldIds : ranked.slice(0, MAX_OPTIONS).map(idOfCandidate),
    onPick: pick,
    initial: isSure && typed.trim() !== '' ? idOfCandidate(best) : undefined,
  });
  const place = list.highlighted === undefined ? -1 : heldIds.indexOf(list.highlighted);
  const merged =
    held.typed === typed
      ? keepPlaces(held.rows, place < 0 ? undefined : place, ranked, idOfCandidate)
      : ranked;
  const shown = merged.slice(0, MAX_OPTIONS);
  if (held.typed !== typed || shown.map(idOfCandidate).join() !== heldIds.join())
    setHeld({ typed, rows: shown });
  return { list, shown, pick };
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
            <Combobox.Option
              key={id}
              value={id}
              className={classes.option}
              aria-selected={id === list.highlighted}
              {...list.optionProps(id)}
            >
              <QuickAddOption {...{ catalogue, candidate }} />
            </Combobox.Option>
          );
        })}
      </Combobox.Options>
      {shown.length === 0 && (
        <Combobox.Empty>{isSearching ? valuesText.searching : text.nothing(typed.trim())}</Combobox.Empty>
      )}
    </>
  );
}
