import { describe, expect, it } from '@jest/globals';
import { assertInputObjectType, getNamedType, isNonNullType, Kind, visit } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { NULL_REFUSED } from '../../src/lib/fault.ts';
import { routes } from '../../src/rest/routes.ts';
import { send } from '../harness/sessions.ts';
import { useService } from '../harness/use-service.ts';
import { JOB_FILE, makeJob } from '../modules/jobs/support.ts';
import { createList } from '../modules/lists/operations.ts';
import { givePasskey, signInByLink } from '../modules/sign-in/passkey-support.ts';
import { createWebhook } from '../modules/webhooks/support.ts';

const { service, tenant } = useService('updates', { tenantPerTest: true });

interface Field {
  column: string;
  /** Two values over GraphQL. */
  values: readonly [unknown, unknown];
  /** The same values over REST, if they are spelled in another way. */
  rest?: readonly [unknown, unknown];
  /** The column once null has cleared it. */
  cleared?: unknown;
}

interface Update {
  table: string;
  /** Column that names the object. Default: its id. */
  key?: string;
  /** Creates an object. @returns its name. */
  create: () => Promise<number | string>;
  selects: string;
  fields: Readonly<Record<string, Field>>;
}

const lower = (values: readonly [string, string]) =>
  [values[0].toLowerCase(), values[1].toLowerCase()] as const;
const enumField = (column: string, values: readonly [string, string]) => ({
  column,
  values,
  rest: lower(values),
});

/** What each update takes. A test fails for an update or a field that has no entry. */
const UPDATES: Readonly<Record<string, Update>> = {
  updateList: {
    table: 'list',
    create: () => createList(service, tenant.userKey, 'Before'),
    selects: 'list { name tags }',
    fields: {
      name: { column: 'name', values: ['First', 'Second'] },
      tags: { column: 'tags', values: [['first'], ['second']] },
    },
  },
  updateApiKey: {
    table: 'api_key',
    create: async () =>
      (await service.rest(tenant.userKey).post('/v1/keys', { kind: 'org', label: 'Before' })).body.key_id,
    selects: 'apiKey { label expiresAt }',
    fields: {
      label: { column: 'label', values: ['First', 'Second'], cleared: null },
      expiresAt: {
        column: 'expires_at',
        values: ['2040-01-01T00:00:00.000Z', '2041-01-01T00:00:00.000Z'],
        cleared: null,
      },
      monthlyCreditLimit: { column: 'monthly_credit_limit', values: [0, 20], cleared: null },
    },
  },
  updateUser: {
    table: '"user"',
    create: async () => (await service.createColleague(tenant, 'member')).userId,
    selects: 'user { name role }',
    fields: {
      name: { column: 'name', values: ['First', 'Second'] },
      role: enumField('role', ['ADMIN', 'MEMBER']),
      disabled: { column: 'disabled_at', values: [false, true] },
    },
  },
  updateOrganization: {
    table: 'organization',
    create: async () => tenant.organizationId,
    selects: 'organization { creditsLowThreshold }',
    fields: { creditsLowThreshold: { column: 'credits_low_threshold', values: [10, 20], cleared: null } },
  },
  updateDigest: {
    table: 'digest',
    key: 'user_id',
    create: async () => {
      await service.rest(tenant.userKey).patch('/v1/account/digest', { frequency: 'daily' });
      return tenant.userId;
    },
    selects: 'digest { frequency }',
    fields: { frequency: enumField('frequency', ['DAILY', 'WEEKLY']) },
  },
  updateJob: {
    table: 'job',
    create: () => makeJob(service, tenant, JOB_FILE, { status: 'awaiting_approval' }),
    selects: 'job { minConfidence shared }',
    fields: {
      minConfidence: { column: 'min_confidence', values: [0.8, 0.7] },
      columns: {
        column: 'columns',
        values: [[{ column: 'Website', field: 'domain' }], [{ column: 'Website', field: 'email' }]],
        rest: [{ Website: 'domain' }, { Website: 'email' }],
      },
      choices: {
        column: 'choices',
        values: [[{ row: 1 }], [{ row: 2 }]],
        rest: [[{ row: 1, company_id: null }], [{ row: 2, company_id: null }]],
      },
      leaveOut: {
        column: 'leave_out',
        values: [['DUPLICATE'], ['UNMATCHED']],
        rest: [['duplicate'], ['unmatched']],
      },
      shared: { column: 'is_shared', values: [true, false] },
    },
  },
  updateWebhook: {
    table: 'webhook',
    create: async () =>
      (await createWebhook(service, tenant.userKey, { url: 'https://hooks.example/before' })).webhook_id,
    selects: 'webhook { url label }',
    fields: {
      url: { column: 'url', values: ['https://hooks.example/first', 'https://hooks.example/second'] },
      types: {
        column: 'types',
        values: [['LIST_DELETED'], ['LIST_SHARED']],
        rest: [['list.deleted'], ['list.shared']],
        cleared: [],
      },
      listIds: { column: 'list_ids', values: [[1], [2]], cleared: [] },
      label: { column: 'label', values: ['First', 'Second'], cleared: null },
      format: enumField('format', ['STANDARD', 'SLACK']),
      enabled: { column: 'disabled_at', values: [true, false] },
    },
  },
  renamePasskey: {
    table: 'passkey',
    create: async () => (await givePasskey(service, tenant.userId)).passkeyId,
    selects: 'passkey { name }',
    fields: { name: { column: 'name', values: ['First', 'Second'] } },
  },
  updateField: {
    table: 'own_field',
    key: 'key',
    create: async () => {
      // The organizations of all tests may have the same keys.
      const own = `org.of_${tenant.organizationId}`;
      for (const key of ['org.other', own])
        await service
          .rest(tenant.userKey)
          .post('/v1/fields', { key, label: 'Before', type: 'number', unit: 'EUR' });
      return own;
    },
    selects: 'field { label position }',
    fields: {
      label: { column: 'label', values: ['First', 'Second'] },
      unit: { column: 'unit', values: ['USD', 'CHF'], cleared: null },
      description: { column: 'description', values: ['First', 'Second'], cleared: null },
      columns: { column: 'columns', values: [['First'], ['Second']] },
      numberFormat: { column: 'number_format', values: ['1,200.50', '1.200,50'], cleared: null },
      position: { column: 'position', values: [0, 1] },
    },
  },
};

/** A flag is resolved once and as a whole: PATCH does not change single fields of it. */
const NO_UPDATES = ['resolveFlag'];

interface Declared {
  /** Field that names the object, if there is one. */
  target: string | undefined;
  fields: readonly string[];
  clears: readonly string[];
}

/** Mutations that the schema declares as updates. */
const declared = new Map(
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args, extensions }) => {
    const { clears } = extensions as { clears?: readonly string[] };
    const [input] = args;
    if (!clears || !input) return [];
    const fields = Object.values(assertInputObjectType(getNamedType(input.type)).getFields());
    const [target] = fields.filter(({ type }) => isNonNullType(type));
    const others = fields.filter(({ type }) => !isNonNullType(type)).map((field) => field.name);
    return [[name, { target: target?.name, fields: others, clears } satisfies Declared] as const];
  }),
);

interface Patch {
  mutation: string;
  path: string;
  /** Parameters by the fields of the input. */
  names: ReadonlyMap<string, string>;
}

/** Endpoints whose method is PATCH, from their saved documents. */
const patches: Patch[] = routes
  .filter(({ method }) => method === 'PATCH')
  .map(({ path, document }) => {
    const names = new Map<string, string>();
    let mutation = '';
    visit(document, {
      Field: ({ name, arguments: given = [] }) => {
        // The mutation comes first, and what is selected of its answer after it.
        if (given.length > 0) mutation ||= name.value;
      },
      ObjectField: ({ name, value }) => {
        if (value.kind === Kind.VARIABLE) names.set(name.value, value.name.value);
      },
    });
    return { mutation, path, names };
  });

/** Result of an update, alike for both APIs. */
interface Result {
  isDone: boolean;
  errors: unknown;
}

type Send = (
  name: string,
  id: number | string,
  fields: Readonly<Record<string, unknown>>,
  cookie: string,
) => Promise<Result>;

const overGraphql: Send = async (name, id, fields, cookie) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${UPDATES[name]?.selects} } }`;
  const target = declared.get(name)?.target;
  const input = { ...(target === undefined ? {} : { [target]: id }), ...fields };
  const { status, body } = await send(service, 'POST /graphql', {
    cookie,
    body: { query, variables: { input } },
  });
  const { data, errors } = body as {
    data: Record<string, unknown>;
    errors?: { extensions: { errors: unknown } }[];
  };
  return { isDone: status === 200 && data[name] !== null, errors: errors?.[0]?.extensions.errors };
};

const overRest: Send = async (name, id, fields, cookie) => {
  const { path = '', names = new Map<string, string>() } =
    patches.find(({ mutation }) => mutation === name) ?? {};
  const spelled = Object.entries(fields).map(([field, value]) => {
    const { values, rest = values } = UPDATES[name]?.fields[field] ?? { values: [] };
    const place = values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
    return [names.get(field), place < 0 ? value : rest[place]];
  });
  const body = Object.fromEntries(spelled);
  const target = `PATCH /v1${path.replace(/:\w+/, String(id))}`;
  const { status, body: answer } = await send(service, target, { cookie, body });
  const errors = (answer as { detail?: { errors: { pointer: string }[] } }).detail?.errors;
  const fieldOf = (pointer: string) => [...names].find(([, variable]) => `/${variable}` === pointer)?.[0];
  return {
    isDone: status === 200,
    errors: errors?.map((error) => ({ ...error, pointer: `/${fieldOf(error.pointer)}` })),
  };
};

const APIS: readonly (readonly [string, Send])[] = [
  ['GraphQL', overGraphql],
  ['REST', overRest],
];
const rows = Object.keys(UPDATES).flatMap((name) => APIS.map(([api, run]) => [name, api, run] as const));

/** Reads the row of an object, and how many changes of the organization are recorded. */
async function read(
  { table, key = 'id' }: Update,
  id: number | string,
): Promise<{ row: Record<string, unknown>; records: unknown }> {
  const { pool } = service.database;
  const found = await pool.query(
    `SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${table} t WHERE ${key} = $1`,
    [id],
  );
  const records = await pool.query(
    `SELECT (SELECT count(*) FROM admin_event) AS admin, (SELECT count(*) FROM list_event) AS lists, (SELECT count(*) FROM event) AS events`,
  );
  return { row: found.rows[0].row, records: records.rows[0] };
}

/** Returns the first or the second values of all fields. */
const valuesOf = ({ fields }: Update, place: 0 | 1) =>
  Object.fromEntries(Object.entries(fields).map(([name, { values }]) => [name, values[place]]));

async function prepare(name: string): Promise<{ update: Update; id: number | string; cookie: string }> {
  const update = UPDATES[name];
  if (!update) throw new Error(`there is no entry for ${name}`);
  const id = await update.create();
  const cookie = await signInByLink(service, tenant.userId);
  expect(await overGraphql(name, id, valuesOf(update, 0), cookie)).toEqual({
    isDone: true,
    errors: undefined,
  });
  return { update, id, cookie };
}

describe('the table of updates', () => {
  it('has every mutation that changes single fields, and every field of it', () => {
    const named = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((each) =>
      /^update/.test(each),
    );
    const patched = patches.map(({ mutation }) => mutation).filter((each) => !NO_UPDATES.includes(each));
    expect(Object.keys(UPDATES).toSorted()).toEqual([...declared.keys()].toSorted());
    expect(patched.toSorted()).toEqual([...declared.keys()].toSorted());
    expect(named.filter((each) => !declared.has(each))).toEqual([]);
    for (const [name, { fields, clears }] of declared) {
      const known = Object.entries(UPDATES[name]?.fields ?? {});
      expect([name, known.map(([field]) => field).toSorted()]).toEqual([name, fields.toSorted()]);
      const cleared = known.filter(([, field]) => 'cleared' in field).map(([field]) => field);
      expect([name, cleared.toSorted()]).toEqual([name, clears.toSorted()]);
    }
  });
});

describe('an update', () => {
  it.each(rows)(
    'keeps a field that is left out, and all without a field: %s over %s',
    async (name, _api, run) => {
      const { update, id, cookie } = await prepare(name);
      const prepared = await read(update, id);
      expect(await run(name, id, {}, cookie)).toEqual({ isDone: true, errors: undefined });
      expect(await read(update, id)).toEqual(prepared);
      for (const [field, { column }] of Object.entries(update.fields)) {
        const before = (await read(update, id)).row;
        const { [field]: _left, ...others } = valuesOf(update, 1);
        expect(await run(name, id, others, cookie)).toEqual({ isDone: true, errors: undefined });
        const { row } = await read(update, id);
        expect([field, row[column]]).toEqual([field, before[column]]);
        for (const other of Object.keys(others)) {
          const { column: changed = '' } = update.fields[other] ?? {};
          expect([other, row[changed]]).not.toEqual([other, before[changed]]);
        }
        expect(await overGraphql(name, id, valuesOf(update, 0), cookie)).toMatchObject({ isDone: true });
      }
    },
  );

  it.each(rows)(
    'clears a field by null, or refuses null and changes nothing: %s over %s',
    async (name, _api, run) => {
      const { update, id, cookie } = await prepare(name);
      for (const [field, { column, ...rest }] of Object.entries(update.fields)) {
        const before = await read(update, id);
        if ('cleared' in rest) {
          expect(await run(name, id, { [field]: null }, cookie)).toEqual({ isDone: true, errors: undefined });
          expect((await read(update, id)).row).toMatchObject({ ...before.row, [column]: rest.cleared });
        } else {
          const refused = { isDone: false, errors: [{ pointer: `/${field}`, message: NULL_REFUSED }] };
          expect(await run(name, id, { ...valuesOf(update, 1), [field]: null }, cookie)).toEqual(refused);
          expect(await read(update, id)).toEqual(before);
        }
      }
    },
  );
});
