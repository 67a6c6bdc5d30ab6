import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  sender: string;
  recipients: string[];
  source: string;
  user: string;
  isSecure: boolean;
}

/**
 * A mail server on loopback that knows one user, `wicked` with `p@ss word`, or by the token `right-token`, and what it was given. It
 * takes nothing for gone@… and full@….
 */
export async function startMailServer(
  options: Partial<SMTPServerOptions> = {},
): Promise<{ port: number; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, password, accessToken }, _session, answer) {
      const isKnown = method === 'XOAUTH2' ? accessToken === 'right-token' : password === 'p@ss word';
      if (isKnown) answer(null, { user: username });
      else answer(Object.assign(new Error('Invalid username or password'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, answer) {
      if (address.startsWith('gone@'))
        answer(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      else if (address.startsWith('full@'))
        answer(Object.assign(new Error('Mailbox full'), { responseCode: 452 }));
      else answer();
    },
    async onData(stream, { envelope, user, secure }, answer) {
      const source = (await readBytes(stream)).toString();
      received.push({
        sender: envelope.mailFrom ? envelope.mailFrom.address : '',
        recipients: envelope.rcptTo.map(({ address }) => address),
        source,
        user: String(user ?? ''),
        isSecure: secure,
      });
      answer();
    },
    ...options,
  });
  server.on('error', () => {}); // A client that was refused hangs up.
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (listener.address() as AddressInfo).port, received };
}
