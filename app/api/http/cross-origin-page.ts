// The page for a form of another site. Either that site attacks, or `APP_URL` or a proxy is set up wrongly: then this page is
// the first thing that the operator sees.
import { html } from 'hono/html';
import type { RefusalPage } from './refusal-page';

/** No origin is longer: a host name has 253 characters at most (RFC 1035 §2.3.4). */
const longest = 300;

const guide = '/docs/self-hosting#behind-a-reverse-proxy';
const link = 'font-medium text-accent-ink underline underline-offset-4';

/** `origin`: what the browser says where the form came from. */
export function describeCrossOrigin(appUrl: string, origin: string | undefined): RefusalPage {
  const from = readOrigin(origin);
  const came =
    from === undefined
      ? html`The browser does not say which address this form came from.`
      : html`This form came from ${from}.`;
  return {
    title: 'Sent from another address',
    content: html`
      <p>${came} This server accepts forms from ${appUrl} only. Nothing was changed.</p>
      <p>Open <a class="${link}" href="${appUrl}">${appUrl}</a> and send the form there.</p>
      <p>
        Do you run this server, and is ${from ?? 'the address that you opened'} its address? Then set
        <code>APP_URL</code> to it and restart the server, or make the proxy pass the header
        <code>Host</code> on unchanged: <a class="${link}" href="${guide}">Behind a reverse proxy</a>.
      </p>
    `,
  };
}

/** Returns an origin of http or https; undefined for `null` and for anything else. */
function readOrigin(origin = ''): string | undefined {
  if (origin.length > longest || !/^https?:/.test(origin) || !URL.canParse(origin)) return undefined;
  return new URL(origin).origin;
}
