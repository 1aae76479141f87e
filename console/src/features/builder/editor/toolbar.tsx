import { ActionIcon, Button, Group } from '@mantine/core';
import { ClipboardIcon, ResetIcon, TrashIcon } from '@radix-ui/react-icons';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { useEditor } from './context.ts';
import { copyForms } from './copy-forms.ts';
import classes from './editor.module.css';

const texts = editorText.toolbar;

interface ToolbarProps {
  onPaste: () => void;
  onClear: () => void;
}

/** Undo, redo, paste, copy, clear. */
export function Toolbar({ onPaste, onClear }: ToolbarProps) {
  const { editor, listId, act } = useEditor();
  const canUndo = useStore(editor.state, ({ past }) => past.length > 0);
  const canRedo = useStore(editor.state, ({ future }) => future.length > 0);
  const isEmpty = useStore(editor.state, ({ tree }) => tree.root.children.length === 0);
  return (
    <Group gap="xs" role="toolbar" aria-label={texts.label}>
      <ActionIcon
        variant="default"
        aria-label={texts.undo}
        title={`${texts.undo} (${texts.undoKey})`}
        disabled={!canUndo}
        onClick={() => act({ type: 'undo' })}
      >
        <ResetIcon width={16} height={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={texts.redo}
        title={`${texts.redo} (${texts.redoKey})`}
        disabled={!canRedo}
        onClick={() => act({ type: 'redo' })}
      >
        <ResetIcon width={16} height={16} className={classes.mirrored} />
      </ActionIcon>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<ClipboardIcon width={14} height={14} />}
        onClick={onPaste}
      >
        {texts.paste}
      </Button>
      <CopyAs forms={copyForms(editor, listId)} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<TrashIcon width={14} height={14} />}
        disabled={isEmpty}
        onClick={onClear}
      >
        {texts.clear}
      </Button>
    </Group>
  );
}
