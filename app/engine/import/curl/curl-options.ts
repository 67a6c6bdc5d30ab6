// The options of curl's manual that affect a request; for the others, only whether a value follows.

/** The meaning of an option. `silent` changes nothing in a call. */
export type CurlOption =
  | 'header'
  | 'method'
  | 'data'
  | 'data-raw'
  | 'data-binary'
  | 'data-urlencode'
  | 'json'
  | 'form'
  | 'form-string'
  | 'globoff'
  | 'user'
  | 'scheme'
  | 'bearer'
  | 'get'
  | 'head'
  | 'url'
  | 'cookie'
  | 'agent'
  | 'referer'
  | 'insecure'
  | 'location'
  | 'upload'
  | 'seconds'
  | 'next'
  | 'url-query'
  | 'http-version'
  | 'ip-version'
  | 'silent'
  | 'unknown';

const meanings: Partial<Record<CurlOption, string>> = {
  header: 'H header',
  method: 'X request',
  data: 'd data data-ascii',
  'data-binary': 'data-binary',
  'data-raw': 'data-raw',
  'data-urlencode': 'data-urlencode',
  json: 'json',
  form: 'F form',
  'form-string': 'form-string',
  globoff: 'g globoff',
  user: 'u user',
  scheme: 'digest ntlm negotiate anyauth aws-sigv4',
  bearer: 'oauth2-bearer',
  get: 'G get',
  head: 'I head',
  url: 'url',
  'url-query': 'url-query',
  cookie: 'b cookie',
  agent: 'A user-agent',
  referer: 'e referer',
  insecure: 'k insecure',
  location: 'L location location-trusted',
  upload: 'T upload-file',
  seconds: 'm max-time',
  next: 'next :',
  'http-version': 'http1.0 0 http2 http2-prior-knowledge http3',
  'ip-version': '4 ipv4 6 ipv6',
  silent:
    's silent S show-error v verbose i include f fail fail-with-body N no-buffer # progress-bar compressed ' +
    'http1.1 basic no-progress-meter O remote-name J ' +
    'remote-header-name remote-time R q disable tlsv1.2 tlsv1.3 1 tlsv1 ssl ssl-reqd no-keepalive tcp-nodelay ' +
    'o output w write-out c cookie-jar D dump-header connect-timeout stderr trace trace-ascii retry retry-delay ' +
    'retry-max-time max-redirs',
};

const meaningOf = new Map(
  Object.entries(meanings).flatMap(([meaning, names]) =>
    names.split(' ').map((name): [string, CurlOption] => [name, meaning as CurlOption]),
  ),
);

/** The options that a value follows. They include unknown ones, so that their value is not read as a URL. */
const withValue = new Set(
  (
    'H header X request d data data-ascii data-binary data-raw data-urlencode json F form form-string u user ' +
    'oauth2-bearer url url-query b cookie A user-agent e referer T upload-file m max-time o output w write-out c ' +
    'cookie-jar D dump-header connect-timeout stderr trace trace-ascii retry retry-delay retry-max-time max-redirs ' +
    'x proxy U proxy-user E cert cert-type key key-type pass cacert capath ciphers resolve connect-to interface ' +
    'limit-rate r range K config C continue-at y speed-time Y speed-limit z time-cond unix-socket aws-sigv4 Q quote ' +
    'noproxy proto dns-servers local-port request-target keepalive-time tls-max engine rate variable P ftp-port t ' +
    'telnet-option abstract-unix-socket alt-svc create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr ' +
    'dns-ipv6-addr doh-url ech egd-file etag-compare etag-save expect100-timeout ftp-account ftp-alternative-to-user ' +
    'ftp-method ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts ip-tos ' +
    'ipfs-gateway keepalive-cnt krb libcurl login-options mail-auth mail-from mail-rcpt max-filesize netrc-file ' +
    'output-dir parallel-max pinnedpubkey preproxy proto-default proto-redir proxy-cacert proxy-capath proxy-cert ' +
    'proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey ' +
    'proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy1.0 pubkey ' +
    'random-file sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname ' +
    'tftp-blksize tls13-ciphers tlsauthtype tlspassword tlsuser trace-config vlan-priority'
  ).split(' '),
);

/** Finds the meaning of an option by its name without hyphens. */
export function findCurlOption(name: string): { meaning: CurlOption; takesValue: boolean } {
  const known = meaningOf.get(name);
  // `--no-…` turns an option off, and most are off by default.
  const isOff = known === undefined && name.startsWith('no-') && meaningOf.has(name.slice(3));
  return { meaning: known ?? (isOff ? 'silent' : 'unknown'), takesValue: withValue.has(name) };
}

const longNames = [...new Set([...meaningOf.keys(), ...withValue])].filter((name) => name.length > 1);

/** Completes a long option as curl does: a beginning is enough when only one option has it. */
export function completeLongName(name: string): string {
  if (name.length < 2 || longNames.includes(name)) return name;
  const matches = longNames.filter((known) => known.startsWith(name));
  const [only] = matches;
  return only && matches.length === 1 ? only : name;
}
