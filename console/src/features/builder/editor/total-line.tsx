import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { useNodes } from './context.ts';

/** The total in one line, for pages whose numbers are out of sight. */
export function TotalLine({ className }: { className: string | undefined }) {
  const total = useNodes((nodes) => nodes.total);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  if (total === undefined) return null;
  return (
    <div className={className} data-stale={!isCurrent || undefined}>
      <strong>{common.companies(total, formatNumber(total))}</strong>
    </div>
  );
}
