import type { CDPSession } from 'playwright-core';

const INTERACTIVE = new Set([
  'button',
  'checkbox',
  'columnheader',
  'combobox',
  'grid',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'tree',
  'treeitem',
]);

/** Returns the controls to which the browser's accessibility tree gives no name. */
export async function findNamelessControls(session: CDPSession, tools: string): Promise<string[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const nameless = nodes.filter(
    ({ ignored, role, name, properties = [] }) =>
      !ignored &&
      INTERACTIVE.has(String(role?.value)) &&
      String(name?.value ?? '').trim() === '' &&
      properties.some((property) => property.name === 'focusable' && property.value.value === true),
  );
  const faults: string[] = [];
  for (const { backendDOMNodeId, role } of nameless) {
    if (backendDOMNodeId === undefined) continue;
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      ...(object.objectId !== undefined && { objectId: object.objectId }),
      functionDeclaration: `function () { return globalThis[${JSON.stringify(tools)}].describe(this) }`,
      returnByValue: true,
    });
    faults.push(`name: a ${role?.value} has no accessible name: ${result.value}`);
  }
  return faults;
}
