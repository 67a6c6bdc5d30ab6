// How a webhook trigger requires its senders to prove themselves.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { HeaderName } from '../definition/headers';
import { type Handshake, handshakes } from './handshake';
import { algorithms, type ClaimCondition, encodings, keyEncodings, type Proof } from './proof';
import { findSender, senderNames } from './senders';
import { findHandshakeProblem } from './signing-handshake';
import { readUrl } from '../http/read-url';

const placeholder =
  /\{(?:body|body_sha256|timestamp|secret|url|path|method|form|field:[\w.-]{1,100}|header:[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})\}/g;

const Signed = z
  .string()
  .max(300, 'What is signed must be 300 characters or less')
  .refine(
    (text) => /\{(?:body|body_sha256|form|field:[^}]+)\}/.test(text),
    'What is signed must hold {body}, {body_sha256}, {form} or {field:name}',
  )
  .refine(
    (text) => !/[{}]/.test(text.replaceAll(placeholder, '')),
    'What is signed may hold {body}, {body_sha256}, {timestamp}, {secret}, {url}, {path}, {method}, {form}, {field:name} and {header:name} in braces',
  );

/** A path of names in the body, which is JSON or a form. */
const Path = z
  .string()
  .trim()
  .min(1, 'The path is required')
  .max(200, 'Paths must be 200 characters or less');

/** The place of a token: a path of names in the body replaces the header; `$` is the whole body. */
const tokenPlace = { header: HeaderName.default('Authorization'), path: Path.optional() };

/** The claim that holds the hash of the body. */
const BodyClaim = z.string().trim().min(1).max(100, 'Claims must be 100 characters or less').optional();

/** A claim that must be present, by its name as in the token, and its value. */
const claimCondition = {
  claim: z.string().trim().min(1).max(200, 'Claims must be 200 characters or less').optional(),
  claimValue: z.string().min(1).max(500, 'Values of claims must be 500 characters or less').optional(),
};

/** Checks whether a claim's value comes with its name, without which the value would be no condition. */
function isClaimNamed({ claim, claimValue }: ClaimCondition): boolean {
  return claim !== undefined || claimValue === undefined;
}
const claimUnnamed = { path: ['claim'], error: 'Name the claim that has this value' };

const Tolerance = z
  .number()
  .int()
  .min(1, 'The tolerance must be 1 second or more')
  .max(86_400, 'The tolerance must be 86,400 seconds or less')
  .default(300);

const JwksUrl = z
  .string()
  .max(500, 'Addresses must be 500 characters or less')
  .refine(
    (text) => /^https:\/\/[^\s@]+$/.test(text) && readUrl(text) !== undefined,
    'Keys are fetched by https',
  );

/** The ways that a user describes field by field. */
const ownSchemes = ['auto', 'hmac', 'token', 'query', 'field', 'basic', 'jwt', 'jwks', 'jws'] as const;

/**
 * How a delivery proves who sends it. `auto` accepts the oldest ways, a sender's name stands for its own way, and the others
 * are described by their fields. With anything but `auto`, a webhook without a secret accepts no delivery.
 */
export const Verify = z.discriminatedUnion(
  'scheme',
  [
    z.object({ scheme: z.literal('auto') }),
    z.object({ scheme: z.enum(senderNames) }),
    z.object({
      scheme: z.literal('hmac'),
      /** The header that holds the signature, unless `path` is set. */
      header: HeaderName.default('X-Signature'),
      /** The field of the body that holds the signature, instead of a header. */
      path: Path.optional(),
      algorithm: z.enum(algorithms).default('sha256'),
      encoding: z.enum(encodings).default('hex'),
      prefix: z.string().max(50, 'Prefixes must be 50 characters or less').default(''),
      signed: Signed.default('{body}'),
      /**
       * The header that holds the time, in seconds or milliseconds since 1970 or by ISO 8601. It is the signature's header when
       * the time stands beside the signature, as in `t=1,v1=…`.
       */
      timestamp: HeaderName.optional(),
      toleranceSeconds: Tolerance,
      /** How the secret is written; as text by default. */
      key: z.enum(keyEncodings).optional(),
    }),
    z.object({
      scheme: z.literal('token'),
      header: HeaderName.default('Authorization'),
      prefix: z.string().max(50, 'Prefixes must be 50 characters or less').default(''),
    }),
    z.object({
      scheme: z.literal('query'),
      /** The name of the parameter that holds the secret. */
      name: z
        .string()
        .min(1, 'The name of the parameter is required')
        .max(100, 'Names of parameters must be 100 characters or less'),
    }),
    z.object({
      scheme: z.literal('field'),
      /** A path of names with dots between them, in JSON or a form. */
      path: Path,
    }),
    z.object({
      scheme: z.literal('basic'),
      username: z.string().max(200, 'Usernames must be 200 characters or less').default(''),
    }),
    z
      .object({ scheme: z.literal('jwt'), ...tokenPlace, bodyClaim: BodyClaim, ...claimCondition })
      .refine(isClaimNamed, claimUnnamed),
    z
      .object({
        scheme: z.literal('jwks'),
        ...tokenPlace,
        /** The address of the public keys. */
        jwksUrl: JwksUrl,
        issuer: z.string().min(1, 'The issuer is required').max(500),
        bodyClaim: BodyClaim,
        ...claimCondition,
      })
      .refine(isClaimNamed, claimUnnamed),
    z.object({
      scheme: z.literal('jws'),
      header: HeaderName.default('X-JWS-Signature'),
      jwksUrl: JwksUrl,
      /** The field of the signature's head that holds the time of sending, such as `iat`; its values are as with `hmac`. */
      timestamp: z.string().trim().min(1).max(100, 'Names must be 100 characters or less').optional(),
      toleranceSeconds: Tolerance,
    }),
  ],
  { error: describeChoice('Who sends', ownSchemes) },
);
export type Verify = z.infer<typeof Verify>;

export const HandshakeChoice = z.enum(handshakes, { error: describeChoice('The handshake', handshakes) });

/** Returns the proof that a trigger requires of its senders. */
export function toProof(verify: Verify = { scheme: 'auto' }): Proof {
  switch (verify.scheme) {
    case 'auto':
      return { kind: 'auto' };
    case 'hmac': {
      const { header, path, algorithm, encoding, prefix, signed, timestamp, toleranceSeconds, key } = verify;
      const time = timestamp?.toLowerCase();
      const base = {
        kind: 'signature',
        ...(path === undefined ? { header: header.toLowerCase() } : { header: path, in: 'field' as const }),
        algorithm,
        encoding,
        prefix,
        signed,
      } as const;
      return { ...base, ...(time && { time, toleranceSeconds }), ...(key && { key }) };
    }
    case 'token':
      return { kind: 'token', header: verify.header.toLowerCase(), prefix: verify.prefix };
    case 'query':
      return { kind: 'query', name: verify.name };
    case 'field':
      return { kind: 'field', path: verify.path };
    case 'basic':
      return { kind: 'basic', username: verify.username };
    case 'jwt':
    case 'jwks': {
      const { scheme: kind, ...fields } = verify;
      return { ...fields, kind, header: verify.header.toLowerCase() } as Proof;
    }
    case 'jws': {
      const { jwksUrl: keysAt, timestamp, toleranceSeconds } = verify;
      const header = verify.header.toLowerCase();
      const time = timestamp === undefined ? {} : { time: { head: timestamp }, toleranceSeconds };
      return { kind: 'detached', header, keysAt, signed: 'body', isFor: 'query', ...time };
    }
    default:
      return findSender(verify.scheme)?.proof ?? { kind: 'auto' };
  }
}

/**
 * Explains why a signature may not name its time; undefined when it may. A time that is not signed protects from nothing: a
 * stranger who has an old delivery could send it again with a new time.
 */
export function findTimeProblem(verify: Verify = { scheme: 'auto' }): string | undefined {
  if (verify.scheme !== 'hmac' || verify.timestamp === undefined) return undefined;
  const signed = verify.signed.toLowerCase();
  const isSigned = ['{timestamp}', `{header:${verify.timestamp.toLowerCase()}}`].some((each) =>
    signed.includes(each),
  );
  return isSigned
    ? undefined
    : 'What is signed must hold {timestamp}. If the sender does not sign the time, leave the timestamp header empty';
}

/** Returns the handshake that a trigger chooses, or its sender's; `none` if the choice was made before it was refused. */
export function toHandshake(webhook: {
  verify?: Verify | undefined;
  handshake?: Handshake | undefined;
}): Handshake {
  if (findHandshakeProblem(webhook)) return 'none';
  return webhook.handshake ?? findSender(webhook.verify?.scheme ?? 'auto')?.handshake ?? 'none';
}

/**
 * Checks whether a proof covers the query of a request: a signature over the body alone would let any query pass. With `auto`,
 * only the secret itself covers it.
 */
export function provesQuery(proof: Proof): boolean {
  switch (proof.kind) {
    case 'signature':
      return /\{(?:url|path)\}/.test(proof.signed);
    case 'jwt':
    case 'jwks':
      return proof.bodyClaim === undefined && proof.path === undefined;
    case 'auto':
    case 'token':
    case 'query':
    case 'basic':
      return true;
    default:
      return false;
  }
}

/**
 * Checks whether a proof holds for a compressed body, too: it is about all bytes as they came, or about none. Fields would be
 * read from the compressed bytes, of which a stranger could make both a JSON text with signed fields and a stream that unpacks
 * to others.
 */
export function provesCompressed(proof: Proof): boolean {
  switch (proof.kind) {
    case 'signature':
      return proof.in !== 'field' && !/\{(?:form|field:|member:)/.test(proof.signed);
    case 'jwt':
    case 'jwks':
      return proof.path === undefined;
    case 'field':
    case 'fields':
    case 'sealed':
    case 'app-store':
    case 'sns':
      return false;
    default:
      return true;
  }
}

/** Returns the parameter of the query that holds the secret, if one does. */
export function findSecretParameter(verify?: Verify): string | undefined {
  const proof = toProof(verify);
  if (proof.kind === 'key-set' || (proof.kind === 'detached' && proof.isFor === 'query')) return 'secret';
  return proof.kind === 'query' ? proof.name : undefined;
}

/** Returns, as a sentence, that a webhook whose deliveries need a secret has none; undefined when it has one, or needs none. */
export function explainMissingSecret({
  secret,
  verify,
}: {
  secret: string;
  verify?: Verify | undefined;
}): string | undefined {
  // Without a secret, the usual proofs are not required.
  if (secret || toProof(verify).kind === 'auto') return undefined;
  return 'There is no secret yet, so every delivery is rejected.';
}
