// Which headers hold credentials, judged by their names alone: what is taken for one is hidden, and can be shown again.

const whole = /^(proxy-)?authorization$|^(set-)?cookie$|^x-(auth|session|sid)$/i;
const anywhere =
  /api[-_]?key|token|secret|passw(or)?d|passphrase|credential|auth[-_]?key|access[-_]?key|private[-_]?key/i;
/** A key at the end is one to open something with, except where the name says what it finds or repeats. */
const lastWord = /(^|[-_])(key|authorization|signature|crumb|pin|session[-_]?id)$/i;
const harmless =
  /(idempotency|surrogate|cache|partition|routing|sort|websocket|request|correlation)[-_]?key$|^x-next-page-token$/i;

/** Whether a header of this name is likely to hold a credential. */
export function isCredentialName(name: string): boolean {
  if (harmless.test(name)) return false;
  return whole.test(name) || anywhere.test(name) || lastWord.test(name);
}
