import { Anchor, Group, Switch, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import { type CompanyFactsFragment, CompanyTechnologiesDocument } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { formatMonthsBefore } from '../../../lib/later-formats.ts';
import { companiesText } from '../../../text/companies.ts';
import { type Column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ConditionLink } from '../condition-link.tsx';
import {
  axisOf,
  groupTechnologies,
  markOf,
  placeOf,
  type SeenTechnology,
  type TechnologyGroup,
} from './group-technologies.ts';
import classes from './technologies.module.css';

const texts = companiesText.technologies;
/** Technologies of the time line before one asks for all. */
const PAGE = 100;
/** Chips of a category before one asks for all. */
const CHIPS = 12;

/** Technologies of a company as chips by category, and on one time axis if one asks for it. */
export function TechnologiesSection({ company }: { company: CompanyFactsFragment }) {
  const query = useApiQuery(CompanyTechnologiesDocument, { identifier: company.slug });
  const count = company.firmographics.technologyCount;
  return (
    <section aria-labelledby="technologies">
      <Title order={2} id="technologies" mb="xs">
        {texts.title(formatNumber(count))}
      </Title>
      <Loaded query={query} lines={0}>
        {({ company: answer, catalogue }) => {
          const { edges = [], totalCount = 0 } = answer?.technologies ?? {};
          if (edges.length === 0) return <Text c="dimmed">{texts.none}</Text>;
          return (
            <>
              {edges.length < totalCount && <Text size="sm">{texts.capped(formatNumber(edges.length))}</Text>}
              <Technologies technologies={edges} asOf={catalogue.asOf ?? undefined} />
            </>
          );
        }}
      </Loaded>
    </section>
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
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          flex="1 1 200px"
          maw={320}
        />
        <Switch
          label={texts.timeLine}
          checked={isTimeLine}
          onChange={({ currentTarget }) => setTimeLine(currentTarget.checked)}
        />
      </Group>
      {matching.length === 0 && <Text role="status">{texts.nothing}</Text>}
      {isTimeLine && matching.length > 0 && <TimeLine all={technologies} {...{ matching, asOf }} />}
      {!isTimeLine && (
        <ul className={classes.categories} aria-label={texts.categories}>
          {groupTechnologies(matching).map((group) => (
            <Category key={group.category} group={group} asOf={asOf} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A category with its technologies: those in use, new and gone have chips of different forms. */
function Category({
  group: { category, technologies },
  asOf,
}: {
  group: TechnologyGroup;
  asOf: string | undefined;
}) {
  const [isLong, setLong] = useState(technologies.length <= CHIPS);
  const rest = technologies.length - CHIPS;
  return (
    <li>
      <Text size="sm" c="dimmed" mb={4}>
        {category === null ? (
          texts.uncategorized
        ) : (
          <ConditionLink field="technology_category" value={category} label={category} />
        )}{' '}
        {formatNumber(technologies.length)}
      </Text>
      <ul className={classes.chips}>
        {(isLong ? technologies : technologies.slice(0, CHIPS)).map((each) => (
          <Chip key={each.node.techKey} technology={each} asOf={asOf} />
        ))}
        {!isLong && (
          <li>
            <Anchor component="button" type="button" c="var(--action)" onClick={() => setLong(true)}>
              {companiesText.company.more(formatNumber(rest))}
            </Anchor>
          </li>
        )}
      </ul>
    </li>
  );
}

const SIGNS = { new: '+', gone: '−' } as const;

function Chip({ technology, asOf }: { technology: SeenTechnology; asOf: string | undefined }) {
  const { firstSeen, lastSeen, node } = technology;
  const mark = markOf(technology, asOf);
  const said =
    mark === 'gone' && asOf !== undefined
      ? texts.lastSeen(formatMonthsBefore(lastSeen, asOf))
      : mark && texts.marks[mark];
  return (
    <li
      className={classes.chip}
      data-mark={mark}
      title={texts.seenBetween(formatDay(firstSeen), formatDay(lastSeen))}
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
const { columns: names } = texts;

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
      title: names.name,
      sort: ({ node }) => node.displayName,
      cell: (technology) => (
        <>
          <ConditionLink
            field="technology"
            value={technology.node.techKey}
            label={technology.node.displayName}
          />
          <Text size="xs" c="dimmed">
            {technology.node.category ?? texts.uncategorized}
            {markOf(technology, asOf) && ` · ${texts.marks[markOf(technology, asOf) ?? 'new']}`}
          </Text>
        </>
      ),
    },
    { key: 'time', title: texts.seen(yearOf(axis.from), yearOf(axis.to)), isMinor: true, cell: bar },
    numberColumn('first', names.first, ({ firstSeen }) => Date.parse(firstSeen), dayOf),
    numberColumn('last', names.last, ({ lastSeen }) => Date.parse(lastSeen), dayOf),
    numberColumn('count', names.count, ({ detectionCount }) => detectionCount),
  ];
  return (
    <DataTable
      label={texts.caption}
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
