import { Select } from '@mantine/core';
import type { AccessLevel } from '../../../generated/graphql.ts';
import { sharingText } from '../../../text/list-sharing.ts';

export type GrantableLevel = Extract<AccessLevel, 'VIEWER' | 'EDITOR'>;

const LEVELS: readonly GrantableLevel[] = ['VIEWER', 'EDITOR'];
const NONE = 'NONE';

interface LevelSelectProps {
  /** Name of the control; shown above it if `visible`. */
  label: string;
  visible?: boolean;
  /** Undefined: no access, which only controls with `onNone` offer. */
  value: AccessLevel | undefined;
  disabled?: boolean;
  onChange: (level: GrantableLevel) => void;
  onNone?: () => void;
}

/** Chooses what somebody may do with a list. */
export function LevelSelect({ label, visible, value, disabled, onChange, onNone }: LevelSelectProps) {
  const options = LEVELS.map((level) => ({
    value: String(level),
    label: sharingText.levels[level],
  }));
  const choose = (chosen: string | null) => {
    const level = LEVELS.find((each) => each === chosen);
    if (level) onChange(level);
    else if (chosen === NONE) onNone?.();
  };
  const meaning = value === 'VIEWER' || value === 'EDITOR' ? sharingText.levelMeaning[value] : undefined;
  return (
    <Select
      {...(visible ? { label } : { 'aria-label': label })}
      w={150}
      title={meaning}
      allowDeselect={false}
      disabled={disabled ?? false}
      value={value ?? NONE}
      onChange={choose}
      data={onNone ? [{ value: NONE, label: sharingText.noAccess }, ...options] : options}
    />
  );
}
