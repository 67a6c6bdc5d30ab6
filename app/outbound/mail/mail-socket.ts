// Opens the connection to a mail server, at addresses that were checked.
import { once } from 'node:events';
import { connect as connectByTcp, isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { CONNECT_TIMEOUT_MS, NEXT_ADDRESS_AFTER_MS, pinLookup } from '../pools';
import type { Address, Target } from '../target';

export interface MailRoute {
  target: Target;
  addresses: Address[];
  /** Whether TLS begins with the connection. Otherwise it begins with STARTTLS, which credentials demand. */
  isTls: boolean;
  /** PEM certificates to trust instead of Node's. */
  ca: string | undefined;
}

/** Returns the options of TLS, from the start or after STARTTLS. */
export function tlsOptions({ target: { hostname }, ca }: MailRoute) {
  // Only a name can be asked for (RFC 6066 §3).
  const servername = isIP(hostname) === 0 ? hostname : '';
  return { servername, ca, rejectUnauthorized: true };
}

/** Connects to a mail server; rejects as node:net and node:tls do, and at the signal. */
export async function connectToMailServer(route: MailRoute, signal: AbortSignal): Promise<Socket> {
  const { target, addresses, isTls } = route;
  const how = {
    host: target.hostname,
    port: target.port,
    lookup: pinLookup(() => addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const socket = isTls ? connectByTls({ ...how, ...tlsOptions(route) }) : connectByTcp(how);
  const inTime = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.any([signal, inTime]) });
    return socket;
  } catch (error) {
    // Nobody listens for what a connection says that was given up.
    socket.on('error', () => {}).destroy();
    if (inTime.aborted) throw Object.assign(new Error('connect'), { code: 'ETIMEDOUT' });
    throw error;
  }
}
