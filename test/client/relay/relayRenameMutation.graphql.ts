/**
 * @generated SignedSource<<5f18c334af09e3cd365e762f663e051c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type RenameListInput = {
  listId: string;
  name: string;
};
export type relayRenameMutation$variables = {
  input: RenameListInput;
};
export type relayRenameMutation$data = {
  readonly renameList: {
    readonly list: {
      readonly id: string;
      readonly name: string;
    };
  } | null | undefined;
};
export type relayRenameMutation = {
  response: relayRenameMutation$data;
  variables: relayRenameMutation$variables;
};

const node: ConcreteRequest = (function(){var v0 = [{"defaultValue": null,"kind": "LocalArgument","name": "input"}],v1 = [{"alias": null,"args": [{"kind": "Variable","name": "input","variableName": "input"}],"concreteType": "RenameListPayload","kind": "LinkedField","name": "renameList","plural": false,"selections": [{"alias": null,"args": null,"concreteType": "List","kind": "LinkedField","name": "list","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "id","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "name","storageKey": null}],"storageKey": null}],"storageKey": null}];return {"fragment": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Fragment","metadata": null,"name": "relayRenameMutation","selections": (v1/*:: as any*/),"type": "Mutation","abstractKey": null},"kind": "Request","operation": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Operation","name": "relayRenameMutation","selections": (v1/*:: as any*/)},"params": {"cacheID": "6a04f5a5542fb04bed422d223ecdab95","id": null,"metadata": {},"name": "relayRenameMutation","operationKind": "mutation","text": "mutation relayRenameMutation(\n  $input: RenameListInput!\n) {\n  renameList(input: $input) {\n    list {\n      id\n      name\n    }\n  }\n}\n"}};})();

(node as any).hash = "28b863550f0a31807812f7bddb432d9c";

export default node;
