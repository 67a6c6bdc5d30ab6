// Which fields of forms hold what is written down nowhere while their user is away: not in the tab, not on the server.
import { headersField, secretFields } from './engine/connections/secret-fields';

/** In the place of one, once its user is back. */
export const secretNote = 'Not kept: please type it again';

const alwaysSecret =
  /password|passphrase|secret|token|cvv|card_?number|private_?key|^(?:code|setup|response|challenge)$/i;
/** The checkbox that says of a value that it is secret. */
const secretMark = 'isSecret';
const ofConnections = new Set([...Object.values(secretFields).flat(), headersField]);

/**
 * Whether the field of this name holds a secret.
 *
 * @param form all that its form sent
 * @param path where it was sent to, or its screen
 */
export function isSecretField(name: string, form: [name: string, value: unknown][], path: string): boolean {
  const [, ofConnection] = /^config\.(.*)$/.exec(name) ?? [];
  if (ofConnection !== undefined) return ofConnections.has(ofConnection);
  if (name === secretMark) return false;
  if (alwaysSecret.test(name)) return true;
  if (path.includes('/alerts/')) return name === 'url';
  return name === 'value' && form.some(([other]) => other === secretMark);
}
