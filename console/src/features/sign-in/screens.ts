/** What people see who are not signed in, or no longer. Nobody else loads it. */
export { EndedDialog } from './ended-dialog.tsx';
export { LinkQuestion } from './link-question.tsx';
export { SignInPage } from './sign-in-page.tsx';
