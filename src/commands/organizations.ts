import { counted } from '../lib/counted.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runOrgCreate(
  options: OutputOptions & { name: string; credits: number },
): Promise<void> {
  const { id, name, creditBalance } = await withTools(({ administration }) =>
    administration.createOrganization(options.name, options.credits),
  );
  const result = { organization_id: id, name, credits: creditBalance };
  print(
    options.json,
    result,
    `created organization ${id} "${name}" with ${counted(creditBalance, 'credit')}`,
  );
}

export async function runOrgList(options: OutputOptions): Promise<void> {
  const found = await withTools(({ administration }) => administration.listOrganizations());
  const organizations = found.map(({ id, name, creditBalance, createdAt, _count }) => ({
    organization_id: id,
    name,
    credits: creditBalance,
    users: _count.users,
    keys: _count.apiKeys,
    created_at: createdAt.toISOString(),
  }));
  const rows = organizations.map((row) => [row.organization_id, row.name, row.credits, row.users, row.keys]);
  const lines = table(['ID', 'NAME', 'CREDITS', 'USERS', 'KEYS'], rows);
  print(options.json, { organizations }, rows.length > 0 ? lines : 'no organizations');
}
