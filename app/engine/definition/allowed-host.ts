// The hosts that a call's credentials may be sent to when a variable decides the host.
import { z } from 'zod';
import { readPort } from '../http/default-port';

export const maxAllowedHosts = 10;

const grammar = /^(\*\.)?([^\s/?#@\\:*[\]{}%]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** A host like `api.example.com`, or `*.example.com` for every host below it; with `:port` for an unusual port. */
export const AllowedHost = z
  .string()
  .trim()
  .max(300)
  .transform((written, context) => {
    const host = normalizeHost(written);
    if (host !== undefined) return host;
    const message = 'Write hosts like api.example.com, *.example.com or api.example.com:8443';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Spells a host as URLs do: in lower case, and in Punycode. */
function normalizeHost(written: string): string | undefined {
  const [, wildcard = '', name = '', port = ''] = grammar.exec(written) ?? [];
  const url = `https://${name}${port}`;
  if (!name || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  // A wildcard above one label, like *.com, would allow almost every host.
  if (wildcard && !hostname.includes('.')) return undefined;
  return `${wildcard}${hostname}${port}`;
}

/** Checks whether a URL leads to one of the hosts; an entry without a port means the default port of the URL's scheme. */
export function isAllowedHost(allowed: readonly string[], url: URL): boolean {
  const { protocol } = url;
  const port = readPort(url);
  const usualPort = readPort({ protocol, port: '' });
  return allowed.some((entry) => {
    const [, name = '', entryPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    if (port !== (entryPort === undefined ? usualPort : Number(entryPort))) return false;
    return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  });
}
