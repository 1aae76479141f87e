import { Badge, Button, Group, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import {
  type InstallationCheckState,
  InstallationChecksDocument,
  type InstallationChecksQuery,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Column, column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import { InstallationPage } from './installation-page.tsx';

type Check = NonNullable<NonNullable<InstallationChecksQuery['installation']>['checks']>[number];

/** Order of the rows: those that need somebody come first. */
const ORDER: readonly InstallationCheckState[] = ['FAILURE', 'WARNING', 'OK'];
const NAMES = { OK: 'Fine', WARNING: 'Warning', FAILURE: 'Failure' } as const;
const COLORS = { FAILURE: 'red', WARNING: 'yellow', OK: undefined } as const;

const COLUMNS: readonly Column<Check>[] = [
  column('Check', ({ check }) => <b>{check}</b>),
  column('State', ({ state }) => (
    <Badge variant={state === 'OK' ? 'default' : 'light'} color={COLORS[state]}>
      {NAMES[state]}
    </Badge>
  )),
  column('Finding', ({ message, remedy }) => (
    <>
      <WrittenLines lines={message} />
      {remedy != null && <Text c="dimmed">To do: {remedy}</Text>}
    </>
  )),
];

/** Checks of the server and of its database, with advice where something is wrong. */
export default function ChecksPage() {
  const query = useApiQuery(InstallationChecksDocument, {}, { staleTime: 0 });
  return (
    <InstallationPage section="checks">
      <Loaded query={query} lines={12}>
        {({ installation }) => (
          <Checks
            checks={installation?.checks ?? []}
            isChecking={query.isFetching}
            onAgain={() => void query.refetch()}
          />
        )}
      </Loaded>
    </InstallationPage>
  );
}

interface ChecksProps {
  checks: readonly Check[];
  isChecking: boolean;
  onAgain: () => void;
}

function Checks({ checks, isChecking, onAgain }: ChecksProps) {
  const open = checks.filter(({ state }) => state !== 'OK').length;
  const rows = checks.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text role="status" fw={600}>
          {open === 0
            ? `All ${formatNumber(checks.length)} checks are fine.`
            : `${formatNumber(open)} of ${formatNumber(checks.length)} checks need you.`}
        </Text>
        <Button variant="default" onClick={onAgain} loading={isChecking}>
          Check again
        </Button>
      </Group>
      <DataTable label="Checks" columns={COLUMNS} rows={rows} idOf={({ check }) => check} />
    </>
  );
}
