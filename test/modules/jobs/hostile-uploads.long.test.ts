import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { useService } from '../../harness/use-service.ts';
import { beginUpload, jobsOf, readJob, type Sent, sendFile } from './upload-support.ts';

const { service, tenant } = useService('hostile', { tenantPerTest: true, jobs: { maxRows: 5_000 } });

const NDJSON = 'application/x-ndjson';

const NAME_RULE = 'must have 1 to 255 characters, none of them invisible, and not only blanks';

async function send(file: string | Buffer, options: Partial<Sent> = {}) {
  return sendFile(service, file, { key: tenant.userKey, ...options });
}

/** Sends a file that becomes a job. */
async function accepted(file: string | Buffer, options: Partial<Sent> = {}) {
  const { status, headers, body } = await send(file, options);
  expect([status, body.detail]).toEqual([202, undefined]);
  expect(headers.get('location')).toBe(`/v1/jobs/${body.job_id}`);
  return readJob(service, body.job_id);
}

const named = (job: { columns: { name: string; field: string | null }[] }) =>
  job.columns.map(({ name, field }) => [name, field]);

describe('a file of delimited text', () => {
  it('becomes a job with its rows, its columns and guesses of their fields', async () => {
    const file =
      'Company,Website,E-Mail,Land,CRM ID\nAcme,https://acme.com/de,a@acme.com,DE,7\nBeta,beta.io,,,\n';
    const job = await accepted(file, {
      query: 'kind=match&min_confidence=0.75&max_credits=0&shared=true&name=Kunden%20%C3%BC.csv',
    });
    expect(job).toMatchObject({
      organization_id: tenant.organizationId,
      user_id: tenant.userId,
      kind: 'match',
      name: 'Kunden ü.csv',
      status: 'matching',
      is_shared: true,
      min_confidence: '0.750',
      max_credits: 0,
      row_count: 2,
      input_bytes: String(Buffer.byteLength(job.chunks[0].input)),
      lease: null,
      error: null,
    });
    expect(job.api_key_id).not.toBeNull();
    expect(job.inputs).toEqual([
      ['Acme', 'https://acme.com/de', 'a@acme.com', 'DE', '7'],
      ['Beta', 'beta.io'],
    ]);
    expect(job.columns).toEqual([
      { index: 0, name: 'Company', samples: ['Acme', 'Beta'], field: 'name', confidence: 0.95 },
      {
        index: 1,
        name: 'Website',
        samples: ['https://acme.com/de', 'beta.io'],
        field: 'url',
        confidence: 0.95,
      },
      { index: 2, name: 'E-Mail', samples: ['a@acme.com'], field: 'email', confidence: 0.95 },
      { index: 3, name: 'Land', samples: ['DE'], field: 'country', confidence: 0.95 },
      { index: 4, name: 'CRM ID', samples: ['7'], field: 'ref', confidence: 0.95 },
    ]);
  });

  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const SAME: [name: string, file: string | Buffer][] = [
    ['a byte order mark and CRLF', '\uFEFFname,domain\r\nAcme,acme.com\r\n'],
    ['semicolons', 'name;domain\nAcme;acme.com\n'],
    ['tabs', 'name\tdomain\nAcme\tacme.com'],
    ['bars', 'name|domain\nAcme|acme.com'],
    ['a line that names its delimiter', 'sep=;\r\nname;domain\r\nAcme;acme.com\r\n'],
    ['quotes', '"name","domain"\n"Acme","acme.com"\n'],
    ['little-endian UTF-16', utf16('name\tdomain\r\nAcme\tacme.com\r\n')],
    ['big-endian UTF-16', utf16('name,domain\nAcme,acme.com').swap16()],
    ['UTF-16 that names its delimiter', utf16('sep=;\r\nname;domain\r\nAcme;acme.com\r\n')],
    ['blank rows before its header and empty lines', '\n,\n , \nname,domain\n\n\nAcme,acme.com\n\n'],
  ];
  it.each(SAME)('may have %s', async (_name, file) => {
    const job = await accepted(file);
    expect(job.inputs).toEqual([['Acme', 'acme.com']]);
    expect(named(job)).toEqual([
      ['name', 'name'],
      ['domain', 'domain'],
    ]);
  });

  it('has an outcome for each row, whatever is wrong with it', async () => {
    const rows = [
      'Acme,acme.com',
      ',',
      'Beta',
      'Gamma,gamma.com,more',
      'Delta,delta.com,, ',
      '=HYPERLINK("x"),@SUM(A1)',
      '"never closed,x',
      'Eta,eta.com',
      '"closed" too early,x',
      'a\0b,c',
      '"two\nlines",x',
    ];
    const latin = Buffer.concat([
      Buffer.from(`name,domain\n${rows.join('\n')}\nThéta,theta.com\n`),
      Buffer.from('Caf\xe9,x\n', 'latin1'),
    ]);
    const job = await accepted(latin);
    expect(job.inputs).toEqual([
      ['Acme', 'acme.com'],
      [],
      ['Beta'],
      { fault: 'has 3 cells, but the header has 2', text: 'Gamma,gamma.com,more' },
      ['Delta', 'delta.com'],
      ['=HYPERLINK("x")', '@SUM(A1)'],
      { fault: 'has a quoted cell with text after its closing quote', text: '"never closed,x' },
      ['Eta', 'eta.com'],
      { fault: 'has a quoted cell with text after its closing quote', text: '"closed" too early,x' },
      ['a\0b', 'c'],
      ['two\nlines', 'x'],
      ['Théta', 'theta.com'],
      {
        fault: expect.stringMatching(/^is not valid UTF-8; save the file as "CSV UTF-8"/),
        text: 'Caf\uFFFD,x',
      },
    ]);
    expect(job).toMatchObject({ row_count: 13, status: 'matching' });
  });

  it('reads Windows-1252, with its quotes, its dashes and lines that are UTF-8 by themselves', async () => {
    const windows = Buffer.from(
      'Stra\xdfe;Firma\nEuro \x80;\x84M\xfcller\x93 \x96 S\xf6hne\n"two\n\xe9";x\n',
      'latin1',
    );
    const job = await accepted(Buffer.concat([windows, Buffer.from('Zürich;y\n'), windows.subarray(13)]));
    expect(job.columns).toMatchObject([{ name: 'Straße' }, { name: 'Firma' }]);
    expect(job.inputs).toEqual([
      ['Euro €', '„Müller“ – Söhne'],
      ['two\né', 'x'],
      ['Zürich', 'y'],
      ['Euro €', '„Müller“ – Söhne'],
      ['two\né', 'x'],
    ]);
  });

  const windows1252 = (text: string) =>
    Buffer.from(
      text.replace(/[€„“”’…–—™]/g, (sign) => String.fromCharCode(SIGNS[sign] ?? 0)),
      'latin1',
    );
  const SIGNS: Record<string, number> = {
    ...{ '€': 0x80, '„': 0x84, '…': 0x85, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97, '™': 0x99 },
  };
  const NAMES = ['Müller', 'Strauß’ Erben', '„Spaß“', 'Weiß® GmbH', 'CAFÉ»', 'été…»', 'Groß–Meier', 'Köhler'];

  it.each([NAMES, NAMES.toReversed(), ['„Spaß“', ...NAMES]])(
    'takes letters with punctuation behind them for no UTF-8, once a line is Windows-1252: %s',
    async (...names) => {
      const job = await accepted(windows1252(`Firma;Ort\n${names.map((name) => `${name};x\n`).join('')}`));
      expect(job.inputs).toEqual(names.map((name) => [name, 'x']));
    },
  );

  it('says which lines of UTF-8 are broken, also after letters that could be Windows-1252', async () => {
    const lines = ['n', 'ą', 'Zürich', 'Str\xdfe', 'ą'].map((text, index) =>
      Buffer.from(`${text}\n`, index === 3 ? 'latin1' : 'utf8'),
    );
    const job = await accepted(Buffer.concat(lines));
    const broken = { fault: expect.stringMatching(/^is not valid UTF-8/), text: 'Str\uFFFDe' };
    expect(job.inputs).toEqual([['ą'], ['Zürich'], broken, ['ą']]);
  });

  it.each([
    ['windows-1252', windows1252('n\nStrauß’ Erben\n'), ['Strauß’ Erben']],
    ['ISO-8859-1', windows1252('n\nZürich\n'), ['Zürich']],
    ['"latin1"', Buffer.from('n\nZ\u00c3\u00bcrich\n', 'latin1'), ['Z\u00c3\u00bcrich']],
    ['iso-8859-2', Buffer.from('n\n\xa3\xf3d\xbc\n', 'latin1'), ['Łódź']],
    ['shift_jis', Buffer.from('n\n\x83\x65\x83\x58\x83\x67\n', 'latin1'), ['テスト']],
    ['utf-16le', Buffer.from('n\nZürich\n', 'utf16le'), ['Zürich']],
    ['windows-1252', Buffer.from('\uFEFFn\nZürich\n'), ['Zürich']],
    ['iso-8859-2', Buffer.from('\uFEFFn\nZürich\n'), ['Zürich']],
    ['utf-8', Buffer.from('\uFEFFn\nZürich\n', 'utf16le'), ['Zürich']],
    [
      'utf-8',
      Buffer.from('n\nZ\xfcrich\n', 'latin1'),
      { fault: expect.stringMatching(/^is not valid UTF-8/), text: 'Z\uFFFDrich' },
    ],
  ])(
    'reads the charset that its sender states, but for a byte order mark: %s',
    async (charset, file, row) => {
      const job = await accepted(file, { type: `text/csv; charset=${charset}` });
      expect(job.inputs).toEqual([row]);
    },
  );

  it.each([
    ['Raison sociale;Pays\nAcme;France\n', ['name', 'country']],
    ['Nazwa firmy;Kraj\nAcme;Poland\n', ['name', 'country']],
  ])('knows names of columns in other languages: %j', async (file, fields) => {
    expect(named(await accepted(file)).map(([, field]) => field)).toEqual(fields);
  });

  it('guesses nothing of columns without values, but by their names', async () => {
    const job = await accepted('Firma;Notes;Website;X\nAcme;;;\nBeta;;;\n');
    expect(named(job)).toEqual([
      ['Firma', 'name'],
      ['Notes', null],
      ['Website', 'url'],
      ['X', null],
    ]);
  });

  it('gives columns without a name and of one name names of their own', async () => {
    const job = await accepted('Phone,,Phone,Phone_2,Phone, \n1,2,3,4,5,6\n');
    expect(named(job).map(([name]) => name)).toEqual([
      'Phone',
      'column_2',
      'Phone_2',
      'Phone_2_2',
      'Phone_3',
      'column_6',
    ]);
  });

  it('has cells that look like an address of e-mail for 1 MB', async () => {
    const cell = `a@${'.'.repeat(1_000_000)}@b`;
    const job = await accepted(`contact\n"${cell}"\n`);
    expect(job.columns).toMatchObject([{ name: 'contact', samples: [`${cell.slice(0, 40)}…`] }]);
  });

  it('has up to 500 columns', async () => {
    const cells = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
    const job = await accepted(`${cells(500)}\n${','.repeat(499)}x\n`);
    expect(job.columns).toHaveLength(500);
    expect(job.inputs[0]).toHaveLength(500);
    expect((await send(`${cells(501)}\n1\n`)).body.detail).toEqual({
      error: 'validation_error',
      message: 'body: the file has over 500 columns; remove those that nobody needs',
      errors: [{ pointer: '', message: 'the file has over 500 columns; remove those that nobody needs' }],
    });
  });

  it('may have cells of 1 MB; larger rows are rows that cannot be read', async () => {
    const mega = 'x'.repeat(1_000_000);
    const job = await accepted(
      `name,domain\n${mega},a.com\n"${mega}",b.com\n${mega}${mega},c.com\nD,d.com\n`,
    );
    expect(job.inputs).toEqual([
      [mega, 'a.com'],
      [mega, 'b.com'],
      { fault: 'is longer than 1048576 bytes', text: 'x'.repeat(1000) },
      ['D', 'd.com'],
    ]);
  });

  it('is stored in chunks of up to 1,000 rows and 512 KiB; a larger row has one of its own', async () => {
    const lines = Array.from({ length: 2_500 }, (_, at) => `name ${at},d${at}.com`);
    const job = await accepted(`name,domain\n${lines.join('\n')}`);
    expect(
      job.chunks.map(({ first_row, row_count }: Record<string, number>) => [first_row, row_count]),
    ).toEqual([
      [1, 1000],
      [1001, 1000],
      [2001, 500],
    ]);
    expect(job.inputs[2_499]).toEqual(['name 2499', 'd2499.com']);
    // NUL takes six bytes of JSON.
    const wide = await accepted(
      `name\n${`${'\0'.repeat(40_000)}\n`.repeat(4)}${'\0'.repeat(300_000)}\n${'\0'.repeat(350_000)}\n`,
    );
    expect(wide.chunks.map(({ row_count }: Record<string, number>) => row_count)).toEqual([2, 2, 1, 1]);
    expect(wide.chunks.map(({ input }: { input: string }) => Buffer.byteLength(input) > 512 * 1024)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(wide.inputs.at(-1)).toEqual({
      fault: 'takes over 2097152 bytes as JSON',
      text: '\0'.repeat(1000),
    });
  });

  it('may be compressed with gzip, also in several members', async () => {
    const parts = ['name,domain\nAcme,acme.com\n', 'Beta,beta.com\n'].map((part) => gzipSync(part));
    const job = await accepted(Buffer.concat(parts), { headers: { 'Content-Encoding': 'gzip' } });
    expect(job.inputs).toEqual([
      ['Acme', 'acme.com'],
      ['Beta', 'beta.com'],
    ]);
  });
});

describe('a file in UTF-16', () => {
  const long = `name,domain\n${'Übermut 🦔 GmbH,a.example\n'.repeat(4_000)}`;

  it('is decoded as it arrives, also where a part ends within a character', async () => {
    const bytes = Buffer.from(`\uFEFF${long}`, 'utf16le');
    const upload = await beginUpload(service, { key: tenant.userKey, type: 'text/csv; charset=utf-16' });
    for (let at = 0; at < bytes.length; at += 10_001) upload.send(bytes.subarray(at, at + 10_001));
    const { status, body } = await upload.end();
    expect(status).toBe(202);
    const { inputs } = await readJob(service, body.job_id);
    expect(inputs).toEqual(Array.from({ length: 4_000 }, () => ['Übermut 🦔 GmbH', 'a.example']));
  });

  it('may hold JSON, and shows half characters as U+FFFD', async () => {
    const json = Buffer.from('\uFEFF{"name":"a\ud83e"}\n{"name":"b"}', 'utf16le');
    expect((await accepted(json, { type: NDJSON })).inputs).toEqual([['a\uFFFD'], ['b']]);
    expect((await accepted(json.subarray(0, -4), { type: NDJSON })).inputs).toEqual([
      ['a\uFFFD'],
      { fault: expect.stringMatching(/^is not valid JSON/), text: '{"name":"b' },
    ]);
  });

  it('is refused like any other if it is no file of the format', async () => {
    const array = await send(Buffer.from('\uFEFF[{"a": 1}]', 'utf16le'), { type: NDJSON });
    expect([array.status, array.body.detail.message]).toEqual([
      415,
      "The file is a JSON array; convert it to one object a line (jq -c '.[]').",
    ]);
    const empty = await send(Buffer.from('\uFEFF', 'utf16le'));
    expect([empty.status, empty.body.detail.message]).toEqual([
      422,
      'body: the file is empty; its first row must be a header',
    ]);
  });
});

describe('a file of newline-delimited JSON', () => {
  it('keeps numbers of JSON that no double has as texts', async () => {
    const row =
      '{"id":123456789012345678,"price":19.90,"z":-1e400,"t":"a \\"7\\" 12345678901234567890","n":7}';
    const job = await accepted(row, { type: NDJSON });
    expect(job.inputs).toEqual([['123456789012345678', 19.9, '-1e400', 'a "7" 12345678901234567890', 7]]);
  });

  it('has columns as its keys first occur, and cells with their values', async () => {
    const lines = [
      '{"name": "Acme", "tags": ["a", {"b": 1}], "size": 5}',
      '{"domain": "beta.io", "name": null, "__proto__": true}',
      '{}',
      '',
      '[1]',
      '{"name": "broken',
      `{"name": ${'['.repeat(200)}${']'.repeat(200)}}`,
      '{"\\ud800": "\\udc00", "": 0}',
    ];
    const job = await accepted(lines.join('\n'), { type: NDJSON });
    expect(job.inputs).toEqual([
      ['Acme', ['a', { b: 1 }], 5],
      [null, '', '', 'beta.io', true],
      [],
      { fault: 'must be a JSON object, not a list', text: '[1]' },
      { fault: expect.stringMatching(/^is not valid JSON/), text: '{"name": "broken' },
      { fault: 'is nested deeper than 100 levels', text: lines[6] },
      ['', '', '', '', '', '\udc00', 0],
    ]);
    expect(named(job)).toEqual([
      ['name', 'name'],
      ['tags', null],
      ['size', null],
      ['domain', 'domain'],
      ['__proto__', null],
      ['\uFFFD', null],
      ['column_7', null],
    ]);
  });

  it('has up to 500 different keys; a file with more leaves a job that failed, without rows', async () => {
    const line = (from: number, count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, at])));
    expect((await accepted(line(0, 500), { type: NDJSON })).columns).toHaveLength(500);
    const { status, body } = await send(`${line(0, 300)}\n${line(300, 201)}\n`, { type: NDJSON });
    const message = 'body: the file has over 500 columns; remove those that nobody needs';
    expect([status, body.detail.message]).toEqual([422, message]);
    expect((await jobsOf(service, tenant.organizationId))[1]).toEqual({
      id: expect.any(Number),
      status: 'failed',
      error: { code: 'validation_error', message, at_row: 1 },
      row_count: 0,
      input_bytes: 0,
    });
  });
});

describe('a file that cannot be read', () => {
  const utf16 = Buffer.from('\uFEFFname,domain\nAcme,acme.com\n', 'utf16le');
  const SAVE = /Save its table as CSV. In Excel, choose File, Save As, "CSV UTF-8"/;
  type Refused = [name: string, file: string | Buffer, status: number, message: unknown, type: string];
  type Case = [name: string, file: string | Buffer, status: number, message: unknown, type?: string];
  const withType = ([name, file, status, message, type = 'text/csv']: Case): Refused => [
    name,
    file,
    status,
    message,
    type,
  ];
  const REFUSED: Case[] = [
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0'), 415, expect.stringMatching(SAVE)],
    ['an empty archive', Buffer.from('PK\x05\x06\0\0'), 415, expect.stringMatching(SAVE)],
    ['a workbook of 2003', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, expect.stringMatching(SAVE)],
    ['a workbook as JSON', Buffer.from('PK\x03\x04'), 415, expect.stringMatching(SAVE), NDJSON],
    ['Parquet', 'PAR1xxx', 415, 'The file is Parquet. Send CSV, or newline-delimited JSON.'],
    [
      'gzip that nothing announces',
      gzipSync('a\n1'),
      415,
      'The file is compressed with gzip. Send it with the header Content-Encoding: gzip.',
    ],
    ['a JSON array', '[{"a": 1}]', 415, expect.stringContaining('is a JSON array'), NDJSON],
    ['JSON as CSV', '{"a": 1}\n', 415, expect.stringContaining('send Content-Type: application/x-ndjson')],
    ['CSV as JSON', 'a,b\n1,2\n', 415, expect.stringContaining('send Content-Type: text/csv'), NDJSON],
    [
      'another media type',
      'a\n1\n',
      415,
      'Send the file with Content-Type: text/csv, perhaps with its charset, or application/x-ndjson, which is UTF-8.',
      'application/json',
    ],
    [
      'another charset',
      'a\n1\n',
      415,
      'Send the file with Content-Type: text/csv, perhaps with its charset, or application/x-ndjson, which is UTF-8.',
      'text/csv; charset=klingon',
    ],
    [
      'JSON in another charset',
      '{"a": 1}\n',
      415,
      expect.stringContaining('which is UTF-8'),
      'application/x-ndjson; charset=windows-1252',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 415, expect.stringContaining('picture')],
    ['a PDF', '%PDF-1.7\nx\n', 415, expect.stringContaining('PDF')],
    ['ZSTD', Buffer.from('28b52ffd00580000', 'hex'), 415, expect.stringContaining('zstd')],
    ['nothing', '', 422, 'body: the file is empty; its first row must be a header'],
    ['empty lines', '\r\n\n', 422, 'body: the file is empty; its first row must be a header'],
    ['a header alone', 'name,domain\n', 422, 'body: the file has a header, but no rows'],
    [
      'UTF-16 without a mark',
      utf16.subarray(2),
      422,
      'body: line 1 is no header: it has NULs, or CR ends its lines',
    ],
    [
      'lines that end in CR',
      'name\rAcme\r',
      422,
      'body: line 1 is no header: it has NULs, or CR ends its lines',
    ],
    [
      'a header that is partly UTF-8',
      Buffer.from('Stra\xdfe,Stra\xc3\x9fe\nx\n', 'latin1'),
      422,
      expect.stringContaining('line 1, the header, is not valid UTF-8'),
    ],
    [
      'a header that never ends',
      '"name,domain\nAcme\n',
      422,
      'body: line 1, the header, has a quote that is not closed',
    ],
    [
      'too many rows',
      `a\n${'1\n'.repeat(5_001)}`,
      413,
      'The file has over 5000 rows. Send it in several files.',
    ],
  ];
  it.each(REFUSED.map(withType))(
    'is refused in one clear sentence: %s',
    async (_name, file, status, message, type) => {
      const { body, status: answered } = await send(file, { type });
      expect([answered, body.detail.message]).toEqual([status, message]);
      const jobs = await jobsOf(service, tenant.organizationId);
      // What the beginning of a file shows leaves no job.
      expect(jobs.map((job) => job.status)).toEqual(status === 415 ? [] : ['failed']);
      const { rows } = await service.database.pool.query(
        'SELECT FROM job_chunk c JOIN job j ON j.id = c.job_id WHERE j.organization_id = $1',
        [tenant.organizationId],
      );
      expect(rows).toEqual([]);
    },
  );

  it('is refused if its gzip is damaged, cut off, or another coding', async () => {
    const bytes = gzipSync(Buffer.from(`a\n${'12345\n'.repeat(100)}`));
    const gzip = { 'Content-Encoding': 'gzip' };
    const message = 'The body is not gzip, or it is damaged or incomplete. Send it again.';
    for (const file of ['a,b\n1,2\n', bytes.subarray(0, -9)]) {
      const { status, body } = await send(file, { headers: gzip });
      expect([status, body.detail.error, body.detail.message]).toEqual([400, 'bad_request', message]);
    }
    const { status, body } = await send(bytes, { headers: { 'Content-Encoding': 'br' } });
    expect([status, body.detail.error]).toEqual([415, 'unsupported_media_type']);
  });

  const KINDS = expect.stringMatching(/^must be one of match, /);
  const PARAMETERS: [query: string, pointer: string, message: unknown][] = [
    ['', '/kind', KINDS],
    ['kind=none', '/kind', KINDS],
    [
      'kind=match&min_confidence=2',
      '/min_confidence',
      'must be a number from 0 to 1, with at most three decimals',
    ],
    [
      'kind=match&min_confidence=',
      '/min_confidence',
      'must be a number from 0 to 1, with at most three decimals',
    ],
    ['kind=match&name=', '/name', NAME_RULE],
    ['kind=match&name=%20%C2%A0%E3%85%A4', '/name', NAME_RULE],
    ['kind=match&name=a%00b', '/name', NAME_RULE],
    [`kind=match&name=${'x'.repeat(256)}`, '/name', NAME_RULE],
    ['kind=match&max_credits=-1', '/max_credits', 'must be a whole number from 0 to 2147483647'],
    ['kind=match&max_credits=2147483648', '/max_credits', 'must be a whole number from 0 to 2147483647'],
    ['kind=match&shared=1', '/shared', 'must be true or false'],
    ['kind=match&list_id=1', '/list_id', 'is only for the kind add_to_list'],
    ['kind=add_to_list', '/list_id', 'is missing; the kind add_to_list adds the companies to this list'],
    ['kind=add_to_list&list_id=x', '/list_id', 'must be the `list_id` of a list'],
    ['kind=match&color=red', '/color', 'is not a known parameter'],
    ['kind=match&kind=match', '/kind', KINDS],
  ];
  it.each(PARAMETERS)('is refused with the parameters "%s"', async (query, pointer, message) => {
    const { status, body } = await send('a\n1\n', { query });
    expect([status, body.detail.errors]).toEqual([422, [{ pointer, message }]]);
    expect(await jobsOf(service, tenant.organizationId)).toEqual([]);
  });
});
