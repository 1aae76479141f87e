import { Button } from '@mantine/core';
import { loadAgain, missingCode } from '../api/load-code.ts';
import { useStore } from '../lib/store.ts';
import { common } from '../text/common.ts';
import classes from './load-again.module.css';

/** Says that a part of the page could not be loaded. The rest of the page stays as it is, with what was done there. */
export function LoadAgain() {
  const missing = useStore(missingCode, (value) => value);
  if (!missing) return null;
  return (
    <div role="alert" className={classes.bar}>
      <span>
        {missing.isOutdated
          ? common.outdated
          : 'A part of this page could not be loaded. What you did here is kept.'}
      </span>
      <Button size="compact-sm" variant="default" onClick={loadAgain}>
        Load again
      </Button>
      {/* A browser may refuse to import a module again although its file has arrived. */}
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </div>
  );
}
