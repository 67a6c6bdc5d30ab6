// What a server prints when it listens: its address, advice when the settings do not fit it, and what holds everything back.
import type { Config } from '~/config';

/**
 * Returns the lines to print, with the next step where nobody has an account yet (`isNew`). A server for this machine alone
 * prints its own address when its port is not that of an `APP_URL` for this machine: then the port was changed, and the setting
 * forgotten. Behind a proxy or in a container the two may differ.
 */
export function describeServerAddress(
  { appUrl, host }: Pick<Config, 'appUrl' | 'host'>,
  port: number,
  isNew: boolean,
): string {
  const own = `http://${localNames[host] ?? describeHost(host)}:${port}`;
  const isForgotten = host in localNames && isLocal(appUrl) && Number(new URL(appUrl).port || 80) !== port;
  const url = isForgotten ? own : appUrl;
  const advice = `APP_URL=${appUrl} is where links and webhook URLs lead: set it to ${own}, unless something listens there and passes on.\n`;
  return (
    `Wicked Integrations is ready at ${url} (listening on ${describeHost(host)}:${port}).\n` +
    (isForgotten ? advice : '') +
    (isNew ? `Next: open ${url}/signup and create your organization.\n` : '')
  );
}

/** Writes a host as it is written before a port: an IPv6 address in brackets (RFC 3986, section 3.2.2). */
export function describeHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** The names that a browser on the same machine uses for hosts which only this machine reaches. */
const localNames: Record<string, string> = {
  '127.0.0.1': 'localhost',
  localhost: 'localhost',
  '::1': '[::1]',
};

function isLocal(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  return protocol === 'http:' && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

interface Held {
  createdAt: number;
  pausedAt: number | null;
  restoredFrom: string | null;
  readOnlySince: number | null;
}

/** A clock is set by less than this all the time. */
const toleranceMs = 60_000;

/**
 * Returns what an operator has to know at a start, one line each: that nothing will run, or that nothing can be changed, since
 * when, and how to end it; and that the clock is behind the installation. Nothing when all is as usual. Times are in
 * milliseconds since 1970.
 */
export function listStartNotes(
  { createdAt, pausedAt, restoredFrom, readOnlySince }: Held,
  { appUrl }: Pick<Config, 'appUrl'>,
  now: number,
): string[] {
  const notes: string[] = [];
  // The server cannot know which of the two times is wrong.
  if (createdAt > now + toleranceMs) {
    notes.push(
      `The clock of this machine says ${describeTime(now)}, and this installation was made at ${describeTime(createdAt)}: set the clock. ` +
        `If it is right, it was ahead when the installation was made, and sessions, links in mails and keys of deliveries from then last until after that time: ` +
        `start anew with an empty DATA_DIR, or end sessions with: npm run admin -- end-sessions EMAIL`,
    );
  }
  if (pausedAt !== null) {
    const cause = restoredFrom === null ? 'an administrator paused it' : `${restoredFrom} was restored`;
    notes.push(
      `Everything is paused since ${describeTime(pausedAt)} (${cause}): deliveries are accepted, and nothing runs. ` +
        `To go on, press Resume at ${appUrl}/admin or run: npm run resume`,
    );
  }
  if (readOnlySince !== null) {
    notes.push(
      `Everything is read-only since ${describeTime(readOnlySince)}: deliveries are executed, and nothing can be changed. ` +
        `To end that, press Allow changes at ${appUrl}/admin or run: npm run admin -- read-write`,
    );
  }
  return notes;
}

function describeTime(at: number): string {
  return new Date(at).toISOString();
}
