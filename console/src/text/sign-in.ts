export const signInText = {
  title: 'Sign in',
  intro: 'Paste an API key. It stays in this tab and is forgotten when you close it.',
  key: 'API key',
  keyHint: 'cds_user_… for everything; an organization key (cds_org_…) cannot open lists.',
  submit: 'Sign in',
  missing: 'Paste a key first.',
  notAKey:
    'A key begins with cds_user_ or cds_org_. The link that the demo prints can be pasted here as well: it has #code= in it.',
  refused:
    'The service does not accept this key: it is wrong, revoked or expired. Ask an admin for a new one.',
  whereFrom: 'Where do I get a key?',
  whereFromAnswer:
    'Admins create keys under Settings, or on the server with “company-data key create”. The demo prints its keys in the terminal, and a link that signs in once.',
  link: {
    title: (name: string | undefined) =>
      name === undefined ? 'Sign in with the demo’s link?' : `Sign in as ${name}?`,
    body: 'The link works once. It gives this tab a key of the demo organization.',
    replaces: (name: string | undefined) =>
      `You are signed in${name === undefined ? '' : ` as ${name}`}. Signing in again replaces this in this tab.`,
    accept: (name: string | undefined) => (name === undefined ? 'Sign in' : `Sign in as ${name}`),
    decline: 'No, thanks',
    goOn: (isSignedIn: boolean) => (isSignedIn ? 'Go on as before' : 'Sign in with a key'),
  },
  ended: {
    title: 'Your key no longer works',
    body: 'It was revoked or has expired. Your work is still here: sign in with another key to go on.',
    signOut: 'Sign out and drop my work',
  },
  signOut: 'Sign out',
  signedOut: 'You are signed out. Drafts and jobs of this browser are cleared.',
} as const;
