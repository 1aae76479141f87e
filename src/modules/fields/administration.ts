import type { Database } from '../../database/client.ts';
import type { OwnField } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault, StartupError } from '../../lib/fault.ts';
import { counted } from '../../lib/text.ts';
import { type PrismaQueries, prismaTransaction } from '../idempotency/effects.ts';
import { FIXED_QUOTAS, Quotas } from '../quotas/quotas.ts';
import { checkNewField, checkTexts, type FieldChanges, type NewField } from './checks.ts';
import { CATALOGUE, type CountedField, type FieldUses, listFields } from './declarations.ts';
import { changeField, declareField, deleteField } from './declare.ts';
import { scopeOf } from './own-field.ts';

interface Tools {
  clock: Clock;
  /** The system user who runs the command, for the audit log. */
  operator: string;
  /** Columns of company files that have a meaning already. */
  reserved: ReadonlySet<string>;
  /** Finds the lists that use a field, of an organization or, with 0, of any. */
  findUses: (db: PrismaQueries, fieldId: number, scopeId: number) => Promise<FieldUses>;
}

/** Keys of fields by what a file changed of them. */
export type Applied = Record<'added' | 'changed' | 'unchanged' | 'removed', string[]>;

/** Creates the operations of the command line on own fields. The organization is 0 for fields of the catalogue. */
export function createFieldAdministration(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  { clock, operator, reserved, findUses }: Tools,
) {
  const tools = { clock, quotas: new Quotas(FIXED_QUOTAS), by: { operator } };

  const check = (organizationId: number, field: NewField) =>
    explained(field.key, async () => {
      requireScope(organizationId, field.key);
      checkNewField(field, reserved);
    });

  const remove = (client: PrismaQueries, organizationId: number, key: string, force: boolean) =>
    explained(key, () =>
      deleteField(client, tools, organizationId, key, {
        findUses: (id) => findUses(client, id, organizationId),
        force,
      }),
    );

  async function applyOne(client: PrismaQueries, organizationId: number, field: NewField, former?: OwnField) {
    const { key } = field;
    if (!former) {
      await declareField(client, tools, organizationId, field);
      return 'added';
    }
    const [is, wanted] = [former, field].map(describeType);
    if (is !== wanted)
      throw new StartupError(
        `${key} is a ${is}, and the file says ${wanted}. The type of a field stays: remove it first, or choose another key`,
      );
    const changes = changesOf(former, field);
    if (Object.keys(changes).length === 0) return 'unchanged';
    await changeField(client, tools, organizationId, key, changes);
    return 'changed';
  }

  return {
    /** The fields of the catalogue, and those of the organization. */
    list: (organizationId: number): Promise<CountedField[]> => listFields(pool, organizationId),

    async add(organizationId: number, field: NewField): Promise<void> {
      await check(organizationId, field);
      await prismaTransaction(prisma, (client) =>
        explained(field.key, () => declareField(client, tools, organizationId, field)),
      );
    },

    /** Deletes a field with its values. @param force also if lists use it */
    async remove(organizationId: number, key: string, force: boolean): Promise<void> {
      requireScope(organizationId, key);
      await prismaTransaction(prisma, (client) => remove(client, organizationId, key, force));
    },

    /**
     * Makes declarations as they are stated, all or none. New fields come after the others, in their order.
     *
     * @param prune deletes the fields that are not stated, unless lists use them.
     */
    async apply(organizationId: number, fields: readonly NewField[], prune: boolean): Promise<Applied> {
      for (const field of fields) await check(organizationId, field);
      return prismaTransaction(prisma, async (client) => {
        const applied: Applied = { added: [], changed: [], unchanged: [], removed: [] };
        const former = await client.ownField.findMany({
          where: { scopeId: organizationId },
          orderBy: [{ position: 'asc' }, { id: 'asc' }],
        });
        // Those that leave make room for others.
        for (const { key } of prune ? former : []) {
          if (fields.some((field) => field.key === key)) continue;
          await remove(client, organizationId, key, false);
          applied.removed.push(key);
        }
        for (const field of fields) {
          const known = former.find(({ key }) => key === field.key);
          const outcome = await explained(field.key, () => applyOne(client, organizationId, field, known));
          applied[outcome].push(field.key);
        }
        return applied;
      });
    },
  };
}

function requireScope(organizationId: number, key: string): void {
  const scope = scopeOf(key);
  if (scope === 'organization' && organizationId === CATALOGUE)
    throw new StartupError(`${key} is a field of an organization: add --org NAME`);
  if (scope === 'catalogue' && organizationId !== CATALOGUE)
    throw new StartupError(`${key} is a field of the catalogue: leave out --org`);
}

const describeType = ({ type, multiple }: { type: string; multiple?: boolean | undefined }) =>
  multiple ? `${type} with several values` : type;

/** What a file changes of a field. It states all texts: those that it leaves out are cleared. */
function changesOf(former: OwnField, field: NewField): FieldChanges {
  const { label, unit = null, description = null, columns = [], numberFormat = null } = checkTexts(field);
  const wanted = { label, unit, description, columns, numberFormat };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(former[name as keyof typeof wanted]),
  );
  return Object.fromEntries(changed) as FieldChanges;
}

/** Runs work on a field. @throws StartupError of one line instead of a Fault */
async function explained<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new StartupError(explain(key, error), { cause: error });
  }
}

function explain(key: string, { code, message, details }: Fault): string {
  switch (code) {
    case 'validation_error':
      return `${key}: ${message.replace(/^\//, '').replace('numberFormat', 'number_format')}`;
    case 'field_not_found':
      return `there is no field ${key}; see: company-data fields list`;
    case 'field_in_use': {
      const lists = counted(Number(details.list_count), 'list');
      return `${key} is used by ${lists}. Change them first, or let their conditions on it match no value: company-data fields remove ${key} --force`;
    }
    default:
      return message;
  }
}
