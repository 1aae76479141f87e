import { getDefaultZIndex, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

interface DialogProps {
  opened: boolean;
  title: string;
  /** Width; `lg` unless given. */
  size?: 'md' | 'lg' | 'xl';
  /** False while something runs that must not be hidden. */
  canClose?: boolean;
  /** True for a dialog that lies over all others, whichever opened last. */
  onTop?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that takes the focus, and gives it back when it closes. */
export function Dialog({
  opened,
  title,
  size = 'lg',
  canClose = true,
  onTop = false,
  onClose,
  children,
}: DialogProps) {
  const { state } = useSession();
  return (
    <Modal
      opened={opened}
      onClose={() => canClose && onClose()}
      title={visibleText(title)}
      size={size}
      zIndex={getDefaultZIndex(onTop ? 'max' : 'modal') + (onTop ? 1 : 0)}
      withCloseButton={canClose}
      // While the sign-in lies over it, Escape must not drop what was entered here.
      closeOnEscape={state !== 'ended'}
      closeButtonProps={{ 'aria-label': common.close }}
      // Its heading is a <header>, which screen readers would announce as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      // Names have up to 200 characters, perhaps without a blank.
      styles={{ title: { overflowWrap: 'anywhere', fontSize: 18, fontWeight: 650 } }}
    >
      {children}
    </Modal>
  );
}
