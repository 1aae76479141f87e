import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../api/viewer.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { frameText } from '../text/frame.ts';

/** The organization's credits. The link opens the ledger. */
export function Balance() {
  const { data } = useViewer();
  if (!data) return <Skeleton w={90} h={14} />;
  const credits = formatNumber(data.viewer.organization.creditBalance);
  return (
    <Anchor component={Link} to="/app/activity" aria-label={frameText.balance(credits)}>
      {common.credits(credits)}
    </Anchor>
  );
}
