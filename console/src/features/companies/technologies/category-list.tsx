import { Button, UnstyledButton } from '@mantine/core';
import { ChevronRightIcon } from '@radix-ui/react-icons';
import { useMemo, useState } from 'react';
import { formatDay, formatNumber, formatShortDay } from '../../../lib/format.ts';
import { formatMonthsBefore } from '../../../lib/later-formats.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { ConditionLink } from '../condition-link.tsx';
import classes from './category-list.module.css';
import {
  groupTechnologies,
  markOf,
  type SeenTechnology,
  type TechnologyGroup,
} from './group-technologies.ts';

const texts = companiesText.technologies;
/** Names that stand for a category while it is closed. */
const NAMED = 6;

interface CategoryListProps {
  technologies: readonly SeenTechnology[];
  /** Newest observation of the catalogue. */
  asOf: string | undefined;
  /** Opens all categories, such as while one searches. */
  isOpen: boolean;
}

/** Categories with their numbers, each of which opens on its technologies. */
export function CategoryList({ technologies, asOf, isOpen }: CategoryListProps) {
  const groups = useMemo(() => groupTechnologies(technologies), [technologies]);
  const [opened, setOpened] = useState<ReadonlySet<string | null>>(new Set());
  const areAllOpen = groups.every(({ category }) => opened.has(category));
  const toggle = (category: string | null) => {
    const next = new Set(opened);
    if (!next.delete(category)) next.add(category);
    setOpened(next);
  };
  const toggleAll = () => setOpened(new Set(areAllOpen ? [] : groups.map(({ category }) => category)));
  return (
    <>
      <ul className={classes.categories} aria-label={texts.categories}>
        {groups.map((group) => (
          <Category
            key={group.category}
            group={group}
            asOf={asOf}
            isOpen={isOpen || opened.has(group.category)}
            onToggle={() => toggle(group.category)}
          />
        ))}
      </ul>
      {!isOpen && groups.length > 1 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={toggleAll}>
          {areAllOpen ? common.closeAll : common.openAll}
        </Button>
      )}
    </>
  );
}

interface CategoryProps {
  group: TechnologyGroup;
  asOf: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

function Category({ group: { category, technologies }, asOf, isOpen, onToggle }: CategoryProps) {
  const count = (mark: 'new' | 'gone') => technologies.filter((each) => markOf(each, asOf) === mark).length;
  const [added, gone] = [count('new'), count('gone')];
  const names = technologies.slice(0, NAMED).map(({ node }) => visibleText(node.displayName));
  return (
    <li className={classes.category}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRightIcon className={classes.chevron} width={16} height={16} aria-hidden />
        <bdi className={classes.name}>{category === null ? texts.uncategorized : visibleText(category)}</bdi>
        <span className={classes.count}>{formatNumber(technologies.length)}</span>
        {added > 0 && (
          <span className={classes.mark} data-mark="new">
            {texts.countOf.new(formatNumber(added))}
          </span>
        )}
        {gone > 0 && (
          <span className={classes.mark} data-mark="gone">
            {texts.countOf.gone(formatNumber(gone))}
          </span>
        )}
        {!isOpen && <bdi className={classes.names}>{names.join(', ')}</bdi>}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.technologies}>
          {technologies.map((technology) => (
            <Technology key={technology.node.techKey} technology={technology} asOf={asOf} />
          ))}
          {category !== null && (
            <li className={classes.all}>
              <ConditionLink field="technology_category" value={category} label={texts.anyOf(category)} />
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Technology({ technology, asOf }: { technology: SeenTechnology; asOf: string | undefined }) {
  const { firstSeen, lastSeen, node } = technology;
  const mark = markOf(technology, asOf);
  const seen = texts.seenBetween(formatDay(firstSeen), formatDay(lastSeen));
  return (
    <li className={classes.technology} data-mark={mark}>
      <ConditionLink field="technology" value={node.techKey} label={node.displayName} />
      {mark && asOf !== undefined && (
        <span className={classes.mark} data-mark={mark} title={texts.meaning[mark](formatDay(asOf))}>
          {texts.marks[mark]}
        </span>
      )}
      <time className={classes.day} dateTime={lastSeen} title={seen}>
        {mark === 'gone' && asOf !== undefined
          ? texts.lastSeen(formatMonthsBefore(lastSeen, asOf))
          : formatShortDay(lastSeen, asOf)}
      </time>
    </li>
  );
}
