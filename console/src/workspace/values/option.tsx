import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import classes from './values.module.css';

interface OptionProps {
  id: string;
  /** Whether Enter picks it. */
  highlighted: boolean;
  /** Whether it is one of the values already. */
  checked: boolean;
  onMouseMove: () => void;
  onPick: () => void;
  children: ReactNode;
}

/**
 * An option of `useOptionList`. A plain element: lists of options render at each key, and Mantine's option costs ten times
 * as much.
 */
export function Option({ id, highlighted, checked, onMouseMove, onPick, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the option (aria-activedescendant)
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      id={id}
      role="option"
      aria-selected={checked}
      className={classes.option}
      data-highlighted={highlighted || undefined}
      onMouseMove={onMouseMove}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {children}
    </div>
  );
}

/** Options of a list, each with an id that stays while the list changes. */
export interface OptionList {
  store: ReturnType<typeof useCombobox>;
  /** Id of the option that Enter picks; undefined for none. */
  highlighted: string | undefined;
  /** Properties of the input: its role, and which option is highlighted, for screen readers. */
  inputProps: Record<string, unknown>;
  listProps: { id: string };
  optionProps(id: string): Omit<OptionProps, 'checked' | 'children'>;
  /** Handles the arrow keys, Enter and Escape. @returns whether the key was one of the list. */
  handleKey(event: KeyboardEvent): boolean;
}

/** Dropdowns stand in the page's landmark, so that screen readers find them there. */
export const DROPDOWN_PORTAL = { target: '#content' };

interface OptionListOptions {
  ids: readonly string[];
  onPick: (id: string) => void;
  /** Option that is highlighted while nobody moved the highlight. */
  initial: string | undefined;
  /** Option to which the highlight was moved; kept by the caller. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/**
 * Keeps the highlight of a combobox by the id of the option, so that results that arrive late do not move it. Mantine's
 * own keyboard handling keeps a position instead.
 */
export function useOptionList({ ids, onPick, initial, chosen, onChoose }: OptionListOptions): OptionList {
  const listId = useId();
  const store = useCombobox({ onDropdownClose: () => onChoose(undefined) });
  const highlighted = chosen !== undefined && ids.includes(chosen) ? chosen : initial;
  const domId = (id: string) => `${listId}-${ids.indexOf(id)}`;
  const isShown = store.dropdownOpened && highlighted !== undefined;

  function move(step: number): void {
    if (!store.dropdownOpened) {
      store.openDropdown('keyboard');
      return;
    }
    const at = highlighted === undefined ? -1 : ids.indexOf(highlighted);
    const next = ids.at((Math.max(at, step < 0 ? 0 : -1) + step) % Math.max(ids.length, 1));
    onChoose(next);
    if (next === undefined) return;
    document.getElementById(domId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (event.nativeEvent.isComposing) return false;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isShown) onPick(highlighted);
    else if (event.key === 'Escape' && store.dropdownOpened) store.closeDropdown('keyboard');
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    store,
    highlighted,
    handleKey,
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': store.dropdownOpened,
      'aria-controls': store.dropdownOpened ? listId : undefined,
      'aria-activedescendant': isShown ? domId(highlighted) : undefined,
    },
    listProps: { id: listId },
    optionProps: (id) => ({
      id: domId(id),
      highlighted: id === highlighted,
      onPick: () => onPick(id),
      // Only a move: options that appear under a pointer at rest must not take the highlight.
      onMouseMove: () => id !== highlighted && onChoose(id),
    }),
  };
}
