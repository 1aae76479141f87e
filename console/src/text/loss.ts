/** Texts of the question before a sign-out that loses work. */
export const lossText = {
  title: 'Sign out and lose your last changes?',
  body: 'Changes of this page could not be saved. They are lost if you sign out now. Everything else stays for you.',
  action: 'Sign out and lose them',
} as const;
