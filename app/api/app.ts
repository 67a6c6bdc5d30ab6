// Answers every request except webhooks, in the order that a request meets the parts: security, health, JSON, pages.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { isUncomparable } from '~/engine/schema/uncomparable';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { createAccountTestingApi } from './billing-sandbox';
import { explainStoringFailure } from '~/services/installation/storing-failures';
import { createAddressList } from '~/services/limits/network-address';
import { findCallerAddress } from './http/client-address';
import { type ApiEnv, problemResponse, maxBodyBytes } from './http/problem-response';
import { createAlertsApi, createInstallationAlertsApi } from './alerts/alerts';
import { createAnswerEndpoint } from './answers/answer-endpoint';
import { createApiTokensApi } from './api-tokens';
import { createAuditLogApi } from './audit-log';
import { createAuthApi } from './auth';
import { createFormEndpoint } from './public-forms/form-endpoint';
import { createBillingApi } from './billing';
import { describeAnswerOperation } from './openapi/answer-operation';
import { describeWebhookOperation } from './openapi/webhook-operation';
import { mountDocument } from './openapi/docs/mount';
import { createConnectionsApi } from './connections';
import { createDeletedIntegrationsApi } from './integrations/deleted-integrations';
import { createEarlyAccessApi } from './early-access';
import { compressPages, forbidTransforming } from './http/pages/compressed-pages';
import { closeWhenDamaged } from './http/damaged-database';
import { tellPresentState } from './http/responses/etag';
import { createExecutionFilesApi } from './execution-files';
import { createExecutionsApi } from './executions';
import { createExecutionsAtOnceApi } from './executions-at-once';
import { refuseMalformedPath } from './http/malformed-path';
import { refuseWhenReadOnly } from './http/read-only';
import { rejectMistakenWebhooks, requireForm } from './http/bodies/form-body';
import { createHealthApi } from './health';
import { bufferForm } from './http/bodies/buffered-body';
import { limitBody } from './http/bodies/limit-body';
import { boundPageAddresses } from './http/pages/page-address';
import { refuseUnreadablePageRequests } from './http/pages/unreadable-page-request';
import { createFilesApi } from './integrations/files';
import { createImportsApi } from './integrations/imports';
import { createInstallationApi } from './installation/installation';
import { createInstallationPeopleApi } from './installation/people';
import { createIntegrationsApi } from './integrations/integrations';
import { createInvitationsApi } from './invitations';
import { createMembershipsApi } from './memberships';
import { createOrganizationPeopleApi } from './members';
import { createOrganizationExecutionsApi } from './organization-executions';
import { createOrganizationsApi, createOwnOrganizationsApi } from './organizations';
import { servePeopleInTurn } from './http/person-turns';
import { measureRequests } from './http/request-metrics';
import { assignRequestId } from './http/request-id';
import { answerOtherMethods } from './openapi/other-methods';
import { createApi } from './openapi/route';
import { createMemoryApi } from './integrations/memory';
import { createRecordedTestsApi } from './integrations/recorded-tests';
import { createSamplesApi } from './integrations/samples';
import {
  guardTokenScreens,
  preventCaching,
  logRejections,
  pathForLog,
  dropJudgedOrigin,
  requireSameOrigin,
  sandboxFiles,
  securityHeaders,
} from './http/security';
import { createSendersApi } from './integrations/senders';
import { createSessionsApi } from './sessions';
import { createPasskeysApi } from './passkeys';
import { createTwoFactorApi } from './two-factor';
import { createTestsApi } from './integrations/test-runs';
import { drainUnreadBodies } from './http/bodies/drain-body';
import { dropBodiesOfHead } from './http/responses/dropped-body';
import { createUsersApi } from './users';
import { createRecordsApi } from './stores/records';
import { createStoresApi } from './stores/stores';
import { createValuesApi } from './values';
import { createPublicFormsApi } from './integrations/public-forms';
import { createPausesApi } from './integrations/pauses';
import { createWebhookSecretsApi } from './integrations/webhook-secrets';
import { createVersionsApi } from './integrations/versions';

/** The facts about a request for a page that its screen needs. */
interface PageRequest {
  nonce: string;
  address: string;
  requestId: string;
  /** Whether the request sends a form. */
  isSent: boolean;
}

/** Renders a screen. */
type PageHandler = (request: Request, about: PageRequest) => Promise<Response>;

interface AppOptions {
  isDevelopment: boolean;
  /** Serves the browser's files; missing in development, where Vite serves them. */
  mountAssets?: (app: Hono<ApiEnv>) => void;
  handlePage: PageHandler;
  /** The address of the style sheet of all pages. */
  stylesheet: string;
}

export function createApp(context: AppContext, options: AppOptions): OpenAPIHono<ApiEnv> {
  const { config } = context;
  const trustedProxies = createAddressList(config.trustedProxies);
  const app = createApi();

  app.use(dropBodiesOfHead());
  app.use(measureRequests(context.metrics));
  app.use(drainUnreadBodies());
  app.use(assignRequestId());
  app.use(forbidTransforming());
  app.use(guardTokenScreens());
  app.use(sandboxFiles(config));
  app.use(securityHeaders(config, options.isDevelopment));
  options.mountAssets?.(app);
  app.use(async (c, next) => {
    const peer = c.env.incoming.socket.remoteAddress;
    c.set('address', findCallerAddress(peer, c.req.header('X-Forwarded-For'), trustedProxies));
    c.set('bodies', context.bodies);
    await next();
  });
  // Mounted before everything that logs addresses or checks where a request comes from.
  app.route('/answer', createAnswerEndpoint(context, options.stylesheet));
  app.route('/forms', createFormEndpoint(context, options.stylesheet));
  app.use(logRejections(context.log), preventCaching());
  app.use(requireSameOrigin(config, options.stylesheet));
  app.use(limitBody(maxBodyBytes));

  app.route('/', createHealthApi(context));
  app.use(closeWhenDamaged(context, options.stylesheet));
  app.use(refuseWhenReadOnly(context, options.stylesheet));
  app.use(servePeopleInTurn(context));
  app.route('/auth', createAuthApi(context));
  app.route('/auth/invitations', createInvitationsApi(context));
  app.route('/early-access', createEarlyAccessApi(context));
  app.use('/api/*', refuseMalformedPath, tellPresentState(app));
  app.route('/api/users', createUsersApi(context));
  app.route('/api/users', createSessionsApi(context));
  app.route('/api/users', createTwoFactorApi(context));
  app.route('/api/users', createPasskeysApi(context));
  app.route('/api/organization-memberships', createMembershipsApi(context));
  app.route('/api/installation', createInstallationApi(context));
  app.route('/api/installation', createInstallationPeopleApi(context));
  app.route('/api/installation', createInstallationAlertsApi(context));
  app.route('/api/organizations', createOwnOrganizationsApi(context));
  app.route('/api/organizations', createOrganizationsApi(context));
  app.route('/api/organizations', createOrganizationPeopleApi(context));
  app.route('/api/organizations', createApiTokensApi(context));
  app.route('/api/organizations', createConnectionsApi(context));
  app.route('/api/organizations', createValuesApi(context));
  app.route('/api/organizations', createStoresApi(context));
  app.route('/api/organizations', createRecordsApi(context));
  app.route('/api/organizations', createAlertsApi(context));
  app.route('/api/organizations', createAuditLogApi(context));
  app.route('/api/organizations', createOrganizationExecutionsApi(context));
  app.route('/api/billing-details', createBillingApi(context));
  app.route('/api/billing-details', createAccountTestingApi(context));
  app.route('/api/integrations', createIntegrationsApi(context));
  app.route('/api/integrations', createDeletedIntegrationsApi(context));
  app.route('/api/integrations', createSendersApi(context));
  app.route('/api/integrations', createImportsApi(context));
  app.route('/api/integrations', createFilesApi(context));
  app.route('/api/integrations', createExecutionsApi(context));
  app.route('/api/integrations', createExecutionFilesApi(context));
  app.route('/api/integrations', createExecutionsAtOnceApi(context));
  app.route('/api/integrations', createTestsApi(context));
  app.route('/api/integrations', createVersionsApi(context));
  app.route('/api/integrations', createMemoryApi(context));
  app.route('/api/integrations', createRecordedTestsApi(context));
  app.route('/api/integrations', createPausesApi(context));
  app.route('/api/integrations', createPublicFormsApi(context));
  app.route('/api/integrations', createWebhookSecretsApi(context));
  app.route('/api/integrations', createSamplesApi(context));
  describeWebhookOperation(app);
  describeAnswerOperation(app);
  mountDocument(app, config, options);
  const otherMethods = answerOtherMethods(app);
  app.all('/api/*', otherMethods);
  app.all('/auth/*', otherMethods);
  app.use(
    '*',
    refuseUnreadablePageRequests(options.stylesheet),
    boundPageAddresses(),
    rejectMistakenWebhooks(),
    compressPages(),
    bufferForm(context),
    dropJudgedOrigin(),
    requireForm(isPage),
  );
  app.all('*', (c) =>
    options.handlePage(c.req.raw, {
      nonce: c.get('secureHeadersNonce') ?? '',
      address: c.get('address'),
      requestId: c.get('requestId'),
      isSent: c.req.method === 'POST',
    }),
  );

  /** Checks whether a guest who follows a link to the path finds a page, or is redirected to one. */
  async function isPage(path: string): Promise<boolean> {
    // Joined, since a path that begins with two slashes names a host where an address is resolved.
    const request = new Request(new URL(config.appUrl).origin + path, { method: 'HEAD' });
    const about = { nonce: '', address: '', requestId: '', isSent: false };
    const { status } = await options.handlePage(request, about);
    return status !== 404;
  }

  const errors = createRepeatedErrors(context.log);
  app.onError((error, c) => {
    if (isUncomparable(error)) return problemResponse(c, { kind: 'invalid' }, c.get('area'));
    const { method } = c.req;
    const problem = explainStoringFailure(context, error);
    const details = { err: error, method, path: pathForLog(c.req.path), requestId: c.get('requestId') };
    // Many requests can meet one failure, and strangers can send many.
    errors.error(details, 'a request failed');
    return problemResponse(c, problem ?? { kind: 'internal' });
  });
  return app;
}
