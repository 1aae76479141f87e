import { formatChoices } from '../lib/format.ts';

export const sharingText = {
  owner: 'Owner',
  ownerCan: 'Changes everything, shares, transfers and deletes the list.',
  levels: { VIEWER: 'Viewer', EDITOR: 'Editor', OWNER: 'Owner' },
  levelMeaning: {
    VIEWER: 'Reads and exports',
    EDITOR: 'Also changes the name, the filter and the domains',
  },
  readOnly: (owner: string) => `Only the owner, ${owner}, can share this list or change who has access.`,
  organization: 'Everybody in the organization',
  organizationAccess: 'Access of everybody in the organization',
  noAccess: 'No access',
  organizationHint: 'Everybody in the organization gets at least this access, besides the people below.',
  people: 'People with access',
  nobody: 'Nobody else has access of their own.',
  columns: { person: 'Person', email: 'E-mail', access: 'Access', granted: 'Granted', actions: 'Actions' },
  accessOf: (name: string) => `Access of ${name}`,
  by: 'by',
  share: 'Share with a person',
  person: 'Person',
  personHint: 'Search by name or e-mail',
  nobodyFound: 'Nobody in your organization has this name or address.',
  hasAccess: 'They have access already.',
  unknown: (email: string) => `Nobody in your organization has the address ${email}.`,
  inviting: {
    body: 'Invite them as a member, and share the list with them. You get a link that signs them in once, within 72 hours.',
    name: 'Name (optional)',
    action: 'Invite and share',
    ask: (admins: readonly string[]) =>
      admins.length === 0
        ? 'Only an admin of your organization can invite people.'
        : `Only admins can invite people. Ask ${formatChoices(admins)}, then share the list here.`,
  },
  everybodyHas: 'Everybody in your organization has access of their own.',
  access: 'Access',
  grant: 'Share',
  granted: (name: string) => `Shared with ${name}.`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke the access of ${name}`,
  revoked: (name: string) => `${name} no longer has this access.`,
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeEffect: (name: string) =>
    `${name} can no longer open this list from the next request on. What was exported before stays with ${name}.`,
  revokeOrganization: 'Revoke the access of the organization?',
  revokeOrganizationEffect:
    'From the next request on, only the owner and the people with access of their own can open this list.',
  stillOrganization: 'Everybody in the organization keeps access.',
  transferHeading: 'Transfer the list',
  transferHint: 'The new owner can share and delete the list. You become editor.',
  transfer: 'Transfer…',
  newOwner: 'New owner',
  transferTitle: (name: string) => `Transfer the list to ${name}?`,
  transferEffect: (name: string) =>
    `${name} becomes the owner and alone can share, transfer and delete the list. You become editor, and only ${name} can give the list back.`,
  transferConfirm: 'Transfer',
  leaveHeading: 'Leave the list',
  leave: 'Leave…',
  leaveTitle: 'Leave this list?',
  leaveEffect: (owner: string) =>
    `You give up your own access, and the list leaves your lists. Only ${owner} can give the access back.`,
  leaveKeeps: 'The list is shared with everybody in the organization, so that you can still open it.',
  leaveConfirm: 'Leave',
  left: 'You left the list.',
  onlyOrganization:
    'You have access because the list is shared with everybody in the organization. There is no access of your own to give up.',
} as const;
