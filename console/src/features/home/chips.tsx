import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import type { Choice, Piece } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import { homeText } from '../../text/home.ts';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './home.module.css';
import { meaningWords } from './piece-words.ts';

const text = homeText.chips;

interface ChipsProps {
  catalogue: Catalogue;
  typed: string;
  pieces: readonly Piece[];
  onRemove: (piece: Piece) => void;
  onChoose: (piece: Piece, choice: Choice) => void;
}

/** What was understood of the sentence, part by part. Parts that need a choice open a menu. */
export function Chips({ catalogue, typed, pieces, onRemove, onChoose }: ChipsProps) {
  return (
    <ul className={classes.chips} aria-label={text.label}>
      {pieces.map((piece, index) => {
        const words = typed.slice(piece.from, piece.to);
        const [spelt] = piece.kind === 'unknown' ? piece.choices : [];
        // A place in the text is no identity: it moves with each letter before it.
        const key = `${index} ${piece.kind}`;
        if (piece.kind === 'word')
          return (
            piece.role === 'or' && (
              <li key={key} className={classes.joiner}>
                {text.or}
              </li>
            )
          );
        if (piece.kind === 'unknown' && piece.isPending)
          return (
            <li key={key} className={classes.pending}>
              <PlainText text={words} />
            </li>
          );
        if (piece.kind === 'condition') {
          const meaning = meaningWords(piece, catalogue);
          return (
            <li key={key} className={classes.chip}>
              <PlainText text={meaning} />
              {piece.cut && <span className={classes.mark}>{text.cut(piece.cut, piece.values)}</span>}
              <button
                type="button"
                className={classes.remove}
                aria-label={text.remove(meaning)}
                onClick={() => onRemove(piece)}
              >
                <Cross2Icon width={12} height={12} aria-hidden />
              </button>
            </li>
          );
        }
        return (
          <li key={key}>
            <OpenChip {...{ catalogue, words, piece }} onRemove={() => onRemove(piece)} onChoose={onChoose} />
            {spelt && !isName(spelt) && (
              <Button size="compact-xs" variant="subtle" onClick={() => onChoose(piece, spelt)}>
                {text.didYouMean(meaningWords(spelt, catalogue))}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const isName = ({ field, operator }: Choice) => field === 'name' && operator === 'contains';

interface OpenChipProps {
  catalogue: Catalogue;
  words: string;
  piece: Extract<Piece, { kind: 'ambiguous' | 'unknown' }>;
  onRemove: () => void;
  onChoose: (piece: Piece, choice: Choice) => void;
}

/** Words with several meanings or none, as a menu. */
function OpenChip({ catalogue, words, piece, onRemove, onChoose }: OpenChipProps) {
  const meanings = piece.choices.filter((choice) => !isName(choice));
  const names = piece.choices.filter(isName);
  const isUnknown = piece.kind === 'unknown';
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={classes.open} data-unknown={isUnknown || undefined} data-open-chip>
          <span aria-hidden="true">
            <PlainText text={words} />
            <span className={classes.mark}>?</span>
          </span>
          <VisuallyHidden>{isUnknown ? text.unknown(words) : text.choose(words)}</VisuallyHidden>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {piece.reason === 'alike'
            ? text.alike
            : meanings.length === 0
              ? text.nothing
              : isUnknown
                ? text.suggestions
                : text.which}
        </Menu.Label>
        {meanings.map((choice) => (
          <Menu.Item key={choice.text} onClick={() => onChoose(piece, choice)}>
            <PlainText text={meaningWords(choice, catalogue)} />
          </Menu.Item>
        ))}
        {names.map((choice) => (
          <Menu.Item key={choice.text} onClick={() => onChoose(piece, choice)}>
            {text.names(String(choice.values[0]))}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onRemove}>{text.drop}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
