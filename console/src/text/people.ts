const times = (count: number): string => (count === 1 ? 'one browser' : `${count} browsers`);

export const peopleText = {
  intro: (name: string) => `Everybody in ${name}. Lists can be shared with them.`,
  search: 'Search this page by name or e-mail',
  columns: { name: 'Name', role: 'Role' },
  email: 'E-mail',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  roles: { ADMIN: 'Admin', MEMBER: 'Member' },
  service: 'Service account',
  you: 'you',
  disabled: 'disabled',
  none: 'Nobody on this page matches.',
  adding: 'An admin of your organization can invite more people.',
  table: 'People of the organization',
  invite: 'Invite somebody',
  invitation: {
    title: 'Invite somebody',
    body: 'You get a link that signs them in once, within 72 hours.',
    nameHint: 'By default, the part of the address before the @.',
    action: 'Make a link',
  },
  invited: {
    title: 'Their link',
    warning:
      'Pass it on by a way that you trust. It signs in whoever opens it first, and is not shown again.',
    stored: 'I have passed it on',
    done: 'Done',
    field: 'Link',
  },
  mailed: {
    title: 'Their link',
    warning: 'It was mailed to them. It signs in whoever opens it first, and is not shown again.',
    stored: 'I need it no longer',
    done: 'Done',
    field: 'Link',
  },
  /** Where the OpenID provider alone signs people in. */
  provided: {
    body: (provider: string) => `They sign in with ${provider}, whose account needs this e-mail address.`,
    invited: (provider: string, mailed: boolean) => ({
      title: 'They are invited',
      warning: `${mailed ? 'This address was mailed to them' : 'Tell them this address'}. They sign in there with ${provider}.`,
      done: 'Done',
      field: 'Address',
    }),
  },
  addAccount: 'Add a service account',
  account: {
    title: 'Add a service account',
    body: 'It stands for a program, such as a nightly import. It owns lists and has keys, and nobody signs in as it.',
    nameHint: 'What the program does, such as “Nightly import”.',
    action: 'Add',
  },
  createKey: 'Create a key',
  seeKeys: 'All keys',
  promotion: {
    item: 'Make admin',
    title: (name: string) => `Make ${name} an admin?`,
    body: 'Admins invite and disable people, and manage all keys of the organization.',
    action: 'Make admin',
    done: (name: string) => `${name} is an admin.`,
  },
  demotion: {
    item: 'Make member',
    title: (name: string) => `Make ${name} a member?`,
    body: 'Members work with the data and manage their own keys. They no longer manage people.',
    action: 'Make member',
    done: (name: string) => `${name} is a member.`,
  },
  signingOut: {
    item: 'Sign out everywhere',
    title: (name: string) => `Sign ${name} out everywhere?`,
    body: 'All browsers in which they are signed in are signed out. They can sign in again, and their keys keep working.',
    action: 'Sign out',
    done: (name: string, count: number) =>
      count === 0 ? `${name} was signed in nowhere.` : `${name} is signed out in ${times(count)}.`,
  },
  disabling: {
    item: 'Disable',
    title: (name: string) => `Disable ${name}?`,
    body: {
      PERSON:
        'They are signed out, cannot sign in again, and their keys are refused. Admins get access to their lists. You can enable them again.',
      SERVICE: 'Its keys are refused. Admins get access to its lists. You can enable it again.',
    },
    action: 'Disable',
    done: (name: string, keys: number) =>
      keys === 0
        ? `${name} is disabled.`
        : `${name} is disabled. Keys of the organization that they made stay active: ${keys}. Rotate or revoke them.`,
  },
  enabling: {
    item: 'Enable',
    title: (name: string) => `Enable ${name}?`,
    body: {
      PERSON: 'They can sign in again, and their keys work again.',
      SERVICE: 'Its keys work again.',
    },
    action: 'Enable',
    done: (name: string) => `${name} is enabled.`,
  },
} as const;
