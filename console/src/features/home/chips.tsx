import { Button, CloseButton, Group, Menu, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Choice, Meaning, Piece } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { type Catalogue, findField } from '../../filter/catalogue.ts';
import { asGroup, type FilterNode } from '../../filter/definition.ts';
import { likedName } from '../../filter/likeness.ts';
import { type Labels, labelsOf, nodeSentence } from '../../filter/sentence.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { Numbers } from '../../preview/preview-request.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { companySearch } from '../../ui/found-companies.ts';
import { PlainText } from '../../ui/written-lines.tsx';
import classes from './home.module.css';

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
    <Group component="ul" gap={8} mih={28} aria-label="What was understood">
      {pieces.map((piece, index) => {
        const words = typed.slice(piece.from, piece.to);
        const [spelt] = piece.kind === 'unknown' ? piece.choices : [];
        // A place in the text is no identity: it moves with each letter before it.
        const key = `${index} ${piece.kind}`;
        if (piece.kind === 'word')
          return (
            piece.role === 'or' && (
              <Text component="li" key={key} c="dimmed">
                or
              </Text>
            )
          );
        if (piece.kind === 'unknown' && piece.isPending)
          return (
            <Text component="li" key={key} c="dimmed">
              <PlainText text={words} />
            </Text>
          );
        if (piece.kind === 'condition') {
          const meaning = meaningWords(piece, catalogue);
          return (
            <li key={key} className={classes.chip}>
              <PlainText text={meaning} />
              {piece.cut && (
                <span className={classes.mark}>
                  {piece.cut
                    .map((band) =>
                      piece.values.includes(band) ? `includes all of ${band}` : `leaves out ${band}`,
                    )
                    .join(', ')}
                </span>
              )}
              <CloseButton
                className={classes.remove ?? ''}
                iconSize={14}
                radius="xl"
                ml={4}
                aria-label={`Remove ${meaning}`}
                onClick={() => onRemove(piece)}
              />
            </li>
          );
        }
        return (
          <li key={key}>
            <OpenChip {...{ catalogue, words, piece }} onRemove={() => onRemove(piece)} onChoose={onChoose} />
            {spelt && !isName(spelt) && (
              <Button size="compact-xs" variant="subtle" onClick={() => onChoose(piece, spelt)}>
                Did you mean: {meaningWords(spelt, catalogue)}?
              </Button>
            )}
          </li>
        );
      })}
    </Group>
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
  const liked = likedName(words);
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={classes.open} data-unknown={isUnknown || undefined} data-open-chip>
          <span aria-hidden="true">
            <PlainText text={words} />
            <span className={classes.mark}>?</span>
          </span>
          <VisuallyHidden>
            {isUnknown
              ? `“${visibleText(words)}” is not understood`
              : `Choose what “${visibleText(words)}” means`}
          </VisuallyHidden>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {liked !== undefined && <LikedCompanies name={liked} />}
        <Menu.Label>
          {liked !== undefined
            ? 'Filters cannot compare companies. Say what they have in common.'
            : meanings.length === 0
              ? 'Nothing in the catalogue has this name.'
              : isUnknown
                ? 'Did you mean'
                : 'What does it mean?'}
        </Menu.Label>
        {meanings.map((choice) => (
          <Menu.Item key={choice.text} onClick={() => onChoose(piece, choice)}>
            <PlainText text={meaningWords(choice, catalogue)} />
          </Menu.Item>
        ))}
        {names.map((choice) => (
          <Menu.Item key={choice.text} onClick={() => onChoose(piece, choice)}>
            Search names for “{String(choice.values[0])}”
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onRemove}>Remove these words</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Companies of a name, each of which leads to those that are like it. */
function LikedCompanies({ name }: { name: string }) {
  const { data, isPending } = useQuery(companySearch(name));
  return (
    <>
      <Menu.Label>
        {isPending
          ? common.loading
          : data?.length
            ? 'Companies that are like …'
            : 'No company has this name.'}
      </Menu.Label>
      {data?.map(({ slug, name: found }) => (
        <Menu.Item
          key={slug}
          renderRoot={(props) => (
            <Link {...props} to="/app/companies/$identifier" params={{ identifier: slug }} hash="similar" />
          )}
        >
          <PlainText text={found} />
        </Menu.Item>
      ))}
    </>
  );
}

/** Values that a chip names before it counts the others. */
const NAMED = 3;

/** Returns a meaning in words: "partner is not Amazon Web Services", "country is DACH". */
function meaningWords(meaning: Meaning, catalogue: Catalogue): string {
  const { field, operator, values, labels, when, name, negated } = meaning;
  // A number or day stands for itself: the catalogue says how it is written.
  const named = values.flatMap((value, index) => {
    const label = labels[index];
    return label === undefined || label === String(value) ? [] : [[value, label] as const];
  });
  const known = new Map(named);
  const hasNone =
    negated && operator === 'any_of' && findField(catalogue, field)?.operators.includes('none_of');
  const condition = {
    field,
    operator: hasNone ? 'none_of' : operator,
    values: name === undefined ? values : [name],
    ...(when ? { when } : {}),
  };
  const node = { condition };
  const names = labelsOf(catalogue, (_, value) => known.get(value));
  return nodeSentence(negated && !hasNone ? { not: node } : node, names, NAMED);
}

/** The companies that remain after each condition, from all companies to those that match. */
export function Funnel({ catalogue, numbers, all }: { catalogue: Catalogue; numbers: Numbers; all: number }) {
  const labels = labelsOf(catalogue, useKnownLabels());
  const steps = [{ words: 'all companies', count: all }, ...stepsOf(numbers, labels)];
  return (
    <SimpleGrid
      component="ol"
      minColWidth={120}
      autoFlow="auto-fit"
      spacing={12}
      aria-label="What remains after each condition"
    >
      {steps.map(({ words, count }, index) => (
        // A step is known by its place: two conditions may have the same words.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Stack component="li" key={index} gap={4} miw={0}>
          <Text span fz={18} fw={600} lh="inherit">
            {formatNumber(count)}
          </Text>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${widthOf(count, all)}%` }} />
          </span>
          <Text span size="xs" c="dimmed" title={words}>
            <PlainText text={words} />
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function stepsOf({ definition: { root }, funnel, total }: Numbers, labels: Labels) {
  if (root === null) return [];
  const group = asGroup(root);
  const nodes: readonly FilterNode[] = group?.kind === 'and' ? group.children : [root];
  return nodes.map((node, index) => ({
    words: nodeSentence(node, labels, 2),
    count: (nodes.length > 1 ? funnel.get(`/root/and/${index}`)?.remaining : undefined) ?? total,
  }));
}

/** Length of a bar in per cent. The root keeps small numbers visible beside thousands. */
function widthOf(count: number, all: number): number {
  return all === 0 ? 0 : Math.sqrt(Math.min(count / all, 1)) * 100;
}
