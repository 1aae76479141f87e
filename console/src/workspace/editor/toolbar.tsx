import { Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { BarChartIcon, ClipboardIcon, ResetIcon, TrashIcon } from '@radix-ui/react-icons';
import { curlOf } from '../../lib/curl.ts';
import { useStore } from '../../lib/store.ts';
import { CopyAs } from '../../ui/copy-as.tsx';
import { IconButton, SmallButton } from '../../ui/small-buttons.tsx';
import type { Editor } from '../draft/editor.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Undo, redo, paste, copy, clear. */
export function Toolbar({ onPaste, onClear }: { onPaste: () => void; onClear: () => void }) {
  const { editor, listId, act } = useEditor();
  const canUndo = useStore(editor.state, ({ past }) => past.length > 0);
  const canRedo = useStore(editor.state, ({ future }) => future.length > 0);
  const isEmpty = useStore(editor.state, ({ tree }) => tree.root.children.length === 0);
  const [showsOwn, showOwn] = useOwnCounts();
  return (
    <Group gap="xs" role="toolbar" className={classes.toolbar} aria-label="Filter as a whole">
      <IconButton
        variant="default"
        label="Undo"
        icon={ResetIcon}
        title={`Undo (${IS_MAC ? '⌘Z' : 'Ctrl+Z'})`}
        disabled={!canUndo}
        onClick={() => act({ type: 'undo' })}
      />
      <IconButton
        variant="default"
        label="Redo"
        icon={ResetIcon}
        title={`Redo (${IS_MAC ? '⇧⌘Z' : 'Ctrl+Shift+Z'})`}
        // It is undo in the other direction.
        style={{ transform: 'scaleX(-1)' }}
        disabled={!canRedo}
        onClick={() => act({ type: 'redo' })}
      />
      <SmallButton icon={ClipboardIcon} onClick={onPaste}>
        Paste JSON
      </SmallButton>
      <CopyAs what="the filter" {...copyForms(editor, listId)} />
      <SmallButton icon={TrashIcon} disabled={isEmpty} onClick={onClear}>
        Clear
      </SmallButton>
      <SmallButton
        variant={showsOwn ? 'light' : 'default'}
        icon={BarChartIcon}
        aria-pressed={showsOwn}
        title="Show how many companies each row matches by itself"
        onClick={() => showOwn(!showsOwn)}
      >
        Own counts
      </SmallButton>
    </Group>
  );
}

/** Operation that answers what the builder shows. */
const OPERATION = `query Preview($definition: JSON!, $listId: ID) {
  previewCount(definitionJson: $definition, listId: $listId) {
    exactCount
    tierCounts { high medium exploratory }
    funnel { pointer exactCount }
    sample(first: 25) { name primaryDomain }
  }
}`;

/**
 * Forms of the finished part of a filter: a request over REST, one over GraphQL, and the definition.
 *
 * @param listId list whose definition is edited; undefined for a new one.
 */
function copyForms(editor: Editor, listId: string | undefined) {
  const definition = () => editor.produced().definition;
  const ofList = listId !== undefined && { list_id: Number(listId) };
  const preview = () => ({ definition: definition(), ...ofList, funnel: true, sample: 25 });
  const variables = () => ({ definition: definition(), ...(listId !== undefined && { listId }) });
  const post = (path: string, body: object) => curlOf({ method: 'POST', path, body });
  return {
    curl: () => post('/v1/lists/preview', preview()),
    graphql: () => post('/graphql', { query: OPERATION, variables: variables() }),
    json: () => JSON.stringify(definition(), null, 2),
  };
}

const KEY = 'company-data.own-counts';

/** Whether each row shows what it matches by itself, beside what remains after it. The browser keeps the choice. */
export const useOwnCounts = () =>
  useLocalStorage({ key: KEY, defaultValue: false, getInitialValueInEffect: false });
