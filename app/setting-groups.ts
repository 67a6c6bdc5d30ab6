// Settings that belong together. Each function reads a group, or names the setting that the group lacks.

type Missing = { kind: 'missing'; name: string; advice: string };

export function describeMissingSetting({ name, advice }: Missing): { kind: 'invalid'; message: string } {
  return { kind: 'invalid', message: `The setting ${name} is missing: ${advice}.` };
}

/** The transport for mails, with the settings that it needs. */
export type MailTransport =
  | { kind: 'console' }
  | { kind: 'mailjet'; apiKey: string; secretKey: string }
  | { kind: 'smtp'; url: string };

interface MailSettings {
  MAIL_TRANSPORT: MailTransport['kind'];
  MAILJET_API_KEY?: string | undefined;
  MAILJET_SECRET_KEY?: string | undefined;
  SMTP_URL?: string | undefined;
}

/** Reads the transport for mails, or names the first setting that it lacks. */
export function readMailTransport(settings: MailSettings): MailTransport | Missing {
  const { MAILJET_API_KEY: apiKey, MAILJET_SECRET_KEY: secretKey, SMTP_URL: url } = settings;
  switch (settings.MAIL_TRANSPORT) {
    case 'console':
      return { kind: 'console' };
    case 'mailjet': {
      const advice = 'MAIL_TRANSPORT=mailjet needs it; Mailjet shows it under API key management';
      if (!apiKey) return { kind: 'missing', name: 'MAILJET_API_KEY', advice };
      if (!secretKey) return { kind: 'missing', name: 'MAILJET_SECRET_KEY', advice };
      return { kind: 'mailjet', apiKey, secretKey };
    }
    case 'smtp': {
      const advice = 'MAIL_TRANSPORT=smtp needs it, for example smtp://user:password@mail.example.com:587';
      return url ? { kind: 'smtp', url } : { kind: 'missing', name: 'SMTP_URL', advice };
    }
  }
}

/** The addresses of proxies, with credentials. `except`: the targets without a proxy, separated by commas. */
export interface Proxies {
  http?: string;
  https?: string;
  except: string;
}

/** Reads the proxies and the targets without a proxy; returns nothing when no proxy is set. */
export function readProxies(settings: {
  HTTP_PROXY?: string | undefined;
  HTTPS_PROXY?: string | undefined;
  NO_PROXY: string;
}): { proxies?: Proxies } {
  const { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: except } = settings;
  if (!http && !https) return {};
  return { proxies: { ...(http && { http }), ...(https && { https }), except } };
}

export type AuditStream = { kind: 'stdout' } | { kind: 'webhook'; url: string; secret: string };

/** Reads where the audit log is streamed to, or names the setting that is missing; undefined when it is not streamed. */
export function readAuditStream(settings: {
  AUDIT_STREAM: string;
  AUDIT_STREAM_SECRET?: string | undefined;
}): AuditStream | Missing | undefined {
  const { AUDIT_STREAM: url, AUDIT_STREAM_SECRET: secret } = settings;
  if (url === 'off') return undefined;
  if (url === 'stdout') return { kind: 'stdout' };
  const advice = 'AUDIT_STREAM signs what it posts with it; write at least 16 random characters';
  return secret ? { kind: 'webhook', url, secret } : { kind: 'missing', name: 'AUDIT_STREAM_SECRET', advice };
}

/** The OpenID provider that people log in with. */
export interface SingleSignOn {
  /** The issuer identifier, exactly as the provider writes it (OpenID Connect Discovery 1.0, section 4.3). */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name that the log-in page shows. */
  name: string;
  /** The domains of email addresses that may log in; empty for all. */
  domains: string[];
  /** The organization that new users become members of. */
  organizationId?: string;
  /** The claims of the provider that give users a role in that organization. */
  roles?: { claim: string; names: { value: string; role: Role }[] };
  /** The longest duration of a session that begins with single sign-on, in milliseconds. */
  sessionMs?: number;
}

type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

interface SingleSignOnSettings {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME?: string | undefined;
  OIDC_ALLOWED_DOMAINS: string[];
  OIDC_ORGANIZATION?: string | undefined;
  OIDC_ROLE_CLAIM?: string | undefined;
  OIDC_OWNERS: string[];
  OIDC_ADMINS: string[];
  OIDC_SESSION_HOURS: number;
  PASSWORD_LOGIN: 'on' | 'off';
}

/** Reads the provider, or names the setting that is missing; undefined when users log in with a password. */
export function readSingleSignOn(settings: SingleSignOnSettings): SingleSignOn | Missing | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer) {
    if (settings.PASSWORD_LOGIN === 'on') return undefined;
    const advice = 'with PASSWORD_LOGIN=off people log in with an OpenID provider alone; write its issuer';
    return { kind: 'missing', name: 'OIDC_ISSUER', advice };
  }
  const advice = 'OIDC_ISSUER needs it; the provider shows it where this installation is registered';
  if (!clientId) return { kind: 'missing', name: 'OIDC_CLIENT_ID', advice };
  if (!clientSecret) return { kind: 'missing', name: 'OIDC_CLIENT_SECRET', advice };
  const { OIDC_ROLE_CLAIM: claim, OIDC_SESSION_HOURS: hours } = settings;
  if (claim && !settings.OIDC_ORGANIZATION) {
    const why = 'OIDC_ROLE_CLAIM needs it, for the roles are those in this organization; write its id';
    return { kind: 'missing', name: 'OIDC_ORGANIZATION', advice: why };
  }
  const names = [
    ...settings.OIDC_OWNERS.map((value) => ({ value, role: 'OWNER' as const })),
    ...settings.OIDC_ADMINS.map((value) => ({ value, role: 'ADMIN' as const })),
  ];
  if (claim && names.length === 0) {
    const why = 'OIDC_ROLE_CLAIM needs it, or OIDC_OWNERS; write the values that make people admins';
    return { kind: 'missing', name: 'OIDC_ADMINS', advice: why };
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? new URL(issuer).hostname,
    domains: settings.OIDC_ALLOWED_DOMAINS,
    ...(settings.OIDC_ORGANIZATION && { organizationId: settings.OIDC_ORGANIZATION }),
    ...(claim && { roles: { claim, names } }),
    ...(hours < 14 * 24 && { sessionMs: hours * 60 * 60_000 }),
  };
}
