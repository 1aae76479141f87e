/**
 * @generated SignedSource<<7745b444618ead9b3281b27eae4d4512>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type ListChangeKind = "DEFINITION" | "GONE" | "MEMBERS" | "NAME" | "RESYNC" | "SHARING" | "TAGS" | "%future added value";
export type relayWatchSubscription$variables = {
  listId: string;
};
export type relayWatchSubscription$data = {
  readonly listChanged: {
    readonly kind: ListChangeKind;
    readonly list: {
      readonly id: string;
      readonly name: string;
    } | null | undefined;
  };
};
export type relayWatchSubscription = {
  response: relayWatchSubscription$data;
  variables: relayWatchSubscription$variables;
};

const node: ConcreteRequest = (function(){var v0 = [{"defaultValue": null,"kind": "LocalArgument","name": "listId"}],v1 = [{"alias": null,"args": [{"kind": "Variable","name": "listId","variableName": "listId"}],"concreteType": "ListChange","kind": "LinkedField","name": "listChanged","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "kind","storageKey": null},{"alias": null,"args": null,"concreteType": "List","kind": "LinkedField","name": "list","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "id","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "name","storageKey": null}],"storageKey": null}],"storageKey": null}];return {"fragment": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Fragment","metadata": null,"name": "relayWatchSubscription","selections": (v1/*:: as any*/),"type": "Subscription","abstractKey": null},"kind": "Request","operation": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Operation","name": "relayWatchSubscription","selections": (v1/*:: as any*/)},"params": {"cacheID": "248b7266a5b4446a451088cc17af4fc2","id": null,"metadata": {},"name": "relayWatchSubscription","operationKind": "subscription","text": "subscription relayWatchSubscription(\n  $listId: ID!\n) {\n  listChanged(listId: $listId) {\n    kind\n    list {\n      id\n      name\n    }\n  }\n}\n"}};})();

(node as any).hash = "c4d6626fdcd1df535f9aa451dc69423a";

export default node;
