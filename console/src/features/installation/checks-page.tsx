import { Badge, Button, Group, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import {
  type InstallationCheckState,
  InstallationChecksDocument,
  type InstallationChecksQuery,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { WrittenLines } from '../../ui/written-lines.tsx';
import classes from './checks.module.css';
import { InstallationPage } from './installation-page.tsx';

type Check = NonNullable<NonNullable<InstallationChecksQuery['installation']>['checks']>[number];

const text = installationText.checks;
/** Order of the rows: those that need somebody come first. */
const ORDER: readonly InstallationCheckState[] = ['FAILURE', 'WARNING', 'OK'];
const COLORS = { FAILURE: 'red', WARNING: 'yellow', OK: undefined } as const;

/** Checks of the server and of its database, with advice where something is wrong. */
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
      <ul className={classes.checks} aria-label={text.list}>
        {rows.map(({ check, state, message, remedy }) => (
          <li key={check} className={classes.check}>
            <span className={classes.name}>{check}</span>
            <span className={classes.state}>
              <Badge variant={state === 'OK' ? 'default' : 'light'} color={COLORS[state]}>
                {text.states[state]}
              </Badge>
            </span>
            <div className={classes.message}>
              <WrittenLines lines={message} />
              {remedy != null && <Text c="dimmed">{`${text.toDo} ${remedy}`}</Text>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
