// The fields of forms that hold secrets. While the user is logged out, neither the tab nor the server stores what was typed
// there.
import { headersField, secretFields } from './engine/connections/secret-fields';

/** The hint at such a field once its user is back. */
export const secretNote = 'Not kept: please type it again';

const alwaysSecret =
  /password|passphrase|secret|token|cvv|card_?number|private_?key|^(?:code|setup|response|challenge)$/i;
/** The checkbox that makes a value secret. */
const secretMark = 'isSecret';
const ofConnections = new Set([...Object.values(secretFields).flat(), headersField]);

/**
 * Checks whether the field of this name holds a secret.
 *
 * @param form all fields of the form
 * @param path the address that the form was sent to, or the address of its screen
 */
export function isSecretField(name: string, form: [name: string, value: unknown][], path: string): boolean {
  const [, ofConnection] = /^config\.(.*)$/.exec(name) ?? [];
  if (ofConnection !== undefined) return ofConnections.has(ofConnection);
  if (name === secretMark) return false;
  if (alwaysSecret.test(name)) return true;
  if (path.includes('/alerts/')) return name === 'url';
  return name === 'value' && form.some(([other]) => other === secretMark);
}
