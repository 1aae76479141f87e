import { Alert, Text } from '@mantine/core';
import { CompanyDataError } from '../api/client.ts';
import { counted } from '../lib/format.ts';
import { visibleLines } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import { SmallButton } from './small-buttons.tsx';

interface ProblemProps {
  error: unknown;
  onRetry?: () => void;
  /** Heading, if the message alone does not say what failed. */
  title?: string;
}

/** The service has another version than this page: it no longer knows the documents that the page names. */
const OUTDATED: readonly string[] = ['persisted_query_not_found', 'document_not_trusted'];

/** Shows an error in the service's words, what to do, and how support finds the request. */
export function Problem({ error, onRetry, title }: ProblemProps) {
  const { requestId, retryAfter, code } = error instanceof CompanyDataError ? error : {};
  if (code !== undefined && OUTDATED.includes(code))
    return (
      <Alert color="yellow" role="alert">
        <Text>{common.outdated}</Text>
        <SmallButton mt="xs" onClick={() => window.location.reload()}>
          {common.reload}
        </SmallButton>
      </Alert>
    );
  const message = error instanceof Error ? error.message : String(error);
  const wait = retryAfter === undefined ? '' : `Try again in ${counted(retryAfter, 'second', 'seconds')}.`;
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      <Text>{visibleLines(message)}</Text>
      {!message.includes(wait) && <Text>{wait}</Text>}
      {requestId !== undefined && (
        <Text size="xs" c="dimmed">
          Request {requestId}
        </Text>
      )}
      {onRetry && (
        <SmallButton mt="xs" onClick={onRetry}>
          Try again
        </SmallButton>
      )}
    </Alert>
  );
}
