// The hosts that calls go to, for a search. The rest of a URL is left out: it may hold a secret, as that of a webhook does.

const maxHostLength = 300;

/**
 * Returns the hosts in the URLs of calls as they are written, each once and in lower case, with the port where one is written:
 * `api.example.com`, `localhost:3000`. A star stands for a placeholder: `*.example.com`. A URL that begins with a placeholder or
 * with the path of a connection names none.
 */
export function listCallHosts(calls: readonly { url: string }[]): string[] {
  const hosts = calls.map(({ url }) => readHost(url.trim().replace(/\{\{.*?\}\}/gs, '*')));
  return [...new Set(hosts)].filter((host) => host !== '' && host.length <= maxHostLength);
}

function readHost(url: string): string {
  const [, authority = ''] = /^(?:https?|smtps?):\/\/([^/?#\s]+)/i.exec(url) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
}

/** The fewest characters that a search looks for in hosts: fewer are in nearly all. */
const fewestCharacters = 3;

/**
 * Returns what a search looks for in hosts, in lower case: the whole text, or the host of a URL that was pasted. Empty when no
 * host is looked for.
 */
export function readSearchedHost(search: string): string {
  const text = search.trim().toLowerCase();
  const host = readHost(text) || text;
  return host.length >= fewestCharacters && !/[\s/]/.test(host) ? host : '';
}
