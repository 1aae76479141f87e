import { POINTS, pagePrice, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../../graphql/connection.ts';
import { idText, toRowIdOf } from '../../../graphql/ids.ts';
import { type PageArguments, STANDARD_PAGE } from '../../../lib/page.ts';
import { CompanyRef } from '../../catalogue/types.ts';
import { ListRef, memberTiers } from '../types.ts';
import { type ChangeKind, type Changes, type MemberChange, pageOfChanges } from './changes.ts';
import { MaterializationRef } from './types.ts';

const MemberChangeRef = innerType<MemberChange>('MemberChange', {
  description: 'A company that entered or left a list, or moved to another tier.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'Company that changed; null if it is no longer in the catalogue.',
      resolve: ({ companyId }, _args, { loaders }) => loaders.company.load(companyId),
    }),
    from: t.field(
      memberTiers.nullableField(
        'Tier in the earlier materialization; null if the company was not a member.',
        ({ from }: MemberChange) => from,
      ),
    ),
    to: t.field(
      memberTiers.nullableField(
        'Tier in the later materialization; null if the company is no longer a member.',
        ({ to }: MemberChange) => to,
      ),
    ),
  }),
});

const MemberChangeConnection = defineConnection('MemberChange', 'a company that changed', MemberChangeRef, {
  forwardsOnly: AFTER_AN_ID,
});

/** Options of the page of companies that changed in one way. Its total needs no statement. */
function changedField(kind: ChangeKind, description: string) {
  return {
    type: MemberChangeConnection,
    price: pagePrice(STANDARD_PAGE),
    description,
    resolve: (changes: Changes, args: PageArguments) => {
      let total = 0;
      return readPageById(args, {
        scope: ['changes', kind, ...changes.between],
        read: (page) => {
          const { items, count } = pageOfChanges(changes, kind, page);
          total = count;
          return items;
        },
        countAll: () => total,
        idOf: ({ companyId }) => companyId,
      });
    },
  };
}

const ChangesRef = innerType<Changes>('ListChanges', {
  description: 'Companies that entered or left the list, or changed tier, between two materializations.',
  fields: (t) => ({
    materialization: t.field({
      type: MaterializationRef,
      description:
        'Members that were compared: the current ones, or those of `untilMaterializationId`. Its id begins the next comparison.',
      resolve: ({ materialization }) => materialization,
    }),
    all: t.field({
      ...changedField('all', 'Companies that changed in any of these ways, by company id.'),
      args: pageArguments,
    }),
    entered: t.field({
      ...changedField('entered', 'Companies that entered, by company id.'),
      args: pageArguments,
    }),
    left: t.field({ ...changedField('left', 'Companies that left, by company id.'), args: pageArguments }),
    tierChanged: t.field({
      ...changedField('tierChanged', 'Members whose tier changed, by company id.'),
      args: pageArguments,
    }),
  }),
});

builder.objectField(ListRef, 'changes', (t) =>
  t.withAuth({ userKey: true }).field({
    type: ChangesRef,
    price: priced(POINTS.changes),
    description:
      'Compares the members with an earlier materialization, one of `materializations`. For the two materializations of an event LIST_MEMBERS_CHANGED, it shows for 30 days what the event announced. Free.',
    args: {
      sinceMaterializationId: t.arg.id({
        required: true,
        description: idText('Materialization of this list'),
      }),
      untilMaterializationId: t.arg.id({
        description: `${idText('Materialization of this list')} Default: the current members.`,
      }),
    },
    resolve: (list, { sinceMaterializationId: since, untilMaterializationId: until }, { user, services }) =>
      services.lists.members.changes(
        user,
        list,
        toRowIdOf('Materialization', since),
        until == null ? undefined : toRowIdOf('Materialization', until),
      ),
  }),
);
