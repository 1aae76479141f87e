import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runUserCreate(
  options: OutputOptions & { org: string; email: string; name: string; admin?: boolean },
): Promise<void> {
  const { id, email, role } = await withTools(({ administration }) =>
    administration.createUser({ ...options, organization: options.org, admin: options.admin === true }),
  );
  print(
    options.json,
    { user_id: id, email, role },
    `created user ${id} <${email}>, ${role} of "${options.org}"`,
  );
}

export async function runUserList(options: OutputOptions & { org: string }): Promise<void> {
  const found = await withTools(({ administration }) => administration.listUsers(options.org));
  const users = found.map(({ id, email, name, role, isOperator, disabledAt, createdAt, _count }) => ({
    user_id: id,
    email,
    name,
    role,
    operator: isOperator,
    status: disabledAt ? 'disabled' : 'enabled',
    keys: _count.apiKeys,
    created_at: createdAt.toISOString(),
    disabled_at: disabledAt?.toISOString() ?? null,
  }));
  const rows = users.map((row) => [
    row.user_id,
    row.email,
    row.name,
    row.role,
    row.operator ? 'yes' : 'no',
    row.status,
    row.keys,
  ]);
  const lines = table(['ID', 'E-MAIL', 'NAME', 'ROLE', 'OPERATOR', 'STATUS', 'KEYS'], rows);
  print(options.json, { users }, rows.length > 0 ? lines : 'no users');
}

export async function runUserDisable(options: OutputOptions & { email: string }): Promise<void> {
  const { user, createdKeys } = await withTools(({ administration }) =>
    administration.disableUser(options.email),
  );
  const hasCreated = createdKeys.length > 0;
  print(
    options.json,
    {
      user_id: user.id,
      email: user.email,
      status: 'disabled',
      ...(hasCreated ? { created_keys: createdKeys } : {}),
    },
    [
      `disabled user ${user.id} <${user.email}>; their personal keys stop working on every server within 5 seconds`,
      ...(hasCreated
        ? [`organization keys that they created: ${createdKeys.join(', ')} (still valid; see key revoke)`]
        : []),
    ],
  );
}

export async function runUserEnable(options: OutputOptions & { email: string }): Promise<void> {
  const { id, email } = await withTools(({ administration }) => administration.enableUser(options.email));
  print(
    options.json,
    { user_id: id, email, status: 'enabled' },
    `enabled user ${id} <${email}>; their personal keys work again, except revoked and expired ones`,
  );
}

export async function runUserOperator(
  options: OutputOptions & { email: string; revoke?: boolean },
): Promise<void> {
  const { id, email, isOperator } = await withTools(({ administration }) =>
    administration.setOperator(options.email, options.revoke !== true),
  );
  const text = isOperator ? 'is an operator of the installation' : 'is no operator any more';
  print(options.json, { user_id: id, email, operator: isOperator }, `user ${id} <${email}> ${text}`);
}
