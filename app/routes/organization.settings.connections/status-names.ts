import type { Tone } from '~/components/ui/tone';
import type { ConnectionStatus } from '~/engine/connections/kinds';

export const statusNames: Record<ConnectionStatus, string> = {
  ready: 'Ready',
  needs_authorization: 'Needs authorization',
  failing: 'Failing',
};

export const statusTones = { ready: 'good', needs_authorization: 'warn', failing: 'bad' } as const;

interface ShownConnection {
  status: ConnectionStatus;
  /** Undefined for a kind that obtains no tokens. */
  hasToken?: boolean | undefined;
}

/** Returns the badge of a connection. Before a token came, nobody knows whether the provider accepts its credentials. */
export function describeStatus({ status, hasToken }: ShownConnection): { tone: Tone; name: string } {
  if (status === 'ready' && hasToken === false) return { tone: 'neutral', name: 'No token yet' };
  return { tone: statusTones[status], name: statusNames[status] };
}
