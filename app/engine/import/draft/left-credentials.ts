// Removes credentials from calls whose host comes from a variable. Such a call can be saved with credentials only when it lists
// the allowed hosts, and an imported text cannot list them. A note names what was removed.
import { lacksHosts } from '../../definition/call-origin';
import { isSecretHeader } from '../../secrets/credential-names';
import type { ApiCall } from '../../definition/api-call';

/** Removes the token and secret headers of a call that lacks the allowed hosts for them; notes name them. */
export function leaveCredentials<Call extends Omit<ApiCall, 'id' | 'order'>>(
  call: Call,
  notes: string[],
): Call {
  if (!lacksHosts(call)) return call;
  const isSecret = (name: string) => isSecretHeader(call, name);
  const left = [
    ...nameCredentials(call),
    ...Object.keys(call.headers)
      .filter(isSecret)
      .map((name) => `The header ${name}`),
  ];
  for (const what of left) {
    notes.push(
      `${what} was left out, since the host comes from a variable: list the hosts that may get it under Allowed hosts and enter it again.`,
    );
  }
  return {
    ...call,
    headers: Object.fromEntries(Object.entries(call.headers).filter(([name]) => !isSecret(name))),
    secretHeaders: [],
    // A connection lists its own allowed hosts.
    authConfig: call.authConfig.type === 'connection' ? call.authConfig : { type: 'none' },
  };
}

const names = { none: [], bearer: ['The bearer token'], basic: ['The Basic authentication'], connection: [] };

function nameCredentials({ authConfig }: Pick<ApiCall, 'authConfig'>): string[] {
  return names[authConfig.type];
}
