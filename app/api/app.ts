// Everything the server answers except webhooks, in the order a request meets it: security, health, JSON, pages.
import { Hono } from 'hono';
import type { AppContext } from '~/context';
import { findCallerAddress } from './address';
import { type ApiEnv, answerProblem, largestBody } from './answer';
import { createAuthApi } from './auth';
import { createBillingApi } from './billing';
import { createEarlyAccessApi } from './early-access';
import { createExecutionsApi } from './executions';
import { createIntegrationsApi } from './integrations';
import { createMembershipsApi } from './memberships';
import { createOrganizationsApi } from './organizations';
import { createSamplesApi } from './samples';
import { keepNoCopies, limitBody, noteRefusals, requireSameOrigin, securityHeaders } from './security';
import { createUsersApi } from './users';

/** Renders a screen. */
export type PageHandler = (request: Request, about: { nonce: string; address: string }) => Promise<Response>;

export interface AppOptions {
  isDevelopment: boolean;
  /** Serves the browser's files; none in development, where Vite does. */
  mountAssets?: (app: Hono<ApiEnv>) => void;
  handlePage: PageHandler;
}

export function createApp(context: AppContext, options: AppOptions): Hono<ApiEnv> {
  const { config, db, log } = context;
  const app = new Hono<ApiEnv>();

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

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.route('/auth', createAuthApi(context));
  app.route('/early-access', createEarlyAccessApi(context));
  app.route('/api/users', createUsersApi(context));
  app.route('/api/organization-memberships', createMembershipsApi(context));
  app.route('/api/organizations', createOrganizationsApi(context));
  app.route('/api/billing-details', createBillingApi(context));
  app.route('/api/integrations', createIntegrationsApi(context));
  app.route('/api/integrations', createExecutionsApi(context));
  app.route('/api/integrations', createSamplesApi(context));
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
