import type { CSSProperties } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import classes from './ui.module.css';

interface InitialsProps {
  /** Name of a person, a company or a list. */
  name: string;
  /** Persons are round, companies have corners. */
  of: 'person' | 'company';
  /** Width and height in pixels; by default 24. */
  size?: number;
}

/** One or two letters of a name on a colour that the name always has. Beside the name: neither read aloud nor copied. */
export function Initials({ name, of, size = 24 }: InitialsProps) {
  const style = { '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties;
  return (
    <span
      className={classes.initials}
      data-of={of}
      data-initials={initialsOf(name)}
      style={style}
      aria-hidden="true"
    />
  );
}

/** Returns the first letters of the first and the last word, in capitals; of one word its first letter; `?` without any. */
function initialsOf(name: string): string {
  const words = visibleText(name).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase()).join('') || '?';
}

/** Returns an angle of the colour wheel, from 0 to 350. */
function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 36_007;
  return (sum % 36) * 10;
}
