import type { Colleague, Tenant, TestService } from '../../harness/service.ts';

/** Returns whether requests with a key are accepted. */
export const works = async (service: TestService, key: string): Promise<boolean> =>
  (await service.graphql(key, '{ __typename }')).status === 200;

/** Creates another admin of a tenant, with a key. */
export async function createAdmin(
  { admin }: TestService,
  tenant: Tenant,
  name: string,
): Promise<Colleague & { keyId: number }> {
  const email = `${name.toLowerCase()}@${tenant.name}.example`;
  const user = await admin.createUser({ organization: tenant.name, email, name, admin: true });
  const { key, apiKey } = await admin.createKey({ user: email }, {});
  return { userId: user.id, name, email, userKey: key, keyId: apiKey.id };
}
