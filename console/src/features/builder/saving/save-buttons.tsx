import { Button } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';
import { useDiffers } from '../draft/draft-state.tsx';
import type { Editor } from '../draft/editor.ts';
import type { Saved, SavedList } from '../draft/use-saved-list.ts';
import type { SavingStep } from './saving-dialogs.tsx';

const texts = editorText.page;

interface SaveButtonsProps {
  editor: Editor;
  base: Saved | undefined;
  /** Undefined for a new list, and for one that is gone. */
  list: SavedList | undefined;
  onStep: (step: SavingStep) => void;
  onDiscard: () => void;
}

/** Discard, and the way to save: a new version for those who may, a new list for everybody else. */
export function SaveButtons({ editor, base, list, onStep, onDiscard }: SaveButtonsProps) {
  const differs = useDiffers(editor, base);
  const isBehind = list !== undefined && base !== undefined && list.version !== base.version;
  const canSave = list?.canEdit ?? false;
  return (
    <>
      {differs && base && (
        <Button variant="default" size="sm" onClick={onDiscard}>
          {texts.discard}
        </Button>
      )}
      {canSave && (
        <Button size="sm" disabled={!differs} onClick={() => onStep(isBehind ? 'conflict' : 'review')}>
          {texts.review}
        </Button>
      )}
      {!canSave && (
        <Button size="sm" onClick={() => onStep('create')}>
          {texts.saveAsNew}
        </Button>
      )}
    </>
  );
}
