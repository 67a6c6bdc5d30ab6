// The fields of connections that sign requests with their own key.
import { type ConfigField, kept } from './config-field';

const keyEncoding: ConfigField = {
  name: 'keyEncoding',
  label: 'The key is written as',
  options: [
    { value: 'text', label: 'Text' },
    { value: 'base64', label: 'Base64' },
    { value: 'hex', label: 'Hex' },
  ],
};

export const signedJwtFields: ConfigField[] = [
  {
    name: 'algorithm',
    label: 'Algorithm',
    options: [
      { value: 'HS256', label: 'HS256 (a shared secret)' },
      { value: 'HS384', label: 'HS384 (a shared secret)' },
      { value: 'HS512', label: 'HS512 (a shared secret)' },
      { value: 'RS256', label: 'RS256 (an RSA key)' },
      { value: 'RS384', label: 'RS384 (an RSA key)' },
      { value: 'RS512', label: 'RS512 (an RSA key)' },
      { value: 'PS256', label: 'PS256 (an RSA key)' },
      { value: 'ES256', label: 'ES256 (a key of the curve P-256)' },
      { value: 'ES384', label: 'ES384 (a key of the curve P-384)' },
      { value: 'EdDSA', label: 'EdDSA (an Ed25519 key)' },
    ],
  },
  { ...keyEncoding, hint: 'For a shared secret. Private keys are always in PEM form.' },
  {
    name: 'key',
    label: 'Key',
    hint: `A shared secret, or a private key from -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
    required: true,
    lines: 4,
  },
  { name: 'keyId', label: 'Key ID', hint: 'Sent as kid in the header of the token, if the API needs it.' },
  { name: 'issuer', label: 'Issuer', hint: 'Sent as iss: usually an ID that the API issued.' },
  { name: 'subject', label: 'Subject', hint: 'Sent as sub, if the API needs it.' },
  { name: 'audience', label: 'Audience', hint: 'Sent as aud, for example appstoreconnect-v1.' },
  { name: 'lifetime', label: 'Lifetime in seconds', hint: '300 if empty. Each call gets a new token.' },
  {
    name: 'claims',
    label: 'Other claims',
    hint: 'A JSON object, for example {"application_id": "…"}. Texts in it may hold parts of the request, such as {{path}}. Nothing secret: they are shown.',
    lines: 3,
  },
  {
    name: 'scheme',
    label: 'Scheme',
    hint: 'The word before the token in the Authorization header. Bearer if empty.',
  },
  {
    name: 'tokenHeader',
    label: 'Token header',
    hint: 'Only if the API expects the token in another header, such as X-Api-Token.',
  },
];

export const oauth1Fields: ConfigField[] = [
  { name: 'consumerKey', label: 'Consumer key', hint: 'Often called API key.', required: true },
  {
    name: 'consumerSecret',
    label: 'Consumer secret or private key',
    hint: `A private key, for RSA, from -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
    required: true,
    lines: 4,
  },
  { name: 'token', label: 'Access token', hint: 'As the console of the API issues it for an account.' },
  { name: 'tokenSecret', label: 'Token secret', hint: kept },
  {
    name: 'signatureMethod',
    label: 'Signature method',
    options: [
      { value: 'HMAC-SHA1', label: 'HMAC-SHA1' },
      { value: 'HMAC-SHA256', label: 'HMAC-SHA256' },
      { value: 'RSA-SHA1', label: 'RSA-SHA1 (a private key)' },
      { value: 'RSA-SHA256', label: 'RSA-SHA256 (a private key)' },
    ],
  },
  {
    name: 'bodyHash',
    label: 'Hash of the body',
    options: [
      { value: 'none', label: 'Not sent' },
      { value: 'sent', label: 'Sent and signed (oauth_body_hash)' },
    ],
  },
  { name: 'realm', label: 'Realm', hint: 'Only if the API expects it: the account ID of NetSuite.' },
];

export const hmacFields: ConfigField[] = [
  {
    name: 'keyId',
    label: 'Key ID',
    hint: 'The public part, often called API key. {{key_id}} stands for it.',
  },
  {
    name: 'secret',
    label: 'Secret or private key',
    hint: `It signs and is never sent. A private key from -----BEGIN PRIVATE KEY----- to its end. ${kept}`,
    required: true,
    lines: 5,
  },
  { ...keyEncoding, label: 'The secret is written as' },
  {
    name: 'passphrase',
    label: 'Passphrase',
    hint: `Only if the API expects one. {{passphrase}} stands for it. ${kept}`,
  },
  {
    name: 'hash',
    label: 'Hash',
    options: [
      { value: 'sha256', label: 'SHA-256' },
      { value: 'sha512', label: 'SHA-512' },
      { value: 'sha384', label: 'SHA-384' },
      { value: 'sha1', label: 'SHA-1' },
      { value: 'md5', label: 'MD5' },
      { value: 'rsa-v1_5-sha256', label: 'RSA with SHA-256, by a private key' },
      { value: 'rsa-pss-sha512', label: 'RSA-PSS with SHA-512, by a private key' },
      { value: 'ecdsa-p256-sha256', label: 'ECDSA on P-256, by a private key' },
      { value: 'ecdsa-p384-sha384', label: 'ECDSA on P-384, by a private key' },
      { value: 'ed25519', label: 'Ed25519, by a private key' },
    ],
  },
  {
    name: 'encoding',
    label: 'The signature is sent as',
    options: [
      { value: 'hex', label: 'Hex' },
      { value: 'hex_upper', label: 'Hex, upper case' },
      { value: 'base64', label: 'Base64' },
      { value: 'base64url', label: 'Base64url' },
      { value: 'base64_percent', label: 'Base64, percent-encoded' },
    ],
  },
  {
    name: 'text',
    label: 'Text to sign',
    hint: 'With {{method}}, {{path}}, {{query}}, {{path_and_query}}, {{body}}, {{body_sha256}}, {{timestamp}}, {{timestamp_ms}}, {{nonce}}, {{header.content-type}} and others. \\n is a line break.',
    required: true,
    lines: 4,
  },
  {
    name: 'headers',
    label: 'Headers',
    hint: 'One on each line, for example X-Signature: {{signature}}.',
    lines: 4,
  },
  {
    name: 'query',
    label: 'Query',
    hint: 'Added to the URL, for example timestamp={{timestamp_ms}}&signature={{signature}}. Parameters without the signature are signed, too.',
    lines: 2,
  },
  {
    name: 'hashedText',
    label: 'Text to hash',
    hint: 'If the text to sign holds the SHA-256 of another text, such as a canonical request: {{hashed_text}} stands for it there.',
    lines: 4,
    isRare: true,
  },
  {
    name: 'keySteps',
    label: 'Key derivation',
    hint: 'If the key is itself derived by HMAC: one step on each line, such as {{date_iso}}. The first begins with the secret.',
    lines: 3,
    isRare: true,
  },
  {
    name: 'derivedForm',
    label: 'Each derived key is used as',
    options: [
      { value: 'bytes', label: 'Bytes' },
      { value: 'base64', label: 'Base64 text' },
    ],
    isRare: true,
  },
];
