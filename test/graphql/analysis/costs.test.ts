import { describe, expect, it } from '@jest/globals';
import { type DocumentNode, getIntrospectionQuery, parse, validate } from 'graphql';
import { schema } from '../../../src/api/schema.ts';
import { readConfig } from '../../../src/config.ts';
import { analyze } from '../../../src/graphql/analysis/analyze.ts';
import { refusalsOf } from '../../../src/graphql/limits/refusals.ts';
import { routes } from '../../../src/rest/routes.ts';
import { OPERATIONS, SAVED_VARIABLES } from './operations.ts';

const DEFAULTS = readConfig({}).operationLimits;

/** Returns the figures of an operation in the columns of the table. */
function measure({ document, variables, name }: Measured): string[] {
  expect(validate(schema, document)).toEqual([]);
  const found = analyze(schema, document, name, variables);
  if (!found) throw new Error('no such operation');
  const { cost, nodes, depth, rootFields, aliases, directives, charges } = found;
  const { path, times, cost: part } = { ...found.costliest() };
  return [
    ...[cost, nodes, depth, rootFields, aliases, directives, found.pageSize() ?? '-'].map(String),
    charges.map(({ costClass, points }) => `${costClass} ${points}`).join(', ') || 'none',
    `${path} ×${times}: ${part}`,
    refusalsOf(found, DEFAULTS)
      .map(({ code }) => code.replace('_limit_exceeded', ''))
      .join(', '),
  ];
}

interface Measured {
  document: DocumentNode;
  variables?: Record<string, unknown> | undefined;
  name?: string | undefined;
}

/** Every saved document, with small and large variables, and the pinned operations. */
const measured: readonly [string, Measured][] = [
  ...routes.flatMap(({ document, name }): [string, Measured][] => [
    [name, { document, variables: SAVED_VARIABLES.small }],
    [`${name}, large`, { document, variables: SAVED_VARIABLES.large }],
  ]),
  ...Object.entries(OPERATIONS).map(([name, { query, ...operation }]): [string, Measured] => [
    name,
    { document: parse(query), ...operation },
  ]),
];

/**
 * Costs and limits as callers see them: a change of any figure here is a change of the service. A saved document without a
 * row for large variables has the same figures for them.
 */
const TABLE = `
operation                     |     cost |     nodes | depth | fields | aliases | directives |  page | points                  | costliest                                            | refused
GetCompany                    |        1 |         0 |     3 |      1 |      15 |          3 |     - | read 1                  | company ×1: 1
GetCompany, large             |      203 |     10000 |     3 |      1 |      15 |          3 | 10000 | read 1                  | company.detections ×1: 201
GetCompanyLists               |     1201 |         0 |     4 |      1 |       3 |          0 |     - | read 1, evaluate 2      | company.lists ×1: 1200
FlagCompany                   |        2 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | flagCompany.flag ×1: 1
EnrichPartnerships            |      102 |         0 |     4 |      1 |      14 |          5 |     - | enrich 1                | enrichPartnerships.results.partnerships ×1: 100
EnrichPartnerships, large     |     7071 |         0 |     4 |      1 |      14 |          5 |    70 | enrich 8                | enrichPartnerships.results.partnerships ×1: 7000
CreateList                    |        3 |         0 |     4 |      1 |       6 |          0 |     - | write 1                 | createList.list.owner ×1: 1
CreateList, large             |      371 |         0 |     4 |      1 |       6 |          0 |     - | write 1                 | createList ×1: 371
GetLists                      |        3 |         1 |     5 |      1 |       6 |          0 |     - | read 1                  | lists.edges.node.owner ×1: 1
GetLists, large               |     4001 |      1000 |     5 |      1 |       6 |          0 |  1000 | read 5                  | lists ×1: 4001
SearchCompanies               |     2001 |         1 |     4 |      1 |       3 |          0 |     - | read 3                  | companies ×1: 2001
SearchListCompanies           |     2001 |         1 |     4 |      1 |       3 |          0 |     - | read 3                  | companies ×1: 2001
SearchCompanies, large        |     3000 |      1000 |     4 |      1 |       3 |          0 |  1000 | read 3                  | companies ×1: 3000
SearchListCompanies, large    |     3000 |      1000 |     4 |      1 |       3 |          0 |  1000 | read 3                  | companies ×1: 3000
GetFilterFields               |      141 |         0 |     4 |      1 |       3 |          0 |     - | read 1                  | filterFields.fields.values ×1: 100
GetFilterFieldValues          |        2 |         1 |     4 |      1 |       2 |          0 |     - | read 1                  | filterFieldValues.edges.node ×1: 1
GetFilterFieldValues, large   |     3001 |      1000 |     4 |      1 |       2 |          0 |  1000 | read 4                  | filterFieldValues ×1: 3001
PreviewCount                  |      500 |         0 |     2 |      1 |       0 |          0 |     - | evaluate 1              | previewCount ×1: 500
PreviewCount, large           |      868 |         0 |     2 |      1 |       0 |          0 |     - | evaluate 1              | previewCount ×1: 868
DeleteList                    |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteList ×1: 1
GetList                       |       33 |     10000 |     6 |      1 |      13 |          0 | 10000 | read 1                  | list.permissions.edges.node ×1: 30
UpdateList                    |       34 |     10000 |     7 |      1 |      13 |          0 | 10000 | write 1                 | updateList.list.permissions.edges.node ×1: 30
GetListAuditLog               |        4 |         1 |     6 |      1 |       3 |          0 |     - | read 1                  | list.auditLog.edges.node.actor ×1: 1
GetListAuditLog, large        |     2002 |      1000 |     6 |      1 |       3 |          0 |  1000 | read 3                  | list.auditLog.edges.node.actor ×1: 1000
GetListDefinition             |        1 |         0 |     2 |      1 |       1 |          0 |     - | read 1                  | list ×1: 1
ReplaceDefinition             |        2 |         0 |     3 |      1 |       1 |          0 |     - | write 1                 | replaceDefinition.list ×1: 1
ReplaceDefinition, large      |      370 |         0 |     3 |      1 |       1 |          0 |     - | write 1                 | replaceDefinition ×1: 370
PreviewDefinition             |     5021 |        20 |     4 |      1 |      10 |          0 |    10 | read 1, evaluate 6      | list.previewDefinition ×1: 5020
PreviewDefinition, large      |     5389 |        20 |     4 |      1 |      10 |          0 |    10 | read 1, evaluate 6      | list.previewDefinition ×1: 5388
GetDefinitionVersions         |        4 |         1 |     6 |      1 |       2 |          0 |     - | read 1                  | list.versions.edges.node.author ×1: 1
GetDefinitionVersions, large  |     2002 |      1000 |     6 |      1 |       2 |          0 |  1000 | read 3                  | list.versions.edges.node.author ×1: 1000
GetDefinitionVersion          |        3 |         0 |     4 |      1 |       2 |          0 |     - | read 1                  | list.version.author ×1: 1
RestoreDefinition             |        2 |         0 |     3 |      1 |       1 |          0 |     - | write 1                 | restoreDefinition.list ×1: 1
AddDomains                    |        6 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | addDomains ×1: 6
AddDomains, large             |      351 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | addDomains ×1: 351
GetListDomains                |        4 |         1 |     6 |      1 |       5 |          0 |     - | read 1                  | list.addedDomains.edges.node.addedBy ×1: 1
GetListDomains, large         |     2002 |      1000 |     6 |      1 |       5 |          0 |  1000 | read 3                  | list.addedDomains.edges.node.addedBy ×1: 1000
RemoveDomain                  |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | removeDomain ×1: 1
ExcludeDomains                |        6 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | excludeDomains ×1: 6
ExcludeDomains, large         |      351 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | excludeDomains ×1: 351
GetExcludedDomains            |        4 |         1 |     6 |      1 |       5 |          0 |     - | read 1                  | list.excludedDomains.edges.node.addedBy ×1: 1
GetExcludedDomains, large     |     2002 |      1000 |     6 |      1 |       5 |          0 |  1000 | read 3                  | list.excludedDomains.edges.node.addedBy ×1: 1000
UnexcludeDomain               |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | unexcludeDomain ×1: 1
ExportList                    |     9901 |         0 |     3 |      1 |       5 |          0 |     - | export 10               | exportList ×1: 9901
DownloadExport                |     9901 |         0 |     3 |      1 |       0 |          0 |     - | export 10               | exportList ×1: 9901
MaterializeList               |     5001 |         0 |     3 |      1 |       4 |          0 |     - | evaluate 6              | materializeList ×1: 5001
GetExportEstimate             |     5001 |         0 |     3 |      1 |       2 |          0 |     - | read 1, evaluate 5      | list.exportEstimate ×1: 5000
GetListMembers                |       53 |         1 |     7 |      1 |      22 |          4 |     - | read 1                  | list.members ×1: 52
GetListMembers, large         |   221051 |  10001000 |     7 |      1 |      22 |          4 |  1000 | read 1, evaluate 222    | list.members.edges.node.company.detections ×1: 201000 | node
TransferOwnership             |        3 |         0 |     4 |      1 |       6 |          0 |     - | write 1                 | transferOwnership.list.owner ×1: 1
GetListPermissions            |       33 |     10000 |     6 |      1 |       8 |          0 | 10000 | read 1                  | list.permissions.edges.node ×1: 30
GrantPermission               |        4 |         0 |     4 |      1 |       7 |          0 |     - | write 1                 | grantPermission.permission ×1: 3
RevokePermission              |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | revokePermission ×1: 1
GetAccount                    |        4 |         0 |     3 |      1 |       7 |          0 |     - | read 1                  | viewer ×1: 4
UpdateAccount                 |        5 |         0 |     4 |      1 |       7 |          0 |     - | write 1                 | updateOrganization.viewer ×1: 4
GetEvents                     |        2 |         1 |     4 |      1 |       4 |          0 |     - | read 1                  | events.edges.node ×1: 1
GetEvents, large              |     1001 |      1000 |     4 |      1 |       4 |          0 |  1000 | read 2                  | events.edges.node ×1: 1000
GetOwnFlags                   |        6 |         1 |     6 |      1 |      12 |          0 |     - | read 1                  | viewer.flags.edges.node ×1: 4
GetOwnFlags, large            |     4002 |      1000 |     6 |      1 |      12 |          0 |  1000 | read 5                  | viewer.flags.edges.node ×1: 4000
GetCreditEntries              |        8 |         2 |     9 |      1 |      11 |          0 |     - | read 1                  | viewer.organization.creditEntries.edges.node ×1: 5
GetCreditEntries, large       |  1004003 |   1001000 |     9 |      1 |      11 |          0 |  1000 | read 1005               | viewer.organization.creditEntries.edges.node.companies.edges.node ×1: 1000000 | node, cost
GetLimits                     |       63 |         0 |     4 |      2 |       4 |          0 |     - | read 1                  | viewer.organization.quotas ×1: 50
GetOrganizationUsage          |        3 |         0 |     4 |      1 |       1 |          0 |     - | read 1                  | viewer.organization.usage ×1: 1
GetOrganizationUsage, large   |      402 |         0 |     4 |      1 |       1 |          0 |     - | read 1                  | viewer.organization.usage ×1: 400
GetOrganizationUsers          |        4 |         1 |     6 |      1 |       2 |          0 |     - | read 1                  | viewer.organization.users.edges.node ×1: 1
GetOrganizationUsers, large   |     1003 |      1000 |     6 |      1 |       2 |          0 |  1000 | read 2                  | viewer.organization.users.edges.node ×1: 1000
GetOrganizationUser           |        3 |         0 |     4 |      1 |       2 |          0 |     - | read 1                  | viewer.organization.user ×1: 1
UpdateUser, large             |       62 |         0 |     4 |      1 |      19 |          1 |     - | write 1                 | updateUser.createdKeys ×1: 60
GetCreditEntry                |        5 |         1 |     5 |      1 |      11 |          0 |     - | read 1                  | creditEntry ×1: 5
GetCreditEntry, large         |     1004 |      1000 |     5 |      1 |      11 |          0 |  1000 | read 2                  | creditEntry.companies.edges.node ×1: 1000
GetPasskey                    |        2 |         0 |     3 |      1 |       3 |          0 |     - | read 1                  | viewer.passkey ×1: 1
GetFlag                       |        4 |         0 |     3 |      1 |      12 |          0 |     - | read 1                  | flag ×1: 4
RevokeApiKey, large           |       61 |         0 |     4 |      1 |      17 |          1 |     - | write 1                 | revokeApiKey.createdKeys ×1: 60
GetListPermission             |        4 |         0 |     4 |      1 |       7 |          0 |     - | read 1                  | list.permission ×1: 3
EstimateEnrichment            |      101 |         0 |     2 |      1 |       5 |          0 |     - | read 1                  | estimateEnrichment ×1: 101
EstimateEnrichment, large     |     7001 |         0 |     2 |      1 |       5 |          0 |    70 | read 8                  | estimateEnrichment ×1: 7001
CreateApiKey                  |        7 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | createApiKey.apiKey ×1: 6
GetApiKeys                    |        8 |         1 |     6 |      1 |      17 |          0 |     - | read 1                  | viewer.apiKeys.edges.node ×1: 6
GetApiKeys, large             |       62 |      1000 |     6 |      1 |      17 |          0 |  1000 | read 1                  | viewer.apiKeys.edges.node ×1: 60
GetApiKey                     |        7 |         0 |     4 |      1 |      17 |          0 |     - | read 1                  | viewer.apiKey ×1: 6
RevokeApiKey                  |        1 |         0 |     4 |      1 |      17 |          1 |     - | write 1                 | revokeApiKey ×1: 1
UpdateApiKey                  |        7 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | updateApiKey.apiKey ×1: 6
GetSession                    |        4 |         0 |     3 |      1 |       9 |          0 |     - | read 1                  | viewer ×1: 4
GetSessions                   |       51 |         0 |     3 |      1 |       6 |          0 |     - | read 1                  | viewer.sessions ×1: 50
RevokeSession                 |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | revokeSession ×1: 1
RevokeSessions                |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | revokeSessions ×1: 1
RevokeUserSessions            |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | revokeSessions ×1: 1
CreatePasskeyOptions          |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | createPasskeyOptions ×1: 1
AddPasskey                    |        2 |         0 |     3 |      1 |       3 |          0 |     - | write 1                 | addPasskey.passkey ×1: 1
GetPasskeys                   |       51 |         0 |     3 |      1 |       3 |          0 |     - | read 1                  | viewer.passkeys ×1: 50
RenamePasskey                 |        2 |         0 |     3 |      1 |       3 |          0 |     - | write 1                 | renamePasskey.passkey ×1: 1
RemovePasskey                 |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | removePasskey ×1: 1
UpdateUser                    |        2 |         0 |     4 |      1 |      19 |          1 |     - | write 1                 | updateUser.user ×1: 1
InviteUser                    |     9901 |         0 |     3 |      1 |       3 |          0 |     - | write 10                | inviteUser ×1: 9901
CreateOrganization            |     9902 |         0 |     3 |      1 |      10 |          0 |     - | write 10                | createOrganization ×1: 9902
GetDigest                     |        2 |         0 |     3 |      1 |       1 |          0 |     - | read 1                  | viewer.digest ×1: 1
UpdateDigest                  |        2 |         0 |     3 |      1 |       1 |          0 |     - | write 1                 | updateDigest.digest ×1: 1
GetImport                     |       23 |         0 |     4 |      1 |      11 |          0 |     - | read 1                  | installation.import ×1: 22
ApplyImport                   |       23 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | applyImport.import ×1: 22
DownloadImportRejects         |        2 |         0 |     3 |      1 |       0 |          0 |     - | read 1                  | installation.import ×1: 1
GetInstallationOrganization   |        2 |         0 |     3 |      1 |       6 |          0 |     - | read 1                  | installation.organization ×1: 1
GetListViews                  |       11 |         0 |     3 |      1 |       3 |          0 |     - | read 1                  | list.views ×1: 10
DeleteView                    |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteView ×1: 1
SaveView                      |        2 |         0 |     3 |      1 |       3 |          0 |     - | write 1                 | saveView.view ×1: 1
CreateServiceAccount          |        2 |         0 |     3 |      1 |       2 |          0 |     - | write 1                 | createServiceAccount.user ×1: 1
RotateApiKey                  |        7 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | rotateApiKey.apiKey ×1: 6
GetApiKeyUsage                |        3 |         0 |     4 |      1 |       2 |          0 |     - | read 1                  | viewer.apiKey.usage ×1: 1
GetApiKeyUsage, large         |      402 |         0 |     4 |      1 |       2 |          0 |     - | read 1                  | viewer.apiKey.usage ×1: 400
GetFlagsForReview             |        6 |         1 |     6 |      1 |      12 |          0 |     - | read 1                  | installation.flags.edges.node ×1: 4
GetFlagsForReview, large      |     4002 |      1000 |     6 |      1 |      12 |          0 |  1000 | read 5                  | installation.flags.edges.node ×1: 4000
ResolveFlag                   |        5 |         0 |     4 |      1 |      12 |          0 |     - | write 1                 | resolveFlag.flag ×1: 4
GetInstallationOrganizations  |       52 |         1 |     5 |      1 |       6 |          0 |     - | read 1                  | installation.organizations ×1: 51
GetInstallationOrganizations, large |     1051 |      1000 |     5 |      1 |       6 |          0 |  1000 | read 2                  | installation.organizations.edges.node ×1: 1000
GrantCredits                  |        6 |         1 |     6 |      1 |      10 |          0 |     - | write 1                 | grantCredits.entry ×1: 5
GetCatalogueImports           |       14 |         1 |     6 |      1 |      10 |          0 |     - | read 1                  | installation.imports.edges.node.files ×1: 10
GetCatalogueImports, large    |    12002 |      1000 |     6 |      1 |      10 |          0 |  1000 | read 13                 | installation.imports.edges.node.files ×1: 10000
GetInstallationChecks         |     9901 |         0 |     3 |      1 |       0 |          0 |     - | read 10                 | installation.checks ×1: 9900
PreviewMatches                |     1000 |         0 |     4 |      1 |       8 |          4 |     - | evaluate 1              | previewCount.tierCounts ×1: 500
PreviewMatches, large         |    56393 |      2525 |     4 |      1 |       8 |          4 |  2500 | evaluate 57             | previewCount.breakdowns ×1: 52500
GetListChanges                |     1005 |         1 |     7 |      1 |       4 |          0 |     - | read 2                  | list.changes ×1: 1004
GetListChanges, large         |     3003 |      1000 |     7 |      1 |       4 |          0 |  1000 | read 4                  | list.changes.all.edges.node.company ×1: 1000
ExplainMembership             |      212 |         0 |     4 |      1 |       7 |          0 |     - | read 1, evaluate 1      | list.explain ×1: 211
GetListMaterializations       |        3 |         1 |     6 |      1 |       3 |          0 |     - | read 1                  | list.materializations.edges.node ×1: 1
GetListMaterializations, large |       32 |      1000 |     6 |      1 |       3 |          0 |  1000 | read 1                  | list.materializations.edges.node ×1: 30
GetListDependents             |        4 |         1 |     6 |      1 |       7 |          0 |     - | read 1                  | list.usedBy.edges.node.owner ×1: 1
GetListDependents, large      |     2002 |      1000 |     6 |      1 |       7 |          0 |  1000 | read 3                  | list.usedBy.edges.node.owner ×1: 1000
DuplicateList                 |      502 |         0 |     4 |      1 |       6 |          0 |     - | write 1                 | duplicateList ×1: 502
FavouriteList                 |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | setFavourite ×1: 1
UnfavouriteList               |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | setFavourite ×1: 1
UnwatchList                   |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | unwatchList ×1: 1
WatchList                     |     5000 |         0 |     2 |      1 |       0 |          0 |     - | evaluate 5              | watchList ×1: 5000
LeaveList                     |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | leaveList ×1: 1
GetCatalogue                  |        1 |         0 |     2 |      1 |       7 |          0 |     - | read 1                  | catalogue ×1: 1
GetSimilarCompanies           |    10003 |         1 |     4 |      1 |       4 |          0 |     - | read 1, evaluate 11     | company.similar ×1: 10002
GetSimilarCompanies, large    |    10201 |       100 |     4 |      1 |       4 |          0 |   100 | read 1, evaluate 11     | company.similar ×1: 10200
GetListOverlap                |     1000 |         0 |     3 |      1 |       0 |          0 |     2 | evaluate 1              | listOverlap ×1: 1000
GetListOverlap, large         |    13680 |         0 |     3 |      1 |       0 |          0 |    20 | evaluate 14             | listOverlap ×1: 13680
SuggestDefinitions            |    75000 |         0 |     4 |      1 |       8 |          0 |     - | evaluate 75             | suggestDefinitions ×1: 75000
SuggestDefinitions, large     |    75000 |         0 |     4 |      1 |       8 |          0 |     - | evaluate 75             | suggestDefinitions ×1: 75000
GetTechnologyMoves            |     1012 |        10 |     3 |      2 |       9 |          2 |    10 | evaluate 2              | technologyMove.sample ×1: 510
GetTechnologyMoves, large     |    10040 |         0 |     3 |      2 |       9 |          2 |     - | evaluate 11             | technologyMoves ×1: 10040
GetTechnology                 |        3 |         0 |     3 |      1 |      18 |          0 |     - | read 1                  | technology ×1: 3
GetTechnologies               |     2003 |         1 |     5 |      1 |      18 |          0 |     - | read 3                  | technologies ×1: 2003
GetTechnologies, large        |     7000 |      1000 |     5 |      1 |      18 |          0 |  1000 | read 7                  | technologies ×1: 7000
CreateDraft                   |        2 |         0 |     3 |      1 |       5 |          0 |     - | write 1                 | saveDraft.draft ×1: 1
ReplaceDraft                  |        2 |         0 |     3 |      1 |       5 |          0 |     - | write 1                 | saveDraft.draft ×1: 1
GetDraft                      |        1 |         0 |     2 |      1 |       5 |          0 |     - | read 1                  | draft ×1: 1
GetDrafts                     |        2 |         1 |     4 |      1 |       5 |          0 |     - | read 1                  | drafts.edges.node ×1: 1
GetDrafts, large              |     1001 |      1000 |     4 |      1 |       5 |          0 |  1000 | read 2                  | drafts.edges.node ×1: 1000
DeleteDraft                   |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteDraft ×1: 1
ApproveJob                    |        4 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | approveJob.job ×1: 3
CancelJob                     |        4 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | cancelJob.job ×1: 3
DeleteJob                     |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteJob ×1: 1
DownloadJobResult             |        1 |         0 |     2 |      1 |       0 |          0 |     - | read 1                  | job ×1: 1
GetJob                        |        3 |         0 |     3 |      1 |      17 |          0 |     - | read 1                  | job ×1: 3
GetJobRows                    |      204 |         1 |     7 |      1 |      12 |          0 |     - | read 1                  | job.rows ×1: 203
GetJobRows, large             |     3201 |      1000 |     7 |      1 |      12 |          0 |  1000 | read 4                  | job.rows.edges.node ×1: 3000
GetJobs                       |        4 |         1 |     5 |      1 |      17 |          0 |     - | read 1                  | jobs.edges.node ×1: 3
GetJobs, large                |     3001 |      1000 |     5 |      1 |      17 |          0 |  1000 | read 4                  | jobs.edges.node ×1: 3000
RetryJob                      |        4 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | retryJob.job ×1: 3
UpdateJob                     |        4 |         0 |     4 |      1 |      17 |          0 |     - | write 1                 | updateJob.job ×1: 3
CreateWebhook                 |        3 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | createWebhook.webhook.owner ×1: 1
GetWebhooks                   |       61 |         0 |     4 |      1 |      11 |          0 |     - | read 1                  | viewer.webhooks ×1: 60
DeleteWebhook                 |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteWebhook ×1: 1
GetWebhook                    |        3 |         0 |     4 |      1 |      11 |          0 |     - | read 1                  | viewer.webhook.owner ×1: 1
UpdateWebhook                 |        3 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | updateWebhook.webhook.owner ×1: 1
GetWebhookDeliveries          |        4 |         1 |     7 |      1 |       4 |          0 |     - | read 1                  | viewer.webhook.deliveries.edges.node ×1: 1
GetWebhookDeliveries, large   |     1003 |      1000 |     7 |      1 |       4 |          0 |  1000 | read 2                  | viewer.webhook.deliveries.edges.node ×1: 1000
ReplayWebhook                 |        3 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | replayWebhook.webhook.owner ×1: 1
RotateWebhookSecret           |        3 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | rotateWebhookSecret.webhook.owner ×1: 1
SkipWebhookEvent              |        3 |         0 |     4 |      1 |      11 |          0 |     - | write 1                 | skipWebhookEvent.webhook.owner ×1: 1
TestWebhook                   |     9901 |         0 |     3 |      1 |       1 |          0 |     - | write 10                | testWebhook ×1: 9901
CreateField                   |        2 |         0 |     3 |      1 |       3 |          0 |     - | write 1                 | createField.field ×1: 1
GetFields                     |       20 |         0 |     2 |      1 |       4 |          0 |     - | read 1                  | companyFields ×1: 20
SetFieldValues                |        3 |         0 |     3 |      1 |       1 |          0 |     - | write 1                 | setFieldValues ×1: 3
SetFieldValues, large         |     2201 |         0 |     3 |      1 |       1 |          0 |     - | write 3                 | setFieldValues ×1: 2201
MatchCompanies                |       27 |         0 |     5 |      1 |      12 |          0 |     - | evaluate 1              | matchCompanies.results.conflict.company ×1: 4
MatchCompanies, large         |   226001 |         0 |     5 |      1 |      12 |          0 |  1000 | evaluate 227            | matchCompanies ×1: 226001
DeleteField                   |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteField ×1: 1
GetField                      |        1 |         0 |     2 |      1 |       3 |          0 |     - | read 1                  | companyField ×1: 1
UpdateField                   |        2 |         0 |     3 |      1 |       3 |          0 |     - | write 1                 | updateField.field ×1: 1
SearchFilterValues            |     2001 |         1 |     2 |      1 |       2 |          0 |     - | read 3                  | filterValues ×1: 2001
SearchFilterValues, large     |     2100 |       100 |     2 |      1 |       2 |          0 |   100 | read 3                  | filterValues ×1: 2100
leaf                          |        0 |         0 |     1 |      1 |       0 |          0 |     - | read 1                  | __typename ×1: 0                                     |
root leaf of a mutation       |        0 |         0 |     1 |      1 |       0 |          0 |     - | write 1                 | __typename ×1: 0                                     |
viewer                        |      371 |       100 |     6 |      1 |       0 |          0 |   100 | read 1                  | viewer.apiKeys.edges.node.usage ×1: 300
usage by variable             |      402 |         0 |     4 |      1 |       0 |          0 |     - | read 1                  | viewer.organization.usage ×1: 400                    |
page without first            |     2100 |       100 |     4 |      1 |       0 |          0 |   100 | read 3                  | companies ×1: 2100
page of null                  |     2100 |       100 |     4 |      1 |       0 |          0 |   100 | read 3                  | companies ×1: 2100
page by default               |     2006 |         6 |     4 |      1 |       0 |          0 |     6 | read 3                  | companies ×1: 2006
page by a wrong variable      |     2100 |       100 |     4 |      1 |       0 |          0 |   100 | read 3                  | companies ×1: 2100
page from the end             |       11 |         5 |     5 |      1 |       0 |          0 |     5 | read 1                  | lists.edges.node.owner ×1: 5                         |
page beyond its maximum       |     2001 |      1000 |     5 |      1 |       0 |          0 |  1000 | read 3                  | lists.edges.node.owner ×1: 1000                      |
pages side by side            |     5820 |   4500920 |     5 |      2 |       2 |          0 |   900 | read 6                  | companies ×2: 5820                                   | node
work of the documentation     |   224511 |   2011010 |    11 |      1 |       1 |          0 |    10 | read 225                | lists.edges.node.members.edges.node.company.technologies.edges.node ×1: 200000 | node
work with refresh             |    82354 |    603303 |    11 |      1 |       1 |          0 |     3 | read 1, evaluate 83     | lists.edges.node.members.edges.node.company.technologies.edges.node ×1: 60000 | node
too much work                 | 27451001 | 201101000 |    11 |      1 |       1 |          0 |  1000 | read 2, evaluate 27450  | lists.edges.node.members.edges.node.company.technologies.edges.node ×1: 20000000 | node, cost
members searched              |     7111 |       110 |     5 |      1 |       1 |          0 |   100 | read 1, evaluate 8      | list.members ×2: 7110                                |
list in depth                 |     6352 |       208 |     7 |      1 |       0 |          0 |   100 | read 2, evaluate 6      | list.exportEstimate ×1: 5000
fragments                     |       19 |         4 |     5 |      5 |       4 |          0 |     2 | read 1                  | viewer ×2: 6                                         |
types of a node               |      222 |        12 |     5 |      2 |       0 |          0 |     3 | read 1, evaluate 1      | node.explain ×1: 200                                 |
conditions met                |     4023 |        14 |     5 |      4 |       1 |          4 |     7 | read 5                  | companies ×2: 4021
conditions not met            |        2 |         0 |     5 |      4 |       1 |          4 |     - | read 1                  | companies ×2: 2014
conditions of a wrong type    |     2062 |        30 |     5 |      4 |       1 |          4 |    30 | read 3                  | companies ×2: 2060
directives everywhere         |        3 |         0 |     3 |      1 |       0 |          5 |     - | read 1                  | viewer.user ×2: 2                                    |
preview of literals           |     8272 |        30 |     3 |      1 |       0 |          0 |    30 | evaluate 9              | previewCount.breakdown ×1: 5030                      |
preview by variable           |     5888 |        20 |     3 |      1 |       1 |          0 |    20 | evaluate 6              | previewCount.breakdown ×1: 5020                      |
preview inside a list         |     5379 |        10 |     4 |      1 |       0 |          0 |    10 | read 1, evaluate 6      | list.previewDefinition ×1: 5378                      |
filter catalogue              |     2232 |       100 |     4 |      2 |       0 |          0 |   100 | read 3                  | filterFieldValues ×1: 2101                           |
limits alone                  |       12 |         0 |     3 |      2 |       1 |          0 |     - | none                    | rateLimit ×2: 12                                     |
limits and more               |        3 |         0 |     3 |      2 |       0 |          0 |     - | read 1                  | viewer.user ×1: 1                                    |
estimate of an enrichment     |      201 |         0 |     2 |      1 |       0 |          0 |     2 | read 1                  | estimateEnrichment ×1: 201                           |
dry run                       |    10000 |         0 |     2 |      1 |       0 |          0 |     - | read 10                 | operationCost ×1: 10000                              |
enrichment                    |      310 |         9 |     5 |      1 |       0 |          0 |     3 | enrich 1                | enrichPartnerships.results.partnerships ×1: 300      |
change of a definition        |      741 |         0 |     4 |      2 |       0 |          0 |     - | write 1                 | replaceDefinition ×1: 371                            |
input by variable             |     1501 |         0 |     2 |      1 |       0 |          0 |     - | write 2                 | addDomains ×1: 1501                                  |
mutations of several classes  |    14953 |       100 |     4 |      3 |       1 |          0 |   100 | write 1, evaluate 6, export 10 | exportList ×1: 9900                                  |
subscription                  |       57 |         5 |     6 |      1 |       0 |          0 |     5 | read 1                  | listChanged.list.members ×1: 55                      |
first of two operations       |        2 |         0 |     3 |      1 |       0 |          0 |     - | read 1                  | viewer.user ×1: 1                                    |
second of two operations      |        1 |         0 |     2 |      1 |       0 |          0 |     - | write 1                 | deleteList ×1: 1                                     |
introspection of a type       |      326 |         0 |     6 |      2 |       1 |          0 |     - | read 1                  | __type.fields.args.type.ofType ×1: 54
fragments that double         | 2147483648000 | 107374182400 |     2 | 1073741824 | 1073741824 | 1073741824 |   100 | read 2147483648         | companies ×1: 2000                                   | root_field, alias, directive, node, cost
fragments beyond all numbers  | 9007199254740991 | 9007199254740991 |     2 | 9007199254740991 |       0 | 9007199254740991 |    10 | read 9007199254741      | companies ×1: 2000                                   | root_field, directive, node, cost
alike fields of one selection |   220802 |       800 |     3 |     41 |      40 |          0 |    20 | read 1, evaluate 221    | previewCount ×40: 220800                             |
`;

describe('the analysis of an operation', () => {
  const rows = TABLE.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([name = '', ...cells]) => [name, cells] as const);
  const pinned = new Map(rows);
  const cellsOf = (name: string) => pinned.get(name) ?? pinned.get(name.replace(/, large$/, ''));

  it('has a row in the table for each saved document and each pinned operation', () => {
    const names = measured.map(([name]) => name);
    expect([...pinned.keys()].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !cellsOf(name))).toEqual([]);
    expect(rows).toHaveLength(pinned.size);
  });

  it.each(measured)('returns the figures of the table: %s', (name, operation) => {
    const cells = cellsOf(name) ?? [];
    expect(measure(operation)).toEqual([...cells, ...Array(10 - cells.length).fill('')]);
    // The second time, from the cache.
    expect(measure(operation)).toEqual([...cells, ...Array(10 - cells.length).fill('')]);
  });
});

describe('the standard introspection query', () => {
  it('costs a fixed amount for each type of the schema and for its directives', () => {
    const types = Object.keys(schema.getTypeMap()).length;
    const document = parse(getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true }));
    const [cost, nodes, depth] = measure({ document });
    expect([Number(cost), nodes, depth]).toEqual([1053 * types + 1030, '0', '15']);
  });
});
