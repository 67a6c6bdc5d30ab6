// Everything the server answers except webhooks, in the order a request meets it: security, health, JSON, pages.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import type { AppContext } from '~/context';
import { createAccountTestingApi } from './account-testing';
import { findCallerAddress } from './address';
import { type ApiEnv, answerProblem, largestBody } from './answer';
import { createApiTokensApi } from './api-tokens';
import { createAuditLogApi } from './audit-log';
import { createAuthApi } from './auth';
import { createBillingApi } from './billing';
import { describeElsewhere } from './described-elsewhere';
import { mountDocument } from './docs/mount';
import { createEarlyAccessApi } from './early-access';
import { createExecutionsApi } from './executions';
import { createImportsApi } from './imports';
import { createIntegrationsApi } from './integrations';
import { createInvitationsApi } from './invitations';
import { createMembershipsApi } from './memberships';
import { createOrganizationPeopleApi } from './organization-people';
import { createOrganizationsApi } from './organizations';
import { createApi, defineRoute } from './route';
import { createSamplesApi } from './samples';
import { keepNoCopies, limitBody, noteRefusals, requireSameOrigin, securityHeaders } from './security';
import { createSessionsApi } from './sessions';
import { Health } from './shapes/problem';
import { createTestsApi } from './tests';
import { createUsersApi } from './users';

/** Whether the process is up. What else watches over it is for the operator, not for programs. */
const healthRoute = defineRoute({
  method: 'get',
  path: '/healthz',
  id: 'readHealth',
  tag: 'Server',
  access: 'public',
  summary: 'Ask whether the server is up',
  isFresh: true,
  answers: { 200: { description: 'It is.', schema: Health } },
});

/** Renders a screen. */
export type PageHandler = (request: Request, about: { nonce: string; address: string }) => Promise<Response>;

export interface AppOptions {
  isDevelopment: boolean;
  /** Serves the browser's files; none in development, where Vite does. */
  mountAssets?: (app: Hono<ApiEnv>) => void;
  handlePage: PageHandler;
  /** The address of the style sheet of all pages. */
  stylesheet: string;
}

export function createApp(context: AppContext, options: AppOptions): OpenAPIHono<ApiEnv> {
  const { config, db, log } = context;
  const app = createApi();

  app.use(securityHeaders(config, options.isDevelopment));
  options.mountAssets?.(app);
  app.use(async (c, next) => {
    const peer = c.env.incoming.socket.remoteAddress;
    c.set('address', findCallerAddress(peer, c.req.header('X-Forwarded-For'), config.trustedProxies));
    await next();
  });
  app.use(noteRefusals(context.log), keepNoCopies());
  app.use(requireSameOrigin(config));
  app.use(limitBody(largestBody));

  app.openapi(healthRoute, (c) => c.json({ status: 'ok' }));
  app.route('/auth', createAuthApi(context));
  app.route('/auth/invitations', createInvitationsApi(context));
  app.route('/early-access', createEarlyAccessApi(context));
  app.route('/api/users', createUsersApi(context));
  app.route('/api/users', createSessionsApi(context));
  app.route('/api/organization-memberships', createMembershipsApi(context));
  app.route('/api/organizations', createOrganizationsApi(context));
  app.route('/api/organizations', createOrganizationPeopleApi(context));
  app.route('/api/organizations', createApiTokensApi(context));
  app.route('/api/organizations', createAuditLogApi(context));
  app.route('/api/billing-details', createBillingApi(context));
  app.route('/api/billing-details', createAccountTestingApi(context));
  app.route('/api/integrations', createIntegrationsApi(context));
  app.route('/api/integrations', createImportsApi(context));
  app.route('/api/integrations', createExecutionsApi(context));
  app.route('/api/integrations', createTestsApi(context));
  app.route('/api/integrations', createSamplesApi(context));
  describeElsewhere(app);
  mountDocument(app, config, options);
  app.all('/api/*', (c) => answerProblem(c, { kind: 'not-found' }));
  app.all('/auth/*', (c) => answerProblem(c, { kind: 'not-found' }));
  app.all('*', (c) => {
    const nonce = c.get('secureHeadersNonce') ?? '';
    return options.handlePage(c.req.raw, { nonce, address: c.get('address') });
  });

  app.onError((error, c) => {
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'a request failed');
    return answerProblem(c, { kind: db.sqlite.open ? 'internal' : 'unavailable' });
  });
  return app;
}
