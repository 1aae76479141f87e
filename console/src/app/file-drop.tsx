import { Paper, Portal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { handedFile } from '../api/handed-domains.ts';
import { filesText } from '../text/files.ts';
import { isDialogOpen } from './open-dialog.ts';

/** Whether files are dragged, and no other part of the page takes them. */
const hasFiles = (event: DragEvent) =>
  !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true && !isDialogOpen();

/** Takes a file that is dropped on any page, and opens the page of files with it. */
export function FileDrop() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => {
    // Leaving a part of the page for another part has a target.
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    handedFile.set(file);
    void navigate({ to: '/app/files' });
  });
  if (!isOver) return null;
  return (
    <Portal>
      <Paper
        withBorder
        shadow="md"
        p="md"
        pos="fixed"
        bottom={24}
        left="50%"
        style={{ zIndex: 300, transform: 'translateX(-50%)', pointerEvents: 'none' }}
      >
        <Text role="status">{filesText.input.dropNow}</Text>
      </Paper>
    </Portal>
  );
}
