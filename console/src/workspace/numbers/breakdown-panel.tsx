import { Box, Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Cross2Icon, LockClosedIcon, PlusIcon } from '@radix-ui/react-icons';
import {
  bandsOf,
  type Catalogue,
  type CatalogueField,
  FLAG_OPERATOR,
  findField,
  flagText,
  isCompared,
  isCounted,
} from '../../filter/catalogue.ts';
import type { Addition } from '../../filter/rank.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { BreakdownEntry } from '../../preview/preview-request.ts';
import type { LivePreview } from '../../preview/use-live-preview.ts';
import { type BreakdownField, MAX_BREAKDOWNS } from '../../preview/usual-breakdowns.ts';
import { common } from '../../text/common.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { IconButton } from '../../ui/small-buttons.tsx';
import { LaterCountryMap } from '../../ui/values/later-country-map.tsx';
import { MissingBar, ValueBars } from '../../ui/values/value-bars.tsx';
import {
  countMissing,
  type MissingCount,
  type ValueCount,
  type ValueUse,
} from '../../ui/values/value-count.ts';
import { additionOf } from '../adding/addition.ts';
import type { Bin } from './bins.ts';
import { LaterHistogram } from './later-histogram.tsx';
import classes from './numbers.module.css';

/** Bars that are shown before the others are behind "Show more". */
const SHOWN = 6;
/** Height of a histogram with its words, in pixels. */
const HISTOGRAM = 127;
/** Key of the choice between bars and a map, which the browser keeps. */
const MAP = 'company-data.country-map';
/** Windows in which the panel has room for a map: beside the table, and in its place. */
const WIDE = '(min-width: 87.5em), (min-width: 40em) and (max-width: 68.7em)';

interface BreakdownPanelProps {
  catalogue: Catalogue;
  preview: LivePreview;
  /** Fields that are shown (`useBreakdownFields`). */
  fields: readonly BreakdownField[];
  onFieldsChange: (fields: readonly string[]) => void;
  /** Adds the condition of a bar. */
  onAdd: (addition: Addition) => void;
}

/** The matches by the values of up to four fields. A click on a bar adds its value as a condition. */
export function BreakdownPanel({ catalogue, preview, onFieldsChange, onAdd, ...props }: BreakdownPanelProps) {
  const fields = props.fields.map(({ key }) => key);
  const counted = catalogue.fields.filter(({ key }) => isCounted(catalogue, key));
  const unused = counted.filter(({ key }) => !fields.includes(key));
  return (
    <section aria-labelledby="breakdowns" className={classes.panel}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} id="breakdowns">
            Break down by
          </Title>
          {fields.length < MAX_BREAKDOWNS && unused[0] && (
            <IconButton
              variant="default"
              label="Add a breakdown"
              title="Add a breakdown"
              icon={PlusIcon}
              pixels={14}
              onClick={() => onFieldsChange([...fields, unused[0]?.key ?? ''])}
            />
          )}
        </Group>
        {fields.length > 0 && preview.faults.length > 0 && (
          <Text size="sm" c="dimmed">
            {preview.numbers
              ? 'These are the numbers of the last filter that could be counted.'
              : preview.faults.every(({ code }) => code === 'unbounded_definition')
                ? 'There are no numbers while the filter only leaves companies out. Add a condition that says which to find.'
                : 'There are no numbers while the filter has a fault. Correct the marked conditions.'}
          </Text>
        )}
        {fields.map((key, place) => (
          <FieldBreakdown
            key={key}
            choices={counted.filter((field) => field.key === key || !fields.includes(field.key))}
            onChoose={(next) => onFieldsChange(fields.with(place, next))}
            onRemove={() => onFieldsChange(fields.toSpliced(place, 1))}
            {...{ catalogue, preview, fieldKey: key, place, onAdd }}
          />
        ))}
        {fields.length > 0 && (
          <Text size="xs" c="dimmed">
            Click a bar to add the condition. Hold Alt to exclude the value.
          </Text>
        )}
      </Stack>
    </section>
  );
}

interface FieldBreakdownProps extends Pick<BreakdownPanelProps, 'catalogue' | 'preview' | 'onAdd'> {
  fieldKey: string;
  place: number;
  choices: readonly { key: string; label: string }[];
  onChoose: (field: string) => void;
  onRemove: () => void;
}

function FieldBreakdown(props: FieldBreakdownProps) {
  const { catalogue, preview, fieldKey, place, choices, onChoose, onRemove, onAdd } = props;
  const { numbers, isCurrent, isLoading } = preview;
  const field = findField(catalogue, fieldKey);
  const breakdown = numbers?.breakdowns.find((each) => each.field === fieldKey);
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [wantsMap, setMap] = useLocalStorage({
    key: MAP,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const canMap = fieldKey === 'country' && isWide === true;
  const hasMap = canMap && wantsMap;
  const isLocked = fieldKey === 'partner' && numbers?.isPartnerLocked === true;
  if (!field) return null;
  return (
    <div>
      <Group gap={4} wrap="nowrap" mb={4}>
        <NativeSelect
          size="xs"
          aria-label={`Field of breakdown ${place + 1}`}
          value={fieldKey}
          data={choices.map(({ key: value, label }) => ({ value, label: visibleText(label) }))}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        {canMap && (
          <Button
            variant={hasMap ? 'light' : 'default'}
            size="xs"
            aria-pressed={hasMap}
            onClick={() => setMap(!hasMap)}
          >
            Map
          </Button>
        )}
        <IconButton
          label={`Remove the breakdown by ${visibleText(field.label)}`}
          icon={Cross2Icon}
          pixels={14}
          onClick={onRemove}
        />
      </Group>
      {!breakdown && isLoading && (
        <div role="status" aria-label={common.loading}>
          <Chart {...{ field, hasMap, onAdd }} entries={undefined} total={0} />
        </div>
      )}
      {breakdown && (
        <div className={isCurrent ? undefined : classes.stale}>
          {isLocked ? (
            <LockedBreakdown />
          ) : (
            <Chart
              {...{ field, hasMap, onAdd }}
              entries={breakdown.entries}
              isWhole={breakdown.isWhole}
              total={numbers?.total ?? 0}
            />
          )}
        </div>
      )}
    </div>
  );
}

interface ChartProps {
  field: CatalogueField;
  /** Undefined while they are counted: a skeleton has their height. */
  entries: readonly BreakdownEntry[] | undefined;
  /** Whether these are all values. */
  isWhole?: boolean;
  /** Number of all matches. */
  total: number;
  /** Whether countries are shown as a map. */
  hasMap: boolean;
  onAdd: (addition: Addition) => void;
}

/** Numbers as a histogram, else the most frequent values as bars; bands in their order, as a histogram that lies. */
function Chart(props: ChartProps) {
  const { field, entries, total, hasMap, onAdd } = props;
  const missing = missingOf(props);
  // The companies without a value, below a chart that has no bars.
  const below = missing && (
    <Box component="ul" m="4px 0 0" p={0} style={{ listStyle: 'none' }}>
      <MissingBar {...{ missing, total }} after="add this condition" />
    </Box>
  );
  if (isCompared(field)) {
    if (!entries) return <Skeleton h={HISTOGRAM} />;
    const pick = ({ operator, values }: Bin, negated: boolean) =>
      onAdd({ field: field.key, operator, values, negated });
    return (
      <>
        <LaterHistogram {...{ field, entries, total }} onPick={pick} />
        {below}
      </>
    );
  }
  if (entries?.length === 0) return <Text c="dimmed">No match has a value here.</Text>;
  const shared = {
    name: `Matches by ${field.label}`,
    total,
    use: ({ value }: ValueCount): ValueUse => ({
      kind: 'add',
      run: (isNot) => onAdd(additionOf(field, value, isNot)),
    }),
    after: 'add this condition',
  };
  if (hasMap)
    return (
      <>
        <LaterCountryMap {...shared} entries={entries} />
        {below}
      </>
    );
  const bands = bandsOf(field);
  const named = (all: readonly ValueCount[]) =>
    field.type === 'boolean' ? all.map((each) => ({ ...each, label: flagText(each.value === 'true') })) : all;
  const counts = new Map(entries?.map(({ value, count }) => [value, count]));
  return (
    <ValueBars
      {...shared}
      missing={missing}
      entries={
        entries && (bands?.map((band) => ({ ...band, count: counts.get(band.value) ?? 0 })) ?? named(entries))
      }
      shown={bands?.length ?? SHOWN}
      before={`${field.label} is`}
      not={{ sign: 'not', label: (value) => `${field.label} is not ${value}: add this condition` }}
    />
  );
}

/**
 * Returns the companies of which the value is not known. Undefined unless the values tell their number: all of them, of a
 * field of which each company has one at most.
 */
function missingOf({ field, entries, isWhole, total, onAdd }: ChartProps): MissingCount | undefined {
  if (!entries || !isWhole || !field.operators.includes(FLAG_OPERATOR)) return undefined;
  const run = (isNot: boolean) =>
    onAdd({ field: field.key, operator: FLAG_OPERATOR, values: [isNot], negated: false });
  return { label: common.unknown, count: countMissing(entries, total), use: { kind: 'add', run } };
}

/** Why there is no breakdown by partner of so few companies, and what to do about it. */
function LockedBreakdown() {
  return (
    <Stack gap={2}>
      <Text fw={600}>
        <LockClosedIcon width={14} height={14} aria-hidden="true" /> Partners of fewer than 20 companies are
        locked.
      </Text>
      <Text size="xs" c="dimmed">
        A breakdown of so few companies would tell their partners, which cost credits. Unlock the companies on
        the page Files, or widen the filter to 20 matches or more.
      </Text>
      <PageLink to="/app/files">Unlock partners</PageLink>
    </Stack>
  );
}
