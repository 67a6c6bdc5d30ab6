import type { Tone } from '~/components/ui/tone';
import { type ConnectionKind, type ConnectionStatus, isObtaining } from '~/engine/connections/kinds';

export const statusNames: Record<ConnectionStatus, string> = {
  ready: 'Ready',
  needs_authorization: 'Needs authorization',
  failing: 'Failing',
};

export const statusTones = { ready: 'good', needs_authorization: 'warn', failing: 'bad' } as const;

interface ShownConnection {
  kind: ConnectionKind;
  status: ConnectionStatus;
  /** Whether a token was ever requested. */
  isTried: boolean;
}

/** Returns the badge of a connection. Before its first request for a token, nobody knows whether the provider gives one. */
export function describeStatus(connection: ShownConnection): { tone: Tone; name: string } {
  const { status, isTried } = connection;
  if (status === 'ready' && isObtaining(connection) && !isTried)
    return { tone: 'neutral', name: 'No token yet' };
  return { tone: statusTones[status], name: statusNames[status] };
}
