import { StartupError } from '../lib/fault.ts';
import { listFlags, type Outcome } from '../modules/flags/review.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runFlagsList(
  options: OutputOptions & { status: 'queued' | 'resolved' | 'all'; limit: number },
): Promise<void> {
  const status = options.status === 'all' ? undefined : options.status;
  const flags = await withTools(({ database }) => listFlags(database.prisma, status, options.limit));
  const rows = flags.map((flag) => ({
    flag_id: flag.id,
    company_id: flag.companyId,
    company: flag.company?.name ?? null,
    primary_domain: flag.company?.primaryDomain ?? null,
    status: flag.status,
    description: flag.description,
    created_at: flag.createdAt.toISOString(),
    resolved_at: flag.resolvedAt?.toISOString() ?? null,
    resolution: flag.resolution,
    note: flag.note,
  }));
  const lines = table(
    ['ID', 'STATUS', 'CREATED', 'COMPANY', 'DESCRIPTION', 'RESOLUTION', 'NOTE'],
    rows.map((row) => [
      row.flag_id,
      row.status,
      row.created_at,
      row.primary_domain ?? row.company ?? row.company_id,
      row.description ?? '(no description)',
      row.resolution ?? '',
      row.note ?? '',
    ]),
  );
  print(options.json, { flags: rows }, rows.length > 0 ? lines : 'no flags');
}

export async function runFlagsResolve(
  flagId: number,
  { resolution = null, note = null, json }: OutputOptions & Partial<Outcome>,
): Promise<void> {
  if (resolution === null && note !== null) {
    throw new StartupError('--note needs --resolution: the reporter of the flag sees both');
  }
  const flag = await withTools(({ administration }) =>
    administration.resolveFlag(flagId, { resolution, note }),
  );
  const result = {
    flag_id: flag.id,
    company_id: flag.companyId,
    status: flag.status,
    resolution: flag.resolution,
    note: flag.note,
  };
  const as = flag.resolution === null ? '' : ` as ${flag.resolution}`;
  print(json, result, `flag ${flag.id} is ${flag.status}${as}`);
}
