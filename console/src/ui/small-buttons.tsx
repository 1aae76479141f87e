import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';

/** An icon of the package, or one like it. */
type Icon = ComponentType<{ width: number; height: number; 'aria-hidden': true }>;
type Native = Omit<ComponentProps<'button'>, keyof ButtonProps | keyof ActionIconProps>;

/** A small button, such as one of a toolbar. */
export function SmallButton({ icon: Mark, ...props }: ButtonProps & Native & { icon?: Icon }) {
  const mark = Mark && <Mark width={14} height={14} aria-hidden />;
  return <Button variant="default" size="compact-sm" leftSection={mark} {...props} />;
}

/** A button that shows an icon alone. @param label what it does, for screen readers */
export function IconButton({
  label,
  icon: Mark,
  pixels = 16,
  ...props
}: ActionIconProps & Native & { label: string; icon: Icon; pixels?: number }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <Mark width={pixels} height={pixels} aria-hidden />
    </ActionIcon>
  );
}
