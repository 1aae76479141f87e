import { Anchor, Group, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import { type CompanyFactsFragment, CompanyTechnologiesDocument } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { formatMonthsBefore } from '../../../lib/later-formats.ts';
import { type Column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/user-text.tsx';
import { ConditionLink } from '../condition-link.tsx';
import classes from './technologies.module.css';

const UNCATEGORIZED = 'Without a category';
const FILTER = 'Filter by name or category';
/** Technologies of the time line before one asks for all. */
const PAGE = 100;
/** Chips of a category before one asks for all. */
const CHIPS = 12;

/** Technologies of a company as chips by category, and on one time axis if one asks for it. */
export function TechnologiesSection({ company }: { company: CompanyFactsFragment }) {
  const query = useApiQuery(CompanyTechnologiesDocument, { identifier: company.slug });
  const count = company.firmographics.technologyCount;
  return (
    <Section title={`Technologies (${formatNumber(count)})`}>
      <Loaded query={query} lines={0}>
        {({ company: answer, catalogue }) => {
          const { edges = [], totalCount = 0 } = answer?.technologies ?? {};
          if (edges.length === 0) return <Text c="dimmed">No technology was detected at this company.</Text>;
          return (
            <>
              {edges.length < totalCount && (
                <Text size="sm">The {formatNumber(edges.length)} with the most detections are shown.</Text>
              )}
              <Technologies technologies={edges} asOf={catalogue.asOf ?? undefined} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface TechnologiesProps {
  technologies: readonly SeenTechnology[];
  /** Newest observation of the catalogue. */
  asOf: string | undefined;
}

function Technologies({ technologies, asOf }: TechnologiesProps) {
  const [filter, setFilter] = useState('');
  const [isTimeLine, setTimeLine] = useState(false);
  const text = useDeferredValue(textKey(filter.trim()));
  const matching = useMemo(() => technologies.filter((each) => matches(each, text)), [technologies, text]);
  return (
    <div data-wide={isTimeLine || undefined}>
      <Group justify="space-between" gap="xs" mb="sm">
        <TextInput
          aria-label={FILTER}
          placeholder={FILTER}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          flex="1 1 200px"
          maw={320}
        />
        <Switch
          label="Time line"
          checked={isTimeLine}
          onChange={({ currentTarget }) => setTimeLine(currentTarget.checked)}
        />
      </Group>
      {matching.length === 0 && <Text role="status">No technology matches the filter.</Text>}
      {isTimeLine && matching.length > 0 && <TimeLine all={technologies} {...{ matching, asOf }} />}
      {!isTimeLine && (
        <ul className={classes.categories} aria-label="Technologies by category">
          {groupTechnologies(matching).map((group) => (
            <Category key={group.category} group={group} asOf={asOf} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A category with its technologies: those in use, new and gone have chips of different forms. */
function Category({ group, asOf }: { group: TechnologyGroup; asOf: string | undefined }) {
  const { category, technologies } = group;
  const [isLong, setLong] = useState(technologies.length <= CHIPS);
  const rest = technologies.length - CHIPS;
  return (
    <li>
      <Text size="sm" c="dimmed" mb={4}>
        {category === null ? (
          UNCATEGORIZED
        ) : (
          <ConditionLink field="technology_category" value={category} label={category} />
        )}{' '}
        {formatNumber(technologies.length)}
      </Text>
      <Group component="ul" gap={6}>
        {(isLong ? technologies : technologies.slice(0, CHIPS)).map((each) => (
          <Chip key={each.node.techKey} technology={each} asOf={asOf} />
        ))}
        {!isLong && (
          <li>
            <Anchor component="button" type="button" c="var(--action)" onClick={() => setLong(true)}>
              Show {formatNumber(rest)} more
            </Anchor>
          </li>
        )}
      </Group>
    </li>
  );
}

const SIGNS = { new: '+', gone: '−' } as const;

function Chip({ technology, asOf }: { technology: SeenTechnology; asOf: string | undefined }) {
  const { firstSeen, lastSeen, node } = technology;
  const mark = markOf(technology, asOf);
  const said =
    mark === 'gone' && asOf !== undefined ? `last seen ${formatMonthsBefore(lastSeen, asOf)}` : mark;
  return (
    <li
      className={classes.chip}
      data-mark={mark}
      title={`First seen ${formatDay(firstSeen)}, last seen ${formatDay(lastSeen)}`}
    >
      {mark && <span aria-hidden="true">{SIGNS[mark]}</span>}
      <ConditionLink field="technology" value={node.techKey} label={node.displayName} />
      {said && <VisuallyHidden>{said}</VisuallyHidden>}
    </li>
  );
}

interface TimeLineProps {
  all: readonly SeenTechnology[];
  matching: readonly SeenTechnology[];
  asOf: string | undefined;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** When each technology was seen, on one axis. The bars repeat the two days, so that only sighted readers need them. */
function TimeLine({ all, matching, asOf }: TimeLineProps) {
  // Bars keep their places while the filter changes.
  const axis = useMemo(() => axisOf(all), [all]);
  const yearOf = (time: number) => String(new Date(time).getUTCFullYear());
  const bar = ({ firstSeen, lastSeen }: SeenTechnology) => {
    const left = placeOf(axis, Date.parse(firstSeen));
    const width = placeOf(axis, Date.parse(lastSeen)) - left;
    return (
      <div className={classes.track} aria-hidden="true">
        <div className={classes.bar} style={{ left: percent(left), width: percent(width) }} />
      </div>
    );
  };
  const columns: readonly Column<SeenTechnology>[] = [
    {
      key: 'name',
      title: 'Technology',
      sort: ({ node }) => node.displayName,
      cell: (technology) => (
        <>
          <ConditionLink
            field="technology"
            value={technology.node.techKey}
            label={technology.node.displayName}
          />
          <Note>
            {technology.node.category ?? UNCATEGORIZED}
            {markOf(technology, asOf) && ` · ${markOf(technology, asOf)}`}
          </Note>
        </>
      ),
    },
    { key: 'time', title: `Seen, ${yearOf(axis.from)} to ${yearOf(axis.to)}`, isMinor: true, cell: bar },
    numberColumn('first', 'First seen', ({ firstSeen }) => Date.parse(firstSeen), dayOf),
    numberColumn('last', 'Last seen', ({ lastSeen }) => Date.parse(lastSeen), dayOf),
    numberColumn('count', 'Detections', ({ detectionCount }) => detectionCount),
  ];
  return (
    <DataTable
      label="Technologies, with the time in which each was seen"
      columns={columns}
      rows={matching}
      idOf={({ node }) => node.techKey}
      sort={{ column: 'first', isDescending: true }}
      shown={PAGE}
    />
  );
}

const dayOf = (time: number): string => formatDay(new Date(time).toISOString());

const matches = ({ node }: SeenTechnology, text: string): boolean =>
  textKey(node.displayName).includes(text) || textKey(node.category ?? '').includes(text);

/** A technology as it was seen at a company. Times are ISO 8601. */
export interface SeenTechnology {
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly detectionCount: number;
  readonly node: {
    readonly techKey: string;
    readonly displayName: string;
    readonly category?: string | null | undefined;
  };
}

interface TechnologyGroup {
  /** Null: technologies without a category. */
  readonly category: string | null;
  readonly technologies: readonly SeenTechnology[];
}

/** Groups technologies by category, in the order of the categories' names; those without one come last. */
function groupTechnologies(technologies: readonly SeenTechnology[]): TechnologyGroup[] {
  const groups = new Map<string | null, { category: string | null; technologies: SeenTechnology[] }>();
  for (const technology of technologies) {
    const category = technology.node.category ?? null;
    const key = category && textKey(category);
    const group = groups.get(key);
    if (group) group.technologies.push(technology);
    else groups.set(key, { category, technologies: [technology] });
  }
  return [...groups.values()].sort((a, b) => {
    if (a.category === null || b.category === null)
      return Number(a.category === null) - Number(b.category === null);
    return a.category.localeCompare(b.category);
  });
}

/** `new`: first seen lately. `gone`: not seen for long. */
type TechnologyMark = 'new' | 'gone' | undefined;

const DAY_MS = 86_400_000;
/** Days before the newest observation of the catalogue. */
const NEW_DAYS = 90;
const GONE_DAYS = 180;

/** Returns what is notable about the days of a technology. @param asOf newest observation of the catalogue. */
export function markOf({ firstSeen, lastSeen }: SeenTechnology, asOf: string | undefined): TechnologyMark {
  if (asOf === undefined) return undefined;
  const daysBefore = (seen: string) => (Date.parse(asOf) - Date.parse(seen)) / DAY_MS;
  if (daysBefore(lastSeen) > GONE_DAYS) return 'gone';
  return daysBefore(firstSeen) <= NEW_DAYS ? 'new' : undefined;
}

/** Time axis that all bars share, in milliseconds since 1970. */
interface TimeAxis {
  readonly from: number;
  readonly to: number;
}

/** Returns an axis from the first detection to the last one. */
function axisOf(technologies: readonly SeenTechnology[]): TimeAxis {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { firstSeen, lastSeen } of technologies) {
    from = Math.min(from, Date.parse(firstSeen));
    to = Math.max(to, Date.parse(lastSeen));
  }
  return { from, to };
}

/** Returns the place of a time on the axis, between 0 and 1. */
function placeOf({ from, to }: TimeAxis, time: number): number {
  return to === from ? 0 : (time - from) / (to - from);
}
