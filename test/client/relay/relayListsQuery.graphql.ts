/**
 * @generated SignedSource<<c7dcb34cc8169f8aeb073640dcd9d5ca>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type relayListsQuery$variables = {
  after?: string | null | undefined;
  search?: string | null | undefined;
};
export type relayListsQuery$data = {
  readonly lists: {
    readonly edges: ReadonlyArray<{
      readonly node: {
        readonly id: string;
        readonly name: string;
      };
    }>;
    readonly pageInfo: {
      readonly endCursor: string | null | undefined;
      readonly hasNextPage: boolean;
    };
  } | null | undefined;
};
export type relayListsQuery = {
  response: relayListsQuery$data;
  variables: relayListsQuery$variables;
};

const node: ConcreteRequest = (function(){var v0 = {"defaultValue": null,"kind": "LocalArgument","name": "after"},v1 = {"defaultValue": null,"kind": "LocalArgument","name": "search"},v2 = {"kind": "Variable","name": "search","variableName": "search"},v3 = [{"alias": null,"args": null,"concreteType": "ListEdge","kind": "LinkedField","name": "edges","plural": true,"selections": [{"alias": null,"args": null,"concreteType": "List","kind": "LinkedField","name": "node","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "id","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "name","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "__typename","storageKey": null}],"storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "cursor","storageKey": null}],"storageKey": null},{"alias": null,"args": null,"concreteType": "PageInfo","kind": "LinkedField","name": "pageInfo","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "hasNextPage","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "endCursor","storageKey": null}],"storageKey": null}],v4 = [{"kind": "Variable","name": "after","variableName": "after"},{"kind": "Literal","name": "first","value": 2},(v2/*:: as any*/)];return {"fragment": {"argumentDefinitions": [(v0/*:: as any*/),(v1/*:: as any*/)],"kind": "Fragment","metadata": null,"name": "relayListsQuery","selections": [{"alias": "lists","args": [(v2/*:: as any*/)],"concreteType": "ListConnection","kind": "LinkedField","name": "__lists_lists_connection","plural": false,"selections": (v3/*:: as any*/),"storageKey": null}],"type": "Query","abstractKey": null},"kind": "Request","operation": {"argumentDefinitions": [(v1/*:: as any*/),(v0/*:: as any*/)],"kind": "Operation","name": "relayListsQuery","selections": [{"alias": null,"args": (v4/*:: as any*/),"concreteType": "ListConnection","kind": "LinkedField","name": "lists","plural": false,"selections": (v3/*:: as any*/),"storageKey": null},{"alias": null,"args": (v4/*:: as any*/),"filters": ["search"],"handle": "connection","key": "lists_lists","kind": "LinkedHandle","name": "lists"}]},"params": {"cacheID": "332269f58ca4167430f755dbede1358d","id": null,"metadata": {"connection": [{"count": null,"cursor": "after","direction": "forward","path": ["lists"]}]},"name": "relayListsQuery","operationKind": "query","text": "query relayListsQuery(\n  $search: String\n  $after: String\n) {\n  lists(search: $search, first: 2, after: $after) {\n    edges {\n      node {\n        id\n        name\n        __typename\n      }\n      cursor\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n"}};})();

(node as any).hash = "3e0b39fc003c3ce6284c0a9c1843ce91";

export default node;
