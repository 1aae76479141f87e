import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Options of either ceremony, as far as this authenticator reads them. */
interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

/** What a response says otherwise than it should. */
interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: the authenticator did not ask for a PIN. */
  userVerified?: boolean;
  userPresent?: boolean;
  crossOrigin?: boolean;
  type?: string;
  counter?: number;
  userHandle?: string | undefined;
  credentialId?: Buffer;
  /** Id beside the response, which the authenticator has not made. */
  claimedId?: Buffer;
  /** Attestation of a format, in CBOR. */
  attestation?: { fmt: string; attStmt: Buffer };
  transports?: unknown;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };
const AAGUID = Buffer.alloc(16);

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Head of an item of CBOR (RFC 8949, section 3): the major type, and a number below 65,536. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 256) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 255]);
}

export const cbor = {
  number: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  bytes: (value: Uint8Array) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]),
  map: (entries: readonly (readonly [key: Buffer, value: Buffer])[]) =>
    Buffer.concat([head(5, entries.length), ...entries.flat()]),
};

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

const KEYS: Readonly<Record<Algorithm, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** Encodes a public key in COSE (RFC 9053, section 7; RFC 8230, section 4). */
function toCose(algorithm: Algorithm, publicKey: KeyObject): Buffer {
  const jwk = publicKey.export({ format: 'jwk' });
  const part = (value: unknown) => cbor.bytes(Buffer.from(String(value), 'base64url'));
  const entries: Record<Algorithm, readonly (readonly [number, Buffer])[]> = {
    ES256: [
      ...([
        [1, cbor.number(2)],
        [3, cbor.number(-7)],
        [-1, cbor.number(1)],
      ] as const),
      ...([
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ] as const),
    ],
    EdDSA: [
      [1, cbor.number(1)],
      [3, cbor.number(-8)],
      [-1, cbor.number(6)],
      [-2, part(jwk.x)],
    ],
    RS256: [
      [1, cbor.number(3)],
      [3, cbor.number(-257)],
      [-1, part(jwk.n)],
      [-2, part(jwk.e)],
    ],
  };
  return cbor.map(entries[algorithm].map(([key, value]) => [cbor.number(key), value]));
}

/** A passkey in software, with the browser before it: it answers options as both would, or with faults. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #algorithm: Algorithm;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly #origin: string;
  #userHandle: string | undefined;
  /** Signatures so far. An authenticator that does not count says 0. */
  counter: number;

  constructor(origin: string, { algorithm = 'ES256' as Algorithm, counter = 1 } = {}) {
    this.#origin = origin;
    this.#algorithm = algorithm;
    this.#keys = KEYS[algorithm]();
    this.counter = counter;
  }

  /** Makes the passkey: `navigator.credentials.create()`. @returns RegistrationResponseJSON */
  create(options: Options, faults: Faults = {}) {
    this.#userHandle = options.user?.id;
    const id = faults.credentialId ?? this.credentialId;
    const cose = toCose(this.#algorithm, this.#keys.publicKey);
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const attested = Buffer.concat([AAGUID, length, id, cose]);
    const authData = this.#authenticatorData(options, faults, attested);
    const { fmt, attStmt } = faults.attestation ?? { fmt: 'none', attStmt: cbor.map([]) };
    const attestationObject = cbor.map([
      [cbor.text('fmt'), cbor.text(fmt)],
      [cbor.text('attStmt'), attStmt],
      [cbor.text('authData'), cbor.bytes(authData)],
    ]);
    const claimed = base64url(faults.claimedId ?? id);
    return {
      id: claimed,
      rawId: claimed,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options, faults)),
        attestationObject: base64url(attestationObject),
        transports: 'transports' in faults ? faults.transports : ['internal', 'hybrid'],
      },
    };
  }

  /** Signs with the passkey: `navigator.credentials.get()`. @returns AuthenticationResponseJSON */
  get(options: Options, faults: Faults = {}) {
    if (this.counter > 0) this.counter += 1;
    const id = faults.credentialId ?? this.credentialId;
    const clientData = this.#clientData('webauthn.get', options, faults);
    const authData = this.#authenticatorData(options, faults);
    const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')]);
    const digest = this.#algorithm === 'EdDSA' ? null : 'sha256';
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign(digest, signed, this.#keys.privateKey)),
        userHandle: 'userHandle' in faults ? faults.userHandle : this.#userHandle,
      },
    };
  }

  #clientData(type: string, options: Options, faults: Faults): Buffer {
    const { challenge, origin = this.#origin, crossOrigin = false } = { ...options, ...faults };
    return Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin }));
  }

  #authenticatorData(options: Options, faults: Faults, attested?: Buffer): Buffer {
    const { userPresent = true, userVerified = true, counter = this.counter } = faults;
    const rpId = faults.rpId ?? options.rpId ?? options.rp?.id ?? '';
    const flags =
      (userPresent ? FLAGS.present : 0) |
      (userVerified ? FLAGS.verified : 0) |
      (attested ? FLAGS.attested : 0);
    const rest = Buffer.alloc(5);
    rest[0] = flags;
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([hash('sha256', rpId, 'buffer'), rest, attested ?? Buffer.alloc(0)]);
  }
}
