// Senders that sign with a key that they publish, give out or send along, except for tokens in a header alone.
import { plainOk, type Sender } from './sender';

export const publishedKeySenders = [
  {
    // https://docs.saleor.io/developer/extending/webhooks/payload-signature
    name: 'saleor',
    label: 'Saleor',
    proof: {
      kind: 'detached',
      header: 'saleor-signature',
      keysAt: { path: '/.well-known/jwks.json' },
      signed: 'body',
      // Saleor's `jwt_manager.py` does the same; with base64, its key signs the tokens of its customers.
      isUnencoded: true,
      isFor: 'address',
    },
    issuesSecret: true,
    setUp:
      'Type the host name of your Saleor, such as shop.saleor.cloud, as the secret of this trigger, and create the webhook without a secret key.',
  },
  {
    // https://docs.truelayer.com/docs/validate-webhook-signature
    name: 'truelayer',
    label: 'TrueLayer',
    deliveryKey: { by: 'path', of: '.event_id' },
    proof: {
      kind: 'detached',
      header: 'tl-signature',
      keysAt: [
        'https://webhooks.truelayer.com/.well-known/jwks',
        'https://webhooks.truelayer-sandbox.com/.well-known/jwks',
      ],
      signed: 'truelayer',
      isFor: 'query',
      // TrueLayer retries for 72 hours. Its documentation does not say whether the time is the event's or the attempt's.
      time: { listedHeader: 'x-tl-webhook-timestamp' },
      toleranceSeconds: 73 * 60 * 60,
    },
    setUp:
      'Console → Payments settings: enter the webhook URL with ?secret= and the secret of this trigger behind it.',
  },
  {
    // https://docs.shipstation.com/apis/docs/guides/webhooks-validation
    name: 'shipstation',
    label: 'ShipStation (API v2)',
    proof: {
      kind: 'key-set',
      header: 'x-shipengine-rsa-sha256-signature',
      keyHeader: 'x-shipengine-rsa-sha256-key-id',
      keysAt: 'https://api.shipengine.com/jwks',
      time: 'x-shipengine-timestamp',
      toleranceSeconds: 300,
    },
    setUp:
      'Developer → Webhooks: add the webhook URL with ?secret= and the secret of this trigger behind it.',
  },
  {
    // https://plaid.com/docs/api/webhooks/webhook-verification/
    name: 'plaid',
    label: 'Plaid',
    proof: { kind: 'plaid', header: 'plaid-verification' },
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Developers → Keys: type the client ID, a vertical bar and the secret of the environment as the secret of this trigger, and name the webhook URL where you create link tokens.',
  },
  {
    // https://docs-api.tpay.com/en/webhooks/
    name: 'tpay',
    label: 'Tpay',
    deliveryKey: { by: 'path', of: '.tr_id' },
    proof: {
      kind: 'detached',
      header: 'x-jws-signature',
      keysAt: [
        'https://secure.tpay.com/x509/notifications-jws.pem',
        'https://secure.sandbox.tpay.com/x509/notifications-jws.pem',
      ],
      signed: 'body',
      isFor: { field: 'id' },
    },
    // Tpay sends again after any other response.
    answer: { status: 200, contentType: 'text/plain', body: 'TRUE' },
    issuesSecret: true,
    setUp:
      'Type your merchant ID as the secret of this trigger, and enter the webhook URL for notifications.',
  },
  {
    // https://developer.apple.com/documentation/sign_in_with_apple/processing_changes_for_sign_in_with_apple_accounts
    name: 'apple-sign-in',
    label: 'Sign in with Apple',
    deliveryKey: { by: 'path', of: '.payload.jti' },
    proof: {
      kind: 'jwks',
      header: '',
      path: 'payload',
      jwksUrl: 'https://appleid.apple.com/auth/keys',
      issuer: 'https://appleid.apple.com',
      // RFC 8417 §2.2: every token of an event has this claim, and no identity token has it.
      claim: 'events',
    },
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Type the client ID, which is the app’s bundle ID or the service’s, as the secret of this trigger, read bodies as JSON Web Token, and enter the webhook URL as the server-to-server notification endpoint of the app ID.',
  },
  {
    // https://developer.apple.com/documentation/appstoreservernotifications
    name: 'app-store',
    label: 'App Store',
    deliveryKey: { by: 'path', of: '.signedPayload.notificationUUID' },
    proof: { kind: 'app-store' },
    issuesSecret: true,
    setUp:
      'Type the bundle ID of the app as the secret of this trigger, and read bodies as JSON Web Token. App Store Connect → App Information: enter the webhook URL, with version 2 notifications.',
  },
  {
    // https://developers.google.com/identity/protocols/risc
    name: 'google-risc',
    label: 'Google RISC',
    deliveryKey: { by: 'path', of: '.jti' },
    proof: {
      kind: 'jwks',
      header: '',
      path: '$',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      issuer: 'https://accounts.google.com/',
      // RFC 8417 §2.2: every token of an event has this claim, and no identity token has it.
      claim: 'events',
    },
    issuesSecret: true,
    setUp:
      'Type the OAuth client ID as the secret of this trigger, read bodies as JSON Web Token, and register the webhook URL by the RISC API.',
  },
] as const satisfies readonly Sender[];
