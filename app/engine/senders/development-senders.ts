// Senders that report code and what runs it. Proofs follow their documentation; docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const developmentSenders = [
  {
    name: 'github',
    label: 'GitHub',
    deliveryKey: { by: 'header', of: 'X-GitHub-Delivery' },
    proof: signatureIn('x-hub-signature-256', { prefix: 'sha256=' }),
    test: ['x-github-event', 'ping'],
    setUp:
      'Settings → Webhooks → Add webhook: type the secret of this trigger there, with the content type application/json.',
  },
  {
    name: 'gitlab',
    label: 'GitLab (secret token)',
    proof: { kind: 'token', header: 'x-gitlab-token' },
    setUp: 'Settings → Webhooks: type the secret of this trigger as the secret token.',
  },
  {
    name: 'gitlab-signed',
    label: 'GitLab (signing token)',
    proof: { kind: 'standard-webhooks' },
    issuesSecret: true,
    setUp: 'Settings → Webhooks: generate the signing token and copy it (whsec_…) into this trigger.',
  },
  {
    name: 'bitbucket',
    label: 'Bitbucket',
    deliveryKey: { by: 'header', of: 'X-Request-UUID' },
    proof: signatureIn('x-hub-signature', { prefix: 'sha256=' }),
    setUp: 'Repository settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'gitea',
    label: 'Gitea, Forgejo',
    proof: signatureIn('x-gitea-signature'),
    setUp: 'Settings → Webhooks: type the secret of this trigger there, with POST and application/json.',
  },
  {
    name: 'jira',
    label: 'Jira',
    deliveryKey: { by: 'header', of: 'X-Atlassian-Webhook-Identifier' },
    proof: signatureIn('x-hub-signature', { prefix: 'sha256=' }),
    setUp: 'System → WebHooks: type the secret of this trigger there.',
  },
  {
    name: 'linear',
    label: 'Linear',
    deliveryKey: { by: 'header', of: 'Linear-Delivery' },
    proof: signatureIn('linear-signature'),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings → API → Webhooks: copy the signing secret of the webhook into this trigger.',
  },
  {
    name: 'sentry',
    label: 'Sentry',
    proof: signatureIn('sentry-hook-signature'),
    issuesSecret: true,
    setUp: 'Settings → Custom Integrations: copy the client secret of the integration into this trigger.',
  },
  {
    name: 'circleci',
    label: 'CircleCI',
    proof: signatureIn('circleci-signature', { pairs: { signature: 'v1' } }),
    setUp: 'Project settings → Webhooks: type the secret of this trigger as the secret token.',
  },
  {
    name: 'buildkite',
    label: 'Buildkite',
    proof: signatureIn('x-buildkite-signature', {
      ...dated,
      pairs: { signature: 'signature', time: 'timestamp' },
    }),
    test: ['x-buildkite-event', 'ping'],
    issuesSecret: true,
    setUp:
      'Notification services → Webhook: choose the HMAC signature, and copy the token into this trigger.',
  },
  {
    name: 'travis',
    label: 'Travis CI',
    proof: signatureIn('signature', { algorithm: 'rsa-sha1', encoding: 'base64', signed: '{field:payload}' }),
    issuesSecret: true,
    setUp:
      'Copy notifications.webhook.public_key of https://api.travis-ci.com/config into this trigger, enter the webhook URL in .travis.yml, and read bodies as JSON, also in a form.',
  },
  {
    name: 'vercel',
    label: 'Vercel',
    proof: signatureIn('x-vercel-signature', { algorithm: 'sha1' }),
    issuesSecret: true,
    setUp: 'Team settings → Webhooks: copy the secret that is shown once into this trigger.',
  },
  {
    name: 'heroku',
    label: 'Heroku',
    proof: signatureIn('heroku-webhook-hmac-sha256', { encoding: 'base64' }),
    setUp: 'More → View webhooks: type the secret of this trigger there.',
  },
  {
    name: 'netlify',
    label: 'Netlify',
    proof: { kind: 'jwt', header: 'x-webhook-signature', bodyClaim: 'sha256' },
    setUp:
      'Deploy notifications → HTTP POST request: type the secret of this trigger as the JWS secret token.',
  },
  {
    name: 'terraform',
    label: 'HCP Terraform',
    proof: signatureIn('x-tfe-notification-signature', { algorithm: 'sha512' }),
    setUp: 'Workspace settings → Notifications: type the secret of this trigger as the token.',
  },
  {
    name: 'pagerduty',
    label: 'PagerDuty',
    deliveryKey: { by: 'path', of: '.event.id' },
    proof: signatureIn('x-pagerduty-signature', { prefix: 'v1=' }),
    issuesSecret: true,
    setUp: 'Integrations → Generic Webhooks (v3): copy the secret that is shown once into this trigger.',
  },
  {
    name: 'azure-devops',
    label: 'Azure DevOps',
    proof: { kind: 'basic', username: 'wicked' },
    setUp:
      'Project settings → Service hooks → Web Hooks: type the username wicked and the secret of this trigger as the password.',
  },
  {
    name: 'grafana',
    label: 'Grafana',
    proof: signatureIn('x-grafana-alerting-signature'),
    setUp:
      'Contact point → Webhook: type the secret of this trigger as the HMAC secret, without a timestamp header.',
  },
  {
    name: 'sonarqube',
    label: 'SonarQube',
    proof: signatureIn('x-sonar-webhook-hmac-sha256'),
    setUp: 'Project settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'planetscale',
    label: 'PlanetScale',
    proof: signatureIn('x-planetscale-signature'),
    issuesSecret: true,
    setUp: 'Settings → Webhooks: copy the secret of the webhook into this trigger.',
  },
  {
    name: 'checkly',
    label: 'Checkly',
    proof: signatureIn('x-checkly-signature'),
    setUp: 'Alert channels → Webhook: type the secret of this trigger as the webhook secret.',
  },
  {
    name: 'snyk',
    label: 'Snyk',
    proof: signatureIn('x-hub-signature', { prefix: 'sha256=' }),
    test: ['x-snyk-event', 'ping/v0'],
    setUp: 'Create the webhook by the API with the secret of this trigger as its secret.',
  },
  {
    name: 'nexus',
    label: 'Sonatype Nexus',
    proof: signatureIn('x-nexus-webhook-signature', { algorithm: 'sha1' }),
    setUp: 'Webhook capability: type the secret of this trigger as the secret key.',
  },
  {
    name: 'jfrog',
    label: 'JFrog Artifactory',
    proof: signatureIn('x-jfrog-event-auth'),
    setUp:
      'Administration → Webhooks: type the secret of this trigger as the secret token, and use it for payload signing.',
  },
  {
    name: 'honeycomb',
    label: 'Honeycomb',
    proof: { kind: 'token', header: 'x-honeycomb-webhook-token' },
    issuesSecret: true,
    setUp: 'Integrations → Webhook: copy the shared secret into this trigger.',
  },
  {
    name: 'cloudflare',
    label: 'Cloudflare notifications',
    proof: { kind: 'token', header: 'cf-webhook-auth' },
    setUp: 'Notifications → Destinations → Webhooks: type the secret of this trigger there.',
  },
] as const satisfies readonly Sender[];
