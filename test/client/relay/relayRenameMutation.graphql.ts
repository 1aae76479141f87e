/**
 * @generated SignedSource<<ed52a85e4a813bc1bc7f7aa39bf2df02>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type UpdateListInput = {
  listId: string;
  name?: string | null | undefined;
  tags?: ReadonlyArray<string> | null | undefined;
};
export type relayRenameMutation$variables = {
  input: UpdateListInput;
};
export type relayRenameMutation$data = {
  readonly updateList: {
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

const node: ConcreteRequest = (function(){var v0 = [{"defaultValue": null,"kind": "LocalArgument","name": "input"}],v1 = [{"alias": null,"args": [{"kind": "Variable","name": "input","variableName": "input"}],"concreteType": "UpdateListPayload","kind": "LinkedField","name": "updateList","plural": false,"selections": [{"alias": null,"args": null,"concreteType": "List","kind": "LinkedField","name": "list","plural": false,"selections": [{"alias": null,"args": null,"kind": "ScalarField","name": "id","storageKey": null},{"alias": null,"args": null,"kind": "ScalarField","name": "name","storageKey": null}],"storageKey": null}],"storageKey": null}];return {"fragment": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Fragment","metadata": null,"name": "relayRenameMutation","selections": (v1/*:: as any*/),"type": "Mutation","abstractKey": null},"kind": "Request","operation": {"argumentDefinitions": (v0/*:: as any*/),"kind": "Operation","name": "relayRenameMutation","selections": (v1/*:: as any*/)},"params": {"cacheID": "53c8dae462162ca3ba8ae8be966639b1","id": null,"metadata": {},"name": "relayRenameMutation","operationKind": "mutation","text": "mutation relayRenameMutation(\n  $input: UpdateListInput!\n) {\n  updateList(input: $input) {\n    list {\n      id\n      name\n    }\n  }\n}\n"}};})();

(node as any).hash = "0343b5446522641bf953c2fcfd295019";

export default node;
