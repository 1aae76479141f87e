import { ActionIcon, Button, Group } from '@mantine/core';
import { BarChartIcon, ClipboardIcon, ResetIcon, TrashIcon } from '@radix-ui/react-icons';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { useEditor } from './context.ts';
import { copyForms } from './copy-forms.ts';
import classes from './editor.module.css';
import { useOwnCounts } from './own-counts.ts';

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
  const [showsOwn, showOwn] = useOwnCounts();
  return (
    <Group gap="xs" role="toolbar" className={classes.toolbar} aria-label={texts.label}>
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
      <Button
        variant={showsOwn ? 'light' : 'default'}
        size="compact-sm"
        leftSection={<BarChartIcon width={14} height={14} />}
        aria-pressed={showsOwn}
        title={texts.ownHint}
        onClick={() => showOwn(!showsOwn)}
      >
        {texts.own}
      </Button>
    </Group>
  );
}
