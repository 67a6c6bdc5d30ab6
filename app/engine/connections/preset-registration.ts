// Where a known provider gives out what a connection of its preset asks for: `presets.ts` lists the presets.

export interface Registration {
  /** The name of the provider's console. */
  console: string;
  /** Its address. For Salesforce it is in the org that the preset's question named. */
  url: string;
  /** What to do there, as the end of a sentence that begins with “Open” and the console. */
  task: string;
  /** What most often goes wrong there, and what to do about it. */
  pitfall: string;
  /** The part of the documentation's page on connections with every step. */
  anchor: string;
}

const googleServiceAccounts = {
  console: 'Google Cloud: Service Accounts',
  url: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
};

const salesforce = {
  console: 'External Client App Manager',
  path: '.my.salesforce-setup.com/lightning/setup/ManageExternalClientApplication/home',
  anchor: 'salesforce',
};

/** By the preset's id; `place` is the answer to the preset's question. */
const registrations: Record<string, (place: string) => Registration> = {
  google: () => ({
    console: 'Google Auth Platform: Clients',
    url: 'https://console.cloud.google.com/auth/clients',
    task: 'create a client of the type “Web application”. It shows the client ID and the secret.',
    pitfall:
      'While the publishing status of an external app is “Testing”, Google ends each connection after 7 days: publish the app (“Audience”). Each API that you call has to be enabled in the same project.',
    anchor: 'google',
  }),
  'google-service-account': () => ({
    ...googleServiceAccounts,
    task: 'create a service account and a key of it as JSON. The file holds what is asked for here.',
    pitfall:
      'The account sees no sheet or calendar until you share it with its address (client_email), as with a person.',
    anchor: 'google-service-account',
  }),
  'google-cloud-run': () => ({
    ...googleServiceAccounts,
    task: 'create a service account and a key of it as JSON. The file holds what is asked for here.',
    pitfall:
      'Google Cloud Run answers 403 until the account has the role “Cloud Run Invoker” for the service.',
    anchor: 'google-cloud-run',
  }),
  'app-store-connect': () => ({
    console: 'App Store Connect: Integrations',
    url: 'https://appstoreconnect.apple.com/access/integrations/api',
    task: 'generate a team key. The page shows the issuer ID and the key ID.',
    pitfall: 'The key (.p8) can be downloaded only once.',
    anchor: 'app-store-connect',
  }),
  microsoft: () => ({
    console: 'Microsoft Entra: App registrations',
    url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    task: 'register an application with a redirect URI of the platform “Web”. Its overview shows the client ID; make a client secret under “Certificates & secrets”.',
    pitfall: 'Copy the “Value” of the secret, not its “Secret ID”. It is shown once, and it expires.',
    anchor: 'microsoft',
  }),
  github: () => ({
    console: 'GitHub: Developer settings',
    url: 'https://github.com/settings/developers',
    task: 'register an OAuth app. Its page shows the client ID and generates a client secret.',
    pitfall:
      'An OAuth app has only one callback URL, so another installation of Wicked Integrations needs an app of its own. An organization may have to approve the app before it reads private repositories.',
    anchor: 'github',
  }),
  'github-app': () => ({
    console: 'GitHub: GitHub Apps',
    url: 'https://github.com/settings/apps',
    task: 'create an app with the permissions that your calls need. Its page shows the client ID and generates a private key.',
    pitfall: 'Install the app in the account, too: the installation ID is the end of the URL that follows.',
    anchor: 'github-app',
  }),
  slack: () => ({
    console: 'Slack: Your Apps',
    url: 'https://api.slack.com/apps',
    task: 'create an app. “OAuth & Permissions” takes the redirect URL and the scopes; “Basic Information” shows the client ID and the secret.',
    pitfall:
      'Slack takes only redirect URLs that begin with https://. The app writes only to channels that somebody invited it into.',
    anchor: 'slack',
  }),
  salesforce: (domain) => ({
    console: salesforce.console,
    url: `https://${domain}${salesforce.path}`,
    task: 'create an app with OAuth enabled. The consumer key is the client ID, the consumer secret the client secret.',
    pitfall: 'A new app works only after up to 10 minutes.',
    anchor: salesforce.anchor,
  }),
  'salesforce-jwt': (domain) => ({
    console: salesforce.console,
    url: `https://${domain}${salesforce.path}`,
    task: 'create an app with OAuth and the JWT bearer flow enabled, and upload the certificate of your key. The consumer key is the issuer.',
    pitfall:
      'Salesforce refuses each token until the policies of the app pre-authorize the user’s profile or permission set.',
    anchor: salesforce.anchor,
  }),
  hubspot: () => ({
    console: 'HubSpot’s guide to apps',
    url: 'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/create-an-app',
    task: 'create an app with OAuth. Its page “Auth”, under “Development” → “Projects” in your account, shows the client ID and the secret.',
    pitfall: 'HubSpot refuses to connect when the scopes below are not the ones that the app requires.',
    anchor: 'hubspot',
  }),
  shopify: () => ({
    console: 'Shopify Dev Dashboard',
    url: 'https://dev.shopify.com/dashboard',
    task: 'create an app, release a version with the scopes that your calls need, and install it in the shop. Its settings show the client ID and the secret.',
    pitfall: 'Shopify gives tokens only to an app of the organization that owns the shop.',
    anchor: 'shopify',
  }),
  telegram: () => ({
    console: 'BotFather',
    url: 'https://t.me/BotFather',
    task: 'write /newbot to it. Its reply holds the token.',
    pitfall: 'The bot writes only to people who wrote to it, and to groups that it was added to.',
    anchor: 'telegram',
  }),
  quickbooks: () => ({
    console: 'Intuit Developer: Dashboard',
    url: 'https://developer.intuit.com/app/developer/dashboard',
    task: 'create an app with the scope “Accounting”. “Keys & credentials” shows the client ID and the secret, and takes the redirect URI.',
    pitfall:
      'Keys for production and for sandbox companies differ, each with redirect URIs of its own. For production they begin with https:// and name no IP address.',
    anchor: 'quickbooks',
  }),
  xero: () => ({
    console: 'Xero Developer: My Apps',
    url: 'https://developer.xero.com/app/manage',
    task: 'create an app of the type “Web app”. “Configuration” shows the client ID and generates a secret.',
    pitfall:
      'Each call needs the header xero-tenant-id: a GET of https://api.xero.com/connections returns its value.',
    anchor: 'xero',
  }),
  zoom: () => ({
    console: 'Zoom App Marketplace',
    url: 'https://marketplace.zoom.us/develop/create',
    task: 'create a Server-to-Server OAuth app. “App Credentials” shows the account ID, the client ID and the secret.',
    pitfall:
      'Zoom refuses each token until the app has a scope and is activated. Write the account ID after account_id= below.',
    anchor: 'zoom',
  }),
};

/** Says where a preset's credentials come from; undefined for an id that no preset has. */
export function describeRegistration(id: string, place: string): Registration | undefined {
  return registrations[id]?.(place);
}
