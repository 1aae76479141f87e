import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import type { KeyboardEvent, Ref } from 'react';
import { homeText } from '../../text/home.ts';
import classes from './home.module.css';

interface SentenceInputProps {
  value: string;
  onChange: (text: string) => void;
  /** Called for Enter. */
  onDone: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** On a phone, the focus would open the keyboard over the page. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** The question of the page. */
export function SentenceInput({ value, onChange, onDone, ref }: SentenceInputProps) {
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone();
    else if (event.key === 'ArrowDown') openChip()?.focus();
    else if (event.key === 'Escape' && value !== '') onChange('');
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.question}>
      <MagnifyingGlassIcon className={classes.glass} aria-hidden />
      <textarea
        rows={1}
        ref={ref}
        className={classes.input}
        value={value}
        aria-label={homeText.input}
        aria-describedby="home-hint"
        placeholder={homeText.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={2_000}
        // biome-ignore lint/a11y/noAutofocus: the page is this question, and nothing stands before it
        autoFocus={hasKeyboard()}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <span id="home-hint" hidden>
        {homeText.hint}
      </span>
    </div>
  );
}

/** The first words that need a choice. */
export function openChip(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-open-chip]');
}
