// Replaces the masks that a save sends back by the stored secrets. A mask stands for the secret stored at the same place, and
// only if the secret would still go to the server that it was stored for. Otherwise a user who may edit a call could have any
// secret sent to their own server.
import { isCallable, keepsOrigin } from '../definition/call-origin';
import { isSecretHeader } from '../secrets/credential-names';
import type { Definition } from '../integration';
import type { ApiCall } from '../definition/api-call';
import { mapSecrets, markCredentials, type OpenDefinition, type Secret } from './secret-places';

/**
 * Puts the stored secrets back where a mask was sent. `problems` holds messages by field: for masks without a stored and
 * readable secret, for masks of a secret that was stored for another server, and for a hidden header or user name that would
 * become visible.
 */
export function restoreSecrets(
  sent: Definition,
  stored: OpenDefinition,
): { definition: Definition; problems: Record<string, string[]> } {
  const known = new Map<string, Secret>();
  mapSecrets(stored.definition, (secret) => {
    if (secret.value) known.set(findKey(secret), secret);
    return secret.value;
  });
  const problems: Record<string, string[]> = {};
  const definition = mapSecrets(markCredentials(sent), (secret) => {
    const { value, place, path, isShown } = secret;
    if (!isMasked(value)) return value;
    if (isShown) {
      problems[path] = [showAgain];
      return value;
    }
    const found = known.get(findKey(secret));
    if (found && isForSameServer(found.call, secret.call)) return found.value;
    // A text that is no URL is refused for that alone, and leads nowhere yet.
    if (found && secret.call && !isCallable(secret.call)) return value;
    problems[path] = [found ? describeMoved(secret) : describeUnknown(stored.unreadable.has(place))];
    return value;
  });
  for (const [index, call] of sent.apiCalls.entries()) {
    for (const [name, value] of Object.entries(call.headers)) {
      if (isMasked(value) && !isSecretHeader(call, name)) {
        problems[`apiCalls.${index}.headers.${name}`] = [showAgain];
      }
    }
  }
  return { definition, problems };
}

/** Returns the key of a secret. A call's id may equal the place of a trigger's secret, so the key names the kind. */
function findKey({ call, place }: Secret): string {
  return `${call ? 'call' : 'trigger'} ${place}`;
}

const showAgain = 'Please enter this value again to show it.';

/** Checks for a mask. No secret begins so: neither a header value nor a signature can hold this character. */
function isMasked(value: string): boolean {
  return value.startsWith('••••');
}

/** Checks whether a secret would go to the server that it was stored for; the trigger's secrets are sent nowhere. */
function isForSameServer(stored: ApiCall | undefined, sent: ApiCall | undefined): boolean {
  return stored && sent ? keepsOrigin(stored, sent) : stored === sent;
}

function describeMoved({ path }: Secret): string {
  const what = /\.authConfig\.(token|password)$/.exec(path)?.[1];
  return `Type ${what === undefined ? 'this value' : `the ${what}`} again: it would now go to another server.`;
}

function describeUnknown(isUnreadable: boolean): string {
  return isUnreadable
    ? 'This value can no longer be decrypted. Please enter it again.'
    : 'Please enter this value again.';
}
