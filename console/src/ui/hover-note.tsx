import { Portal } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import classes from './ui.module.css';

interface HoverNoteProps {
  /** Everything that the text says, for screen readers. */
  label: string;
  className?: string | undefined;
  tabIndex: number;
  note: () => ReactNode;
  children: ReactNode;
}

const WIDTH = 320;
/** Room below an element that a note takes at most; with less room it stands above. */
const HEIGHT = 160;
const GAP = 6;

/**
 * A text with a note that appears while the pointer is over it or while it has the focus; Escape hides it. Unlike Mantine's
 * tooltip it costs nothing before it appears: tables have hundreds of them.
 */
export function HoverNote({ label, className, tabIndex, note, children }: HoverNoteProps) {
  const [place, setPlace] = useState<CSSProperties>();
  const id = useId();
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => setPlace(placeAt(currentTarget));
  const hide = () => setPlace(undefined);
  return (
    <span
      role="note"
      aria-label={label}
      aria-describedby={place && id}
      className={className}
      tabIndex={tabIndex}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {place && (
        <Portal>
          <div role="tooltip" id={id} className={classes.hoverNote} style={place}>
            {note()}
          </div>
        </Portal>
      )}
    </span>
  );
}

function placeAt(element: HTMLElement): CSSProperties {
  const { left, top, bottom } = element.getBoundingClientRect();
  const isBelow = bottom + HEIGHT < window.innerHeight;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - WIDTH - 8)),
    ...(isBelow ? { top: bottom + GAP } : { bottom: window.innerHeight - top + GAP }),
  };
}
