// Speaks SMTP on an open connection.
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readCode, readRejected } from './mail-error';
import { type readLogin, tokenLogin } from './mail-login';
import type { MailMessage } from './mail-message';
import type { MailReply } from './mail-reply';
import { type MailRoute, tlsOptions } from './mail-socket';

/** The most bytes of one reply that are read. */
const maxReplyBytes = 64 * 1024;
/** The most bytes of all replies of a conversation that are read. */
const maxConversationBytes = 2 * maxReplyBytes;
/** How long the library waits, in milliseconds: longer than any call may take, which ends by its signal. */
const longest = 60 * 60 * 1000;

/** How long the end of a connection may take that nobody waits for, in milliseconds. */
const patienceMs = 1_000;

interface Delivery {
  message: MailMessage;
  route: MailRoute;
  /** `sent` becomes true when the first byte of the mail is sent. */
  progress: { sent: boolean };
  signal: AbortSignal;
  login: ReturnType<typeof readLogin>;
}

/** Speaks SMTP on an open connection. Rejects with the library's error when the server refuses, and at the signal. */
export async function deliver(socket: Socket, delivery: Delivery): Promise<MailReply> {
  const { route, signal, login } = delivery;
  const { hostname: host, port } = route.target;
  const connection = new SMTPConnection({
    connection: socket,
    // The server is a stranger's: it gets no name of this machine (RFC 5321 §4.1.3).
    name: '[127.0.0.1]',
    host,
    port,
    secure: route.isTls,
    secured: route.isTls,
    requireTLS: login !== undefined && !route.isTls,
    tls: tlsOptions(route),
    customAuth: tokenLogin,
    connectionTimeout: longest,
    greetingTimeout: longest,
    socketTimeout: longest,
    socketCloseTimeout: patienceMs,
    maxResponseSize: maxReplyBytes,
  });
  boundConversation(connection);
  const failed = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  try {
    const reply = await Promise.race([failed, speak(connection, delivery)]);
    connection.quit();
    setTimeout(() => connection.close(), patienceMs).unref();
    return reply;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What the library keeps to itself: how it takes bytes, and how it forgets them and ends the connection with EPROTOCOL. */
const takeBytes = '_onData';
const refuseBytes = '_onResponseTooLarge';
type Reading = Record<typeof takeBytes, (chunk: Buffer) => void> & Record<typeof refuseBytes, () => void>;

/** The library bounds one reply only: it would keep all blank lines of a server that sends nothing else. */
function boundConversation(connection: SMTPConnection): void {
  const reading = connection as SMTPConnection & Reading;
  const take = reading[takeBytes].bind(connection);
  let received = 0;
  reading[takeBytes] = (chunk) => {
    received += chunk.length;
    if (received > maxConversationBytes) reading[refuseBytes]();
    else take(chunk);
  };
}

async function speak(connection: SMTPConnection, { message, progress, login }: Delivery): Promise<MailReply> {
  await step((done) => connection.connect(done));
  if (login) await step((done) => connection.login(login, done));
  const bytes = await message.write();
  const { envelope, messageId } = message;
  const info = await new Promise<Parameters<Parameters<SMTPConnection['send']>[2]>[1]>((resolve, reject) => {
    const content = Readable.from(follow(bytes, progress));
    connection.send({ ...envelope, size: bytes.length }, content, (error, sent) =>
      error ? reject(error) : resolve(sent),
    );
  });
  return {
    code: readCode(info.response),
    reply: info.response,
    messageId,
    accepted: info.accepted.map(String),
    rejected: readRejected(info),
  };
}

/** The library reads the content once the server asks for it. */
function* follow(bytes: Buffer, progress: Delivery['progress']): Generator<Buffer> {
  progress.sent = true;
  yield bytes;
}

function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
}
