export const signInText = {
  intro: 'Open the link that you were sent, or paste it here. A personal key signs you in as well.',
  linkOrKey: {
    label: 'Link or personal key',
    hint: 'A link has #code= in it and works once. A key begins with cds_user_, and is not stored here.',
    submit: 'Sign in',
    missing: 'Paste a link or a key first.',
    neither: 'This is neither a link with #code= in it, nor a key, which begins with cds_user_.',
    refused:
      'The service does not accept this key: it is wrong, revoked or expired. Ask an admin of your organization for a link.',
    organizationKey:
      'This key belongs to an organization, which cannot sign in. Use a link, or a personal key (cds_user_…).',
  },
  openId: {
    submit: (label: string) => `Sign in with ${label}`,
    refused:
      'This account signs nobody in. Your e-mail address must be verified there, and an admin must have invited it. Each person has one account.',
    unavailable: 'The provider cannot be used at the moment. Try again later, or sign in in another way.',
  },
  passkey: {
    submit: 'Sign in with a passkey',
    cancelled:
      'No passkey was chosen. To get one, sign in with a link, and add a passkey under “Signing in” in the settings.',
    refused:
      'The service does not accept this passkey: it was removed, or too much time has passed. Try again, or sign in with a link.',
  },
  whereFrom: 'Where do I get a link?',
  whereFromAnswer:
    'From an admin of your organization, or from the people who run this service: they make one with “company-data user link --email …”. The demo prints one in the terminal.',
  link: {
    title: 'Sign in with this link?',
    body: 'The link works once. It signs you in to this browser.',
    replaces: (name: string | undefined) =>
      `You are signed in${name === undefined ? '' : ` as ${name}`}. Signing in again replaces this in all tabs.`,
    accept: 'Sign in',
    decline: 'No, thanks',
    goOn: (isSignedIn: boolean) => (isSignedIn ? 'Go on as before' : 'Sign in another way'),
    done: (name: string) => `You are signed in as ${name}.`,
  },
  ended: {
    title: 'Your session has ended',
    body: 'It was ended elsewhere, or not used for 12 hours. Your work is still here: sign in again to go on. If somebody else signs in, it is dropped.',
    signOut: 'Sign out',
  },
} as const;
