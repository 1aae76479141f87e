import { describe, expect, it } from '@jest/globals';
import { answer, codes, problem, refusal } from '../../harness/errors.ts';
import { QUEUED, raiseFlag, readFlagAudit, readReview, useReviewers } from './support.ts';

const { service, tenant, ids, office, now, patch, reviewed } = useReviewers();

const RESOLVE = `mutation ($input: ResolveFlagInput!) { resolveFlag(input: $input) {
  flag { id flagId status description createdAt resolvedAt resolution note
    flaggedCompany { companyId name primaryDomain retiredAt } organization { organizationId name } } } }`;

/** Raises a flag with a key of the reporters. */
const raise = (description: string, key = tenant.userKey) => raiseFlag(service, key, description);
const stored = (flagId: number) => readReview(service, flagId);
const audit = (flagId: number) => readFlagAudit(service, flagId);

describe('an operator', () => {
  it('resolves a flag of another organization over REST, and the reporter sees the result', async () => {
    const flagId = await raise('The name is wrong.');
    const body = { resolution: 'corrected', note: '  The next import has it. ' };
    const result = {
      status: 'resolved',
      resolved_at: now(),
      resolution: 'corrected',
      note: 'The next import has it.',
    };
    expect(answer(await patch(office.userKey, flagId, body))).toEqual({
      status: 200,
      body: reviewed(flagId, 'The name is wrong.', result),
    });
    expect(await stored(flagId)).toEqual({
      ...result,
      resolved_at: service.clock.now(),
      resolved_by_id: office.userId,
    });
    const details = { flag_id: flagId, company_id: ids.acme, resolution: 'corrected', note: result.note };
    expect(await audit(flagId)).toEqual([
      { action: 'flag_resolved', organization_id: null, actor_id: office.userId, details },
    ]);
    const { flags } = (await service.rest(tenant.userKey).get('/v1/account/flags')).body;
    expect(flags).toEqual([
      {
        flag_id: flagId,
        description: 'The name is wrong.',
        created_at: now(),
        ...result,
        company_id: ids.acme,
        company: {
          company_id: ids.acme,
          name: 'ACME',
          slug: 'acme',
          primary_domain: 'acme.example',
          partnership_count: 0,
        },
      },
    ]);
  });

  it('sends the same result again without an error, and learns of another one that came first', async () => {
    const flagId = await raise('Twice.');
    const first = { resolution: 'wont_fix', note: 'It is right.' };
    const { body } = await patch(office.userKey, flagId, first);
    service.clock.advance({ minutes: 5 });
    expect(answer(await patch(office.userKey, flagId, first))).toEqual({ status: 200, body });

    const message = `Flag ${flagId} was resolved as wont_fix before. The first resolution stays.`;
    const details = { ...first, resolved_at: body.resolved_at };
    for (const other of [{ resolution: 'corrected', note: first.note }, { resolution: 'wont_fix' }])
      expect(answer(await patch(office.userKey, flagId, other))).toEqual(
        problem(409, 'flag_resolved', message, { ...details }),
      );
    const input = { flagId, resolution: 'CORRECTED' };
    expect(refusal(await service.graphql(office.userKey, RESOLVE, { input }))).toEqual({
      status: 200,
      data: { resolveFlag: null },
      errors: [{ message, path: ['resolveFlag'], extensions: { code: 'FLAG_RESOLVED', ...details } }],
    });
    expect(await stored(flagId)).toMatchObject({ ...first, resolved_at: new Date(body.resolved_at) });
    expect(await audit(flagId)).toHaveLength(1);
  });

  it.each<[string, object, object]>([
    ['without a resolution', {}, { pointer: '/resolution', message: expect.stringMatching(/one of/) }],
    [
      'with another resolution',
      { resolution: 'CORRECTED' },
      { pointer: '/resolution', message: 'must be one of corrected, not_reproducible, wont_fix' },
    ],
    [
      'with a note of 2001 characters',
      { resolution: 'corrected', note: '😀'.repeat(2001) },
      { pointer: '/note', message: 'must be at most 2000 characters; 2001 were sent' },
    ],
    [
      'with a note that cannot be stored',
      { resolution: 'corrected', note: 'a\u0000b' },
      { pointer: '/note', message: 'must not contain U+0000 or half of a surrogate pair' },
    ],
  ])('is refused %s', async (_name, body, violation) => {
    const flagId = await raise('Refused.');
    const response = await patch(office.userKey, flagId, body);
    expect(answer(response)).toEqual(
      problem(422, 'validation_error', expect.any(String), { errors: [violation] }),
    );
    expect([await stored(flagId), await audit(flagId)]).toEqual([QUEUED, []]);
  });

  it('may write 2000 characters, and a blank note is none', async () => {
    const [long, blank] = [await raise('Long.'), await raise('Blank.')];
    await patch(office.userKey, long, { resolution: 'corrected', note: ` ${'😀'.repeat(2000)} ` });
    await patch(office.userKey, blank, { resolution: 'corrected', note: ' \n ' });
    expect((await stored(long)).note).toBe('😀'.repeat(2000));
    expect(await stored(blank)).toMatchObject({ status: 'resolved', note: null });
  });

  it('is told of a flag that does not exist', async () => {
    const missing = problem(404, 'flag_not_found', 'Flag not found.');
    for (const id of [999_999, 'seven', 2 ** 31])
      expect(answer(await patch(office.userKey, id, { resolution: 'corrected' }))).toEqual(missing);
    const input = { flagId: Buffer.from('Company:1').toString('base64'), resolution: 'CORRECTED' };
    expect(codes(await service.graphql(office.userKey, RESOLVE, { input }))).toEqual(['FLAG_NOT_FOUND']);
  });
});

describe('two operators at once', () => {
  const race = async (resolutions: readonly string[]) => {
    const flagId = await raise('Raced.');
    const second = await service.createColleague(office, `second-${flagId}`);
    await service.admin.setOperator(second.email, true);
    const keys = [office.userKey, second.userKey];
    const sent = resolutions.map((resolution, i) => patch(keys[i], flagId, { resolution }));
    const responses = await Promise.all(sent);
    return { flagId, statuses: responses.map(({ status }) => status).toSorted() };
  };

  it('who disagree make one entry: the first decides, and the second is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { flagId, statuses } = await race(['corrected', 'wont_fix']);
      expect(statuses).toEqual([200, 409]);
      const [entry, ...more] = await audit(flagId);
      expect(more).toEqual([]);
      expect(entry.details.resolution).toBe((await stored(flagId)).resolution);
      expect(entry.actor_id).toBe((await stored(flagId)).resolved_by_id);
    }
  });

  it('who agree make one entry, and both are answered', async () => {
    const { flagId, statuses } = await race(['corrected', 'corrected']);
    expect(statuses).toEqual([200, 200]);
    expect(await audit(flagId)).toHaveLength(1);
  });
});
