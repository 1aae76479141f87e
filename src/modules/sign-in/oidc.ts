import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { z } from 'zod';
import type { OidcSettings } from '../../config/sign-in.ts';
import { toEmailAddress } from '../../lib/addresses.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault } from '../../lib/fault.ts';
import { propertyOf } from '../../lib/json.ts';
import type { Logger } from '../../lib/logger.ts';
import { recordAdminEvent } from '../access/admin-events.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import type { Challenges } from './challenges.ts';
import { explainDiscovery } from './discovery-failure.ts';
import { type Sessions, type SignedIn, signInFailed, type Visit } from './sessions.ts';

/** How long the provider may take to answer, in seconds. */
const TIMEOUT_SECONDS = 10;

/** The library accepts a clock that differs by 30 seconds. */
const MAX_DRIFT_SECONDS = 5;

const SCOPE = 'openid email profile';

/** What the browser keeps between the start of a sign-in and its end. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/** Subjects have at most 255 ASCII characters (OpenID Connect Core, section 2). */
const MAX_SUBJECT = 255;
const MAX_ISSUER = 2_000;

/** Claims of an ID token that identify an account. A provider's text can hold what PostgreSQL does not store. */
const accountClaims = z.object({
  iss: z.string().min(1).max(MAX_ISSUER).refine(isStorable),
  sub: z.string().min(1).max(MAX_SUBJECT).refine(isStorable),
});

/** An account at the provider. */
interface Account {
  issuer: string;
  subject: string;
  /** As users have it; undefined unless the provider says that it belongs to the person. */
  email: string | undefined;
}

interface OidcTools {
  settings: OidcSettings;
  /** Address to which the provider sends people back. */
  redirectUri: string;
  clock: Clock;
  challenges: Challenges;
  sessions: Sessions;
  logger: Logger;
}

export type Oidc = ReturnType<typeof createOidc>;

/**
 * Signs people in with an OpenID provider: code flow with PKCE, state and nonce. An account there is identified by issuer and
 * subject, never by its e-mail address. It never makes a user: the first sign-in links the account to a user who has the
 * same verified address and no account yet (contract, section 17).
 */
export function createOidc({ settings, redirectUri, clock, challenges, sessions, logger }: OidcTools) {
  let known: Promise<Configuration> | undefined;
  let knownSkew = 0;

  /** Reads the provider's discovery document once; again after a failure, and if the clock was set. */
  function configuration(): Promise<Configuration> {
    const skew = Math.round((clock.now().getTime() - Date.now()) / 1000);
    if (known && Math.abs(skew - knownSkew) <= MAX_DRIFT_SECONDS) return known;
    knownSkew = skew;
    known = discover(settings, skew).catch((error: unknown) => {
      known = undefined;
      const { message: cause } = explainDiscovery(error, settings.issuer);
      logger.warn({ err: error, issuer: settings.issuer, cause }, 'the OpenID provider cannot be used');
      throw new Fault(
        'oidc_unavailable',
        `The OpenID provider ${settings.label} cannot be used at the moment. Try again, or sign in in another way. Operators: the log says why, and doctor checks it.`,
        { cause: error },
      );
    });
    return known;
  }

  /** Exchanges the code of the provider's answer, and checks its token. */
  async function accountOf(answer: URL, { state, nonce, verifier }: OidcAttempt): Promise<Account> {
    const { authorizationCodeGrant, fetchUserInfo } = await openidClient();
    const config = await configuration();
    const tokens = await authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    const { data: named } = accountClaims.safeParse(claims);
    if (!named) throw refused('the ID token names no account that can be stored');
    const { iss: issuer, sub: subject } = named;
    const hasEmail = claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
    const said = hasEmail ? claims : await fetchUserInfo(config, tokens.access_token, subject);
    return { issuer, subject, email: verifiedEmailOf(said) };
  }

  /** Finds the user of an account, or links it to the user who has its address. @throws Fault sign_in_failed */
  async function userOf(db: PrismaQueries, { issuer, subject, email }: Account): Promise<number> {
    const now = clock.now();
    const [linked] = await db.userIdentity.updateManyAndReturn({
      where: { issuer, subject },
      data: { lastUsedAt: now },
      select: { userId: true },
    });
    if (linked) return linked.userId;
    if (email === undefined) throw refused('the provider has no verified e-mail address of the person');
    const where = { email, kind: 'person', disabledAt: null, identities: { none: {} } } as const;
    const user = await db.user.findFirst({ where, select: { id: true, organizationId: true } });
    if (!user) throw refused('no user without an account has the e-mail address');
    const { id: userId, organizationId } = user;
    await db.userIdentity.create({ data: { issuer, subject, userId, createdAt: now, lastUsedAt: now } });
    const details = { user_id: userId, issuer, subject };
    const by = { operator: 'openid' };
    await recordAdminEvent(db, clock, by, { action: 'identity_linked', organizationId, details });
    return userId;
  }

  function refused(reason: string): Fault {
    logger.info({ issuer: settings.issuer, reason }, 'a sign-in with OpenID was refused');
    return signInFailed();
  }

  return {
    label: settings.label,

    /** Begins a sign-in. @returns where the browser goes, and what it keeps meanwhile. @throws Fault oidc_unavailable */
    async start(): Promise<{ location: string; attempt: OidcAttempt }> {
      const client = await openidClient();
      const config = await configuration();
      const attempt = {
        state: await challenges.issue('oidc'),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, attempt };
    },

    /**
     * Ends a sign-in with the provider's answer.
     *
     * @param query query of the address to which the provider sent the browser back.
     * @throws Fault sign_in_failed for whatever is wrong with it; oidc_unavailable
     */
    async finish(query: string, attempt: OidcAttempt, visit: Visit): Promise<SignedIn> {
      // Invented answers do not reach the provider.
      if (!(await challenges.isOwn('oidc', attempt.state)))
        throw refused('the state is not one of this service');
      const account = await accountOf(new URL(`${redirectUri}?${query}`), attempt).catch((error: unknown) => {
        if (error instanceof Fault) throw error;
        const code = propertyOf(error, 'code') ?? propertyOf(error, 'error');
        throw refused(typeof code === 'string' ? code : String(error));
      });
      return sessions.signIn(visit, async (db) => {
        if (!(await challenges.redeem(db, 'oidc', attempt.state)))
          throw refused('the state was used, or has expired');
        return { userId: await userOf(db, account), way: 'oidc' };
      });
    },
  };
}

/** Reads the provider's discovery document. @throws the reason why it cannot be used */
export async function attemptDiscovery(settings: OidcSettings): Promise<{ endpoint: string }> {
  const { authorization_endpoint: endpoint } = (await discover(settings, 0)).serverMetadata();
  if (endpoint === undefined) throw new Error('its discovery document names no authorization_endpoint');
  return { endpoint };
}

/** Loaded by the first sign-in, so that the start of the service does not wait for it. */
const openidClient = () => import('openid-client');

/** @param skew seconds by which the clock of the service differs from that of the machine: tokens are compared with it. */
async function discover({ issuer, clientId, clientSecret }: OidcSettings, skew: number) {
  const { allowInsecureRequests, ClientSecretBasic, clockSkew, discovery, None } = await openidClient();
  const url = new URL(issuer);
  // Plain HTTP is for providers of tests and of development, on this machine.
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const execute = isLocal && url.protocol === 'http:' ? [allowInsecureRequests] : [];
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
  const metadata = {
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    [clockSkew]: skew,
  };
  return discovery(url, clientId, metadata, authentication, { timeout: TIMEOUT_SECONDS, execute });
}

/**
 * Returns the e-mail address if the provider has verified it. Microsoft Entra says so by `xms_edov`, if the application asks
 * for this claim.
 */
function verifiedEmailOf({
  email,
  email_verified,
  xms_edov,
}: IDToken | UserInfoResponse): string | undefined {
  const isVerified = [email_verified, xms_edov].some((said) =>
    [true, 'true', 1, '1'].includes(said as never),
  );
  return typeof email === 'string' && isVerified ? toEmailAddress(email) : undefined;
}
