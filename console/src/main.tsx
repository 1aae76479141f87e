import './mantine.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/fonts/fonts.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { viewerQuery } from './api/viewer.ts';
import { App } from './app/app.tsx';
import { takeSignInLinks } from './features/sign-in/sign-in-link.ts';

// Before anything is requested: the code must not stay in the address.
takeSignInLinks();
// The answer decides what is shown first.
void queryClient.prefetchQuery(viewerQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
