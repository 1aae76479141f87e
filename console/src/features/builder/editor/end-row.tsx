import { Button } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { memo, useRef } from 'react';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import { useDropTarget } from './drag.ts';
import classes from './editor.module.css';
import { GroupQuickAdd } from './group-quick-add.tsx';
import { CELL, ROW } from './roles.ts';

const texts = editorText.tree;

/** End of a group: adds a condition or a group to it. The root always shows the input for conditions. */
export const EndRow = memo(function EndRow({ id, isRoot }: { id: string; isRoot: boolean }) {
  const { adding, act } = useEditor();
  const isOpen = useStore(adding, (each) => each === id);
  const element = useRef<HTMLDivElement>(null);
  const edge = useDropTarget(element, { id, type: 'end' });
  const addGroup = () => act({ type: 'addGroup', at: { into: id }, kind: 'or' });
  return (
    <div ref={element} {...ROW} className={classes.end} data-end={id} data-edge={edge}>
      <div {...CELL} className={classes.ends}>
        {isRoot || isOpen ? (
          <GroupQuickAdd id={id} isOpen={isOpen && !isRoot} />
        ) : (
          <AddButton text={texts.addCondition} label={texts.addConditionTo} onClick={() => adding.set(id)} />
        )}
        <AddButton text={texts.addGroup} label={texts.addGroupTo} onClick={addGroup} />
      </div>
    </div>
  );
});

function AddButton({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<PlusIcon width={14} height={14} />}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
