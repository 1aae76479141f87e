// Unpacks the Chromium of @sparticuz/chromium into TMPDIR, which the package reads, and ends.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
