// What a webhook trigger asks of those who send to it.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { HeaderName } from '../definition/headers';
import { type Handshake, handshakes } from './handshake';
import { algorithms, type ClaimCondition, encodings, keyEncodings, type Proof } from './proof';
import { findSender, senderNames } from './senders';
import { findHandshakeProblem } from './signing-handshake';

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

/** Of the body, JSON or a form. */
const Path = z
  .string()
  .trim()
  .min(1, 'The path is required')
  .max(200, 'Paths must be 200 characters or less');

/** Where a token stands; a path of names in the body takes the place of the header, `$` is the whole body. */
const tokenPlace = { header: HeaderName.default('Authorization'), path: Path.optional() };

/** The claim that holds the hash of the body. */
const BodyClaim = z.string().trim().min(1).max(100, 'Claims must be 100 characters or less').optional();

/** A claim that has to be there, by its name as it stands in the token, and its value. */
const claimCondition = {
  claim: z.string().trim().min(1).max(200, 'Claims must be 200 characters or less').optional(),
  claimValue: z.string().min(1).max(500, 'Values of claims must be 500 characters or less').optional(),
};

/** Without the claim's name, its value would be no condition at all. */
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
  .refine((text) => /^https:\/\/[^\s@]+$/.test(text) && URL.canParse(text), 'Keys are fetched by https');

/** The ways that are described field by field. */
export const ownSchemes = ['auto', 'hmac', 'token', 'query', 'field', 'basic', 'jwt', 'jwks', 'jws'] as const;

/**
 * How a delivery proves who sends it: `auto` takes the oldest ways, a sender's name its own, the others say their fields.
 * With anything but `auto`, a webhook without a secret lets nobody in.
 */
export const Verify = z.discriminatedUnion(
  'scheme',
  [
    z.object({ scheme: z.literal('auto') }),
    z.object({ scheme: z.enum(senderNames) }),
    z.object({
      scheme: z.literal('hmac'),
      /** Where the signature stands, if not in the body. */
      header: HeaderName.default('X-Signature'),
      /** The field of the body that holds the signature, in place of a header. */
      path: Path.optional(),
      algorithm: z.enum(algorithms).default('sha256'),
      encoding: z.enum(encodings).default('hex'),
      prefix: z.string().max(50, 'Prefixes must be 50 characters or less').default(''),
      signed: Signed.default('{body}'),
      /**
       * The header that holds the time, in seconds or milliseconds since 1970 or by ISO 8601; that of the signature when the time
       * stands beside it, as in `t=1,v1=…`.
       */
      timestamp: HeaderName.optional(),
      toleranceSeconds: Tolerance,
      /** How the secret is written; as text unless said otherwise. */
      key: z.enum(keyEncodings).optional(),
    }),
    z.object({
      scheme: z.literal('token'),
      header: HeaderName.default('Authorization'),
      prefix: z.string().max(50, 'Prefixes must be 50 characters or less').default(''),
    }),
    z.object({
      scheme: z.literal('query'),
      /** Of the parameter that holds the secret. */
      name: z
        .string()
        .min(1, 'The name of the parameter is required')
        .max(100, 'Names of parameters must be 100 characters or less'),
    }),
    z.object({
      scheme: z.literal('field'),
      /** Names with dots between them, of fields of JSON or a form. */
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
        /** Where the public keys stand. */
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
      /** The field of the signature's head that holds the time of sending, such as `iat`, with the values of `hmac`. */
      timestamp: z.string().trim().min(1).max(100, 'Names must be 100 characters or less').optional(),
      toleranceSeconds: Tolerance,
    }),
  ],
  { error: describeChoice('Who sends', ownSchemes) },
);
export type Verify = z.infer<typeof Verify>;

export const HandshakeChoice = z.enum(handshakes, { error: describeChoice('The handshake', handshakes) });

/** How a trigger wants its senders to prove themselves. */
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

/** The handshake that a trigger chooses, or that of its sender. One that was chosen before it was refused is none. */
export function toHandshake(webhook: {
  verify?: Verify | undefined;
  handshake?: Handshake | undefined;
}): Handshake {
  if (findHandshakeProblem(webhook)) return 'none';
  return webhook.handshake ?? findSender(webhook.verify?.scheme ?? 'auto')?.handshake ?? 'none';
}

/**
 * Whether a proof says anything of the query of a request: what is signed over the body alone would let any query pass. Of
 * `auto` only the secret itself does.
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

/** The parameter of the query that holds the secret, if one does. */
export function findSecretParameter(verify?: Verify): string | undefined {
  const proof = toProof(verify);
  if (proof.kind === 'detached' && proof.isFor === 'query') return 'secret';
  return proof.kind === 'query' ? proof.name : undefined;
}
