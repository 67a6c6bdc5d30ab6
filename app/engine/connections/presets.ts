// Well-known providers: their addresses, the hosts that their tokens may go to, and what else they require.
import type { ConnectionKind } from './kinds';

interface Preset {
  id: string;
  name: string;
  /** The question that the provider's addresses depend on, if there is one. */
  asks?: PresetQuestion;
  /** Returns the connection's fields; `place` is the answer to the question. */
  describe(place: string): Filled;
}

export interface PresetQuestion {
  label: string;
  hint: string;
  /** The value of the field before anything is typed. */
  initial?: string;
}

/** The fields that a new connection begins with. */
interface Filled {
  kind: ConnectionKind;
  baseUrl: string;
  allowedHosts: string[];
  config: Record<string, string>;
}

const kind = 'oauth2_authorization_code';

/** The pattern of labels of a host name, as `acme` or `acme.sandbox`; nothing that matches it can lead to another host. */
const placeGrammar = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

/** Explains why a typed text is not what a preset asks for; undefined when it is. */
export function findPresetAnswerProblem({ label }: PresetQuestion, place: string): string | undefined {
  if (!place) return `${label} is required`;
  return placeGrammar.test(place) && place.length <= 200
    ? undefined
    : 'Write letters, digits, dots and dashes';
}

const salesforceDomain: PresetQuestion = {
  label: 'My Domain',
  hint: 'What comes before .my.salesforce.com in its URL, such as acme or acme--test.sandbox.',
};

export const presets: readonly Preset[] = [
  {
    id: 'google',
    name: 'Google',
    describe: () => ({
      kind,
      baseUrl: 'https://www.googleapis.com',
      allowedHosts: ['*.googleapis.com'],
      config: {
        authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        // Google refuses a person who is sent without a scope.
        scope: 'https://www.googleapis.com/auth/spreadsheets',
        // Without these, Google gives a refresh token only the first time.
        extra: 'access_type=offline&prompt=consent',
        clientAuth: 'post',
        issuer: 'https://accounts.google.com',
        revocationUrl: 'https://oauth2.googleapis.com/revoke',
      },
    }),
  },
  {
    id: 'google-service-account',
    name: 'Google service account',
    describe: () => ({
      kind: 'oauth2_jwt',
      baseUrl: 'https://www.googleapis.com',
      allowedHosts: ['*.googleapis.com'],
      config: {
        tokenUrl: 'https://oauth2.googleapis.com/token',
        audience: 'https://oauth2.googleapis.com/token',
      },
    }),
  },
  {
    id: 'google-cloud-run',
    name: 'Google Cloud Run',
    asks: {
      label: 'Host of the service',
      hint: 'As its URL shows it, such as shop-123456789.europe-west1.run.app.',
    },
    describe: (host) => ({
      kind: 'oauth2_jwt',
      baseUrl: `https://${host}`,
      allowedHosts: [],
      config: {
        tokenUrl: 'https://oauth2.googleapis.com/token',
        audience: 'https://oauth2.googleapis.com/token',
        claims: `{"target_audience": "https://${host}"}`,
        sentToken: 'id',
      },
    }),
  },
  {
    id: 'app-store-connect',
    name: 'App Store Connect',
    describe: () => ({
      kind: 'signed_jwt',
      baseUrl: 'https://api.appstoreconnect.apple.com',
      allowedHosts: [],
      // Apple refuses tokens that are valid for more than twenty minutes.
      config: { algorithm: 'ES256', audience: 'appstoreconnect-v1', lifetime: '600' },
    }),
  },
  {
    id: 'microsoft',
    name: 'Microsoft',
    asks: {
      label: 'Directory (tenant) ID',
      hint: 'As the app registration shows it, or “organizations” for any, “common” for personal accounts, too.',
      initial: 'organizations',
    },
    describe: (tenant) => ({
      kind,
      baseUrl: 'https://graph.microsoft.com/v1.0',
      allowedHosts: [],
      config: {
        authorizationUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
        tokenUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
        scope: 'offline_access https://graph.microsoft.com/User.Read',
        clientAuth: 'post',
      },
    }),
  },
  {
    id: 'github',
    name: 'GitHub',
    describe: () => ({
      kind,
      baseUrl: 'https://api.github.com',
      allowedHosts: ['uploads.github.com'],
      config: {
        authorizationUrl: 'https://github.com/login/oauth/authorize',
        tokenUrl: 'https://github.com/login/oauth/access_token',
        revocationUrl: 'https://api.github.com/applications/{client_id}/token',
        clientAuth: 'post',
      },
    }),
  },
  {
    id: 'github-app',
    name: 'GitHub App',
    describe: () => ({
      kind: 'github_app',
      baseUrl: 'https://api.github.com',
      allowedHosts: ['uploads.github.com'],
      config: { apiUrl: 'https://api.github.com' },
    }),
  },
  {
    id: 'slack',
    name: 'Slack',
    describe: () => ({
      kind,
      baseUrl: 'https://slack.com/api',
      allowedHosts: [],
      config: {
        authorizationUrl: 'https://slack.com/oauth/v2/authorize',
        tokenUrl: 'https://slack.com/api/oauth.v2.access',
        scope: 'chat:write',
      },
    }),
  },
  {
    id: 'salesforce',
    name: 'Salesforce',
    asks: salesforceDomain,
    describe: (domain) => ({
      kind,
      baseUrl: `https://${domain}.my.salesforce.com`,
      allowedHosts: [],
      config: {
        authorizationUrl: `https://${domain}.my.salesforce.com/services/oauth2/authorize`,
        tokenUrl: `https://${domain}.my.salesforce.com/services/oauth2/token`,
        revocationUrl: `https://${domain}.my.salesforce.com/services/oauth2/revoke`,
        scope: 'api refresh_token',
        clientAuth: 'post',
      },
    }),
  },
  {
    id: 'salesforce-jwt',
    name: 'Salesforce JWT',
    asks: salesforceDomain,
    describe: (domain) => ({
      kind: 'oauth2_jwt',
      baseUrl: `https://${domain}.my.salesforce.com`,
      allowedHosts: [],
      config: {
        tokenUrl: `https://${domain}.my.salesforce.com/services/oauth2/token`,
        // Sandboxes have a sign-in address of their own, which the assertion has to name.
        audience: domain.endsWith('.sandbox')
          ? 'https://test.salesforce.com'
          : 'https://login.salesforce.com',
      },
    }),
  },
  {
    id: 'hubspot',
    name: 'HubSpot',
    describe: () => ({
      kind,
      baseUrl: 'https://api.hubapi.com',
      allowedHosts: [],
      config: {
        authorizationUrl: 'https://app.hubspot.com/oauth/authorize',
        tokenUrl: 'https://api.hubapi.com/oauth/v3/token',
        revocationUrl: 'https://api.hubapi.com/oauth/v3/token/revoke',
        scope: 'oauth',
        clientAuth: 'post',
      },
    }),
  },
  {
    id: 'shopify',
    name: 'Shopify',
    asks: { label: 'Shop', hint: 'What comes before .myshopify.com in its URL, such as acme.' },
    describe: (shop) => ({
      // For apps in shops of the same owner, which need nobody to sign in.
      kind: 'oauth2_client_credentials',
      baseUrl: `https://${shop}.myshopify.com`,
      allowedHosts: [],
      config: {
        tokenUrl: `https://${shop}.myshopify.com/admin/oauth/access_token`,
        clientAuth: 'post',
        tokenHeader: 'X-Shopify-Access-Token',
      },
    }),
  },
  {
    id: 'telegram',
    name: 'Telegram',
    describe: () => ({
      kind: 'api_key',
      baseUrl: 'https://api.telegram.org',
      allowedHosts: [],
      config: { in: 'path', name: 'bot' },
    }),
  },
  {
    id: 'quickbooks',
    name: 'QuickBooks',
    describe: () => ({
      kind,
      baseUrl: 'https://quickbooks.api.intuit.com/v3',
      allowedHosts: ['sandbox-quickbooks.api.intuit.com'],
      config: {
        authorizationUrl: 'https://appcenter.intuit.com/connect/oauth2',
        tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
        scope: 'com.intuit.quickbooks.accounting',
      },
    }),
  },
  {
    id: 'xero',
    name: 'Xero',
    describe: () => ({
      kind,
      baseUrl: 'https://api.xero.com/api.xro/2.0',
      allowedHosts: [],
      config: {
        authorizationUrl: 'https://login.xero.com/identity/connect/authorize',
        tokenUrl: 'https://identity.xero.com/connect/token',
        revocationUrl: 'https://identity.xero.com/connect/revocation',
        // Xero refuses `accounting.transactions` from apps that were created after the 2nd of March 2026.
        scope:
          'offline_access accounting.invoices accounting.payments accounting.banktransactions accounting.contacts',
      },
    }),
  },
  {
    id: 'zoom',
    name: 'Zoom',
    describe: () => ({
      // A server-to-server app; the account's id goes behind `account_id=`.
      kind: 'oauth2_client_credentials',
      baseUrl: 'https://api.zoom.us/v2',
      allowedHosts: [],
      config: {
        tokenUrl: 'https://zoom.us/oauth/token',
        extra: 'grant_type=account_credentials&account_id=',
      },
    }),
  },
];
