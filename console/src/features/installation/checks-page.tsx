import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import {
  type InstallationCheckState,
  InstallationChecksDocument,
  type InstallationChecksQuery,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import { InstallationPage } from './installation-page.tsx';

type Check = NonNullable<NonNullable<InstallationChecksQuery['installation']>['checks']>[number];

const text = installationText.checks;
/** What needs somebody stands first. */
const ORDER: readonly InstallationCheckState[] = ['FAILURE', 'WARNING', 'OK'];
const COLORS = { FAILURE: 'red', WARNING: 'yellow', OK: undefined } as const;

/** What the server finds wrong with itself and its database, and what to do about it. */
export function ChecksPage() {
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
          {text.open(formatNumber(open), formatNumber(checks.length))}
        </Text>
        <Button variant="default" onClick={onAgain} loading={isChecking}>
          {text.again}
        </Button>
      </Group>
      <TableRegion label={text.table} columns={Object.values(text.columns)} minWidth={560}>
        {rows.map(({ check, state, message, remedy }) => (
          <Table.Tr key={check}>
            <Table.Td>{check}</Table.Td>
            <Table.Td>
              <Badge variant={state === 'OK' ? 'default' : 'light'} color={COLORS[state]}>
                {text.states[state]}
              </Badge>
            </Table.Td>
            <Table.Td>
              <WrittenLines lines={message} />
              {remedy != null && <Text size="sm" c="dimmed">{`${text.toDo} ${remedy}`}</Text>}
            </Table.Td>
          </Table.Tr>
        ))}
      </TableRegion>
    </>
  );
}
