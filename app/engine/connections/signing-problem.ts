// What cannot be sent with a connection that signs the text of the body.
import type { ConnectionGrant } from './grant';

/** Refuses what is sent as bytes, a file or another charset, with a connection that signs the body's text. */
export function findSigningProblem(
  { name, signing }: ConnectionGrant,
  { upload }: { upload?: unknown },
): string | undefined {
  return listSignedTexts(signing).some((template) => /\{\{\s*body\s*\}\}/.test(template))
    ? `Nothing was sent: the connection ${name} signs the text of the body, which ${upload ? 'a file does not have' : 'is not sent in UTF-8'}. It can sign {{body_sha256}}.`
    : undefined;
}

/** The texts of a connection that may hold placeholders for the request. */
function listSignedTexts(signing: ConnectionGrant['signing']): string[] {
  switch (signing?.kind) {
    case 'hmac': {
      const { text, hashedText, keySteps, headers, query } = signing.config;
      return [text, hashedText, keySteps, headers, query];
    }
    case 'signed_jwt':
      return [signing.config.claims];
    default:
      return [];
  }
}
