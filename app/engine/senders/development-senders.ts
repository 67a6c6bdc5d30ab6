// Senders that report code and what runs it, with their proofs as their own documentation describes them. docs/senders.md says
// what has been tried.
import { plainOk, type Sender } from './sender';

export const developmentSenders = [
  {
    name: 'github',
    label: 'GitHub',
    proof: {
      kind: 'signature',
      header: 'x-hub-signature-256',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      signed: '{body}',
    },
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
    setUp: 'Settings → Webhooks: generate the signing token and copy it (whsec_…) into this trigger.',
  },
  {
    name: 'bitbucket',
    label: 'Bitbucket',
    proof: {
      kind: 'signature',
      header: 'x-hub-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      signed: '{body}',
    },
    setUp: 'Repository settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'gitea',
    label: 'Gitea, Forgejo',
    proof: {
      kind: 'signature',
      header: 'x-gitea-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Webhooks: type the secret of this trigger there, with POST and application/json.',
  },
  {
    name: 'jira',
    label: 'Jira',
    proof: {
      kind: 'signature',
      header: 'x-hub-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      signed: '{body}',
    },
    setUp: 'System → WebHooks: type the secret of this trigger there.',
  },
  {
    name: 'linear',
    label: 'Linear',
    proof: {
      kind: 'signature',
      header: 'linear-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    answer: plainOk,
    setUp: 'Settings → API → Webhooks: copy the signing secret of the webhook into this trigger.',
  },
  {
    name: 'sentry',
    label: 'Sentry',
    proof: {
      kind: 'signature',
      header: 'sentry-hook-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Custom Integrations: copy the client secret of the integration into this trigger.',
  },
  {
    name: 'circleci',
    label: 'CircleCI',
    proof: {
      kind: 'signature',
      header: 'circleci-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'v1' },
      signed: '{body}',
    },
    setUp: 'Project settings → Webhooks: type the secret of this trigger as the secret token.',
  },
  {
    name: 'buildkite',
    label: 'Buildkite',
    proof: {
      kind: 'signature',
      header: 'x-buildkite-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      pairs: { signature: 'signature', time: 'timestamp' },
      signed: '{timestamp}.{body}',
      toleranceSeconds: 300,
    },
    setUp:
      'Notification services → Webhook: choose the HMAC signature, and copy the token into this trigger.',
  },
  {
    name: 'travis',
    label: 'Travis CI',
    proof: {
      kind: 'signature',
      header: 'signature',
      algorithm: 'rsa-sha1',
      encoding: 'base64',
      signed: '{field:payload}',
    },
    setUp:
      'Copy notifications.webhook.public_key of https://api.travis-ci.com/config into this trigger, enter the webhook URL in .travis.yml, and read bodies as JSON, also in a form.',
  },
  {
    name: 'vercel',
    label: 'Vercel',
    proof: {
      kind: 'signature',
      header: 'x-vercel-signature',
      algorithm: 'sha1',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Team settings → Webhooks: copy the secret that is shown once into this trigger.',
  },
  {
    name: 'heroku',
    label: 'Heroku',
    proof: {
      kind: 'signature',
      header: 'heroku-webhook-hmac-sha256',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: '{body}',
    },
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
    proof: {
      kind: 'signature',
      header: 'x-tfe-notification-signature',
      algorithm: 'sha512',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Workspace settings → Notifications: type the secret of this trigger as the token.',
  },
  {
    name: 'pagerduty',
    label: 'PagerDuty',
    proof: {
      kind: 'signature',
      header: 'x-pagerduty-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'v1=',
      signed: '{body}',
    },
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
    proof: {
      kind: 'signature',
      header: 'x-grafana-alerting-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp:
      'Contact point → Webhook: type the secret of this trigger as the HMAC secret, without a timestamp header.',
  },
  {
    name: 'sonarqube',
    label: 'SonarQube',
    proof: {
      kind: 'signature',
      header: 'x-sonar-webhook-hmac-sha256',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Project settings → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'planetscale',
    label: 'PlanetScale',
    proof: {
      kind: 'signature',
      header: 'x-planetscale-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Settings → Webhooks: copy the secret of the webhook into this trigger.',
  },
  {
    name: 'checkly',
    label: 'Checkly',
    proof: {
      kind: 'signature',
      header: 'x-checkly-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Alert channels → Webhook: type the secret of this trigger as the webhook secret.',
  },
  {
    name: 'snyk',
    label: 'Snyk',
    proof: {
      kind: 'signature',
      header: 'x-hub-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
      signed: '{body}',
    },
    setUp: 'Create the webhook by the API with the secret of this trigger as its secret.',
  },
  {
    name: 'nexus',
    label: 'Sonatype Nexus',
    proof: {
      kind: 'signature',
      header: 'x-nexus-webhook-signature',
      algorithm: 'sha1',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp: 'Webhook capability: type the secret of this trigger as the secret key.',
  },
  {
    name: 'jfrog',
    label: 'JFrog Artifactory',
    proof: {
      kind: 'signature',
      header: 'x-jfrog-event-auth',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
    },
    setUp:
      'Administration → Webhooks: type the secret of this trigger as the secret token, and use it for payload signing.',
  },
  {
    name: 'honeycomb',
    label: 'Honeycomb',
    proof: { kind: 'token', header: 'x-honeycomb-webhook-token' },
    setUp: 'Integrations → Webhook: copy the shared secret into this trigger.',
  },
  {
    name: 'cloudflare',
    label: 'Cloudflare notifications',
    proof: { kind: 'token', header: 'cf-webhook-auth' },
    setUp: 'Notifications → Destinations → Webhooks: type the secret of this trigger there.',
  },
] as const satisfies readonly Sender[];
