import { Paper, Portal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { handedFile } from '../api/handed-domains.ts';
import { isDialogOpen } from './open-dialog.ts';

/** Whether files are dragged, and no other part of the page takes them. */
const hasFiles = (event: DragEvent) =>
  !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true && !isDialogOpen();

/** Takes a file that is dropped on any page, and opens the page of files with it. */
export function FileDrop() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  const leave = useEffectEvent((event: DragEvent) => {
    // Leaving a part of the page for another part has a target.
    if (event.relatedTarget === null) setOver(false);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    handedFile.set(file);
    void navigate({ to: '/app/files' });
  });
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    window.addEventListener('dragover', (event) => over(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    return () => control.abort();
  }, []);
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
        <Text role="status">Drop the file to open it in Files</Text>
      </Paper>
    </Portal>
  );
}
