import type { ReactNode } from 'react';
import classes from './option.module.css';

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
