import type { ConnectionStatus } from '~/engine/connections/kinds';

export const statusNames: Record<ConnectionStatus, string> = {
  ready: 'Ready',
  needs_authorization: 'Needs authorization',
  failing: 'Failing',
};

export const statusTones = { ready: 'good', needs_authorization: 'warn', failing: 'bad' } as const;
