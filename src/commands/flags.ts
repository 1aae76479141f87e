import { listFlags } from '../modules/flags/flags-service.ts';
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
    resolution: flag.note,
  }));
  const lines = table(
    ['ID', 'STATUS', 'CREATED', 'COMPANY', 'DESCRIPTION'],
    rows.map((row) => [
      row.flag_id,
      row.status,
      row.created_at,
      row.primary_domain ?? row.company ?? row.company_id,
      row.description ?? '(no description)',
    ]),
  );
  print(options.json, { flags: rows }, rows.length > 0 ? lines : 'no flags');
}

export async function runFlagsResolve(
  flagId: number,
  options: OutputOptions & { resolution?: string },
): Promise<void> {
  const flag = await withTools(({ administration }) =>
    administration.resolveFlag(flagId, options.resolution),
  );
  const result = { flag_id: flag.id, company_id: flag.companyId, status: flag.status };
  print(options.json, result, `flag ${flag.id} is ${flag.status}`);
}
