// A call whose host comes from a variable may not be saved with credentials before the hosts are listed that may get
// them, and a foreign text cannot list them: then the credentials stay behind, with a note.
import { lacksHosts } from '../../definition/call-origin';
import { isSecretHeader } from '../../secrets/credential-names';
import type { ApiCall } from '../../definition/api-call';

/** The call without its token and secret headers when it lacks the hosts for them; notes say which are missing. */
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
    // Where the credentials of a connection may go, the connection knows.
    authConfig: call.authConfig.type === 'connection' ? call.authConfig : { type: 'none' },
  };
}

const names = { none: [], bearer: ['The bearer token'], basic: ['The Basic authentication'], connection: [] };

function nameCredentials({ authConfig }: Pick<ApiCall, 'authConfig'>): string[] {
  return names[authConfig.type];
}
