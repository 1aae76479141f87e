import { getDefaultZIndex, Modal } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

export interface DialogProps {
  opened: boolean;
  title: string;
  size?: 'md' | 'lg' | 'xl' | undefined;
  /** False while something runs that must not be hidden. */
  canClose?: boolean | undefined;
  /** True for a dialog that lies over all others, whichever opened last. */
  onTop?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Tells the dialog around another one whether that is open. Escape then closes the inner one alone. */
const Cover = createContext<(isCovered: boolean) => void>(() => undefined);

/** A dialog that takes the focus, and gives it back when it closes. */
export function Dialog(props: DialogProps) {
  const { opened, title, size = 'lg', canClose = true, onTop = false, onClose, children } = props;
  const { state } = useSession();
  const [isCovered, setCovered] = useState(false);
  const cover = use(Cover);
  useEffect(() => {
    if (!opened) return undefined;
    cover(true);
    return () => cover(false);
  }, [opened, cover]);
  return (
    <Modal
      opened={opened}
      onClose={() => canClose && onClose()}
      title={visibleText(title)}
      size={size}
      zIndex={getDefaultZIndex(onTop ? 'max' : 'modal') + (onTop ? 1 : 0)}
      withCloseButton={canClose}
      // While the sign-in lies over it, Escape must not drop what was entered here.
      closeOnEscape={state !== 'ended' && !isCovered}
      closeButtonProps={{ 'aria-label': common.close }}
      // Its heading is a <header>, which screen readers would announce as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      // Names have up to 200 characters, perhaps without a blank.
      styles={{ title: { overflowWrap: 'anywhere', fontSize: 18, fontWeight: 650 } }}
    >
      <Cover value={setCovered}>{children}</Cover>
    </Modal>
  );
}
