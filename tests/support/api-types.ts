// Made from the API's document by `npm run api:types`.

export interface paths {
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ask whether the server is up */
    get: operations['readHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ask whether the server can work
     * @description A row can be written and read, no damage was found, the schema is that of this build, the runner takes up work, and the disk has room. However many ask, a row is written at most once a second.
     */
    get: operations['readReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what happened, for Prometheus
     * @description With `METRICS_TOKEN` as the bearer token; where none is set, only the machine that the server runs on may ask.
     */
    get: operations['readMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/login/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in
     * @description Five tries in 15 minutes for an email and for each browser that is known to its account, thirty for a network address.
     */
    post: operations['logIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/register/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign up
     * @description Makes an account and its organization, and mails a link that verifies the address. A known address is answered the same.
     */
    post: operations['signUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/verify-email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify an email address
     * @description With the token of the mailed link, which works once and for 24 hours.
     */
    post: operations['verifyEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/resend-email-verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mail the verification link again */
    post: operations['resendVerification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mail a link to reset the password */
    post: operations['forgotPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/validate-reset-token/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look whether a reset link works
     * @description Uses nothing up.
     */
    get: operations['validateResetToken'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password by a mailed link
     * @description Every session of the account ends. API tokens that its owner made are named in the answer; `endApiTokens` ends them, too.
     */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Log out */
    post: operations['logOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/invitations/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invitation
     * @description Uses nothing up.
     */
    get: operations['readInvitation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/invitations/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation
     * @description Whoever is signed in joins, when it was sent to their address.
     */
    post: operations['acceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/invitations/sign-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign up by an invitation
     * @description Makes an account for the invited address, which needs no other proof, and joins.
     */
    post: operations['signUpInvited'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/early-access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ask for early access */
    post: operations['signUpForEarlyAccess'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read who is signed in */
    get: operations['readMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/current-user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the name or the email address
     * @description Another address counts only once it was confirmed by the link that is mailed to it; until then the old one is answered.
     */
    put: operations['updateProfile'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the password
     * @description Every session ends; the answer carries a new one for the caller.
     */
    put: operations['changePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/deletion': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what deleting the account would mean */
    get: operations['readAccountFate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete the account
     * @description For good, with the organizations in which nobody else is.
     */
    delete: operations['deleteAccount'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List where one is signed in
     * @description The newest login at the head.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    /** End all other sessions */
    delete: operations['endOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{userId}/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End a session */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organization-memberships/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the organizations one belongs to
     * @description The one joined last at the head.
     */
    get: operations['listMemberships'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organization-memberships/{organizationId}/all': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members with their roles
     * @description Whoever joined last at the head.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organization-memberships/{organizationId}/invite-member': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite somebody
     * @description Mails a link that works once and for 7 days. An earlier one to the same address stops working, so this also sends again. For owners and admins.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organization-memberships/{organizationId}/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member, or leave
     * @description Everybody may leave; owners and admins remove others, only owners an owner.
     */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    /**
     * Change the role of a member
     * @description For owners and admins; only owners make an owner or change one.
     */
    patch: operations['changeRole'];
    trace?: never;
  };
  '/api/installation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ask whether everything is paused, and what is amiss
     * @description After a restore nothing starts until the administrator of the installation resumes. Why the last backup failed is told to the administrator, a full disk to owners, too.
     */
    get: operations['readInstallation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/installation/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start again after a restore
     * @description For the administrator of the installation, whose account was verified first, and their API tokens of the role OWNER. It counts for all organizations of the server, also when nothing is paused.
     */
    post: operations['resumeInstallation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an organization and one’s role in it */
    get: operations['readOrganization'];
    put?: never;
    post?: never;
    /**
     * Delete an organization
     * @description For good, with everything in it, when its name is sent along. For owners.
     */
    delete: operations['deleteOrganization'];
    options?: never;
    head?: never;
    /**
     * Change name or description
     * @description What is left out stays. For owners and admins.
     */
    patch: operations['changeOrganization'];
    trace?: never;
  };
  '/api/organizations/{organizationId}/select': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Select the organization that a session works for
     * @description New integrations of this session belong to it. A token is bound to its own in any case.
     */
    post: operations['selectOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download everything
     * @description Details, members, invitations, billing details, audit log, and integrations with samples and executions, as one file that is sent as it is read. Secrets are not in it. For owners and admins.
     */
    get: operations['exportOrganization'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members with their names and addresses
     * @description Whoever joined last at the head.
     */
    get: operations['listMemberPeople'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the invitations that nobody has accepted
     * @description Newest first, those that expired or ended included. For owners and admins.
     */
    get: operations['listInvitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/invitations/{email}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an invitation
     * @description The mailed link stops working. For owners and admins.
     */
    delete: operations['revokeInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/api-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the API tokens
     * @description Newest first. For owners and admins.
     */
    get: operations['listApiTokens'];
    put?: never;
    /**
     * Make an API token
     * @description It does no more than its role allows, nor more than whoever made it may, and works as long as they are a member. For owners and admins, signed in: no token makes another.
     */
    post: operations['createApiToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/api-tokens/{tokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API token
     * @description It stops working at once. For owners and admins.
     */
    delete: operations['revokeApiToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/organizations/{organizationId}/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List who did what
     * @description Newest first. For owners and admins.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the billing details
     * @description 404 also means that there are none yet.
     */
    get: operations['readBillingDetails'];
    /**
     * Replace the billing details
     * @description For owners and admins.
     */
    put: operations['updateBillingDetails'];
    /**
     * Store the first billing details
     * @description For owners and admins.
     */
    post: operations['createBillingDetails'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the plan */
    get: operations['readPlan'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the invoices
     * @description Newest first.
     */
    get: operations['listInvoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/invoices/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download an invoice */
    get: operations['downloadInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/test-payment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say what a charge would do
     * @description Looks at the stored card. Nothing is charged.
     */
    post: operations['testPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/test-webhook': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a signed sample event
     * @description Signed as Standard Webhooks describes. Ten a minute.
     */
    post: operations['testBillingWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/test-webhook/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what sample events are signed with */
    get: operations['readTestWebhookSecret'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/billing-details/{organizationId}/test-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download integrations with their last executions
     * @description Secrets masked.
     */
    get: operations['downloadTestData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/organization/{organizationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the integrations of an organization
     * @description Newest first.
     */
    get: operations['listIntegrations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a draft
     * @description In the organization of the token, or else the one that the session selected.
     */
    post: operations['createIntegration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an integration */
    get: operations['readIntegration'];
    put?: never;
    post?: never;
    /** Delete an integration with its executions */
    delete: operations['deleteIntegration'];
    options?: never;
    head?: never;
    /**
     * Save, rename, deploy or disable
     * @description What is left out stays. `isActive` deploys and disables. With `version`, a save over somebody else’s newer one is answered 409.
     */
    patch: operations['updateIntegration'];
    trace?: never;
  };
  '/api/integrations/{id}/test-call': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send one call now
     * @description As it stands in a form, saved or not. Nothing is stored; the audit log tells who sent it to which host.
     */
    post: operations['testCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/webhook-secret/reveal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read the webhook secret in the clear
     * @description It is written to the audit log.
     */
    post: operations['revealWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/webhook-secret/former': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End the former webhook secret
     * @description A secret that was replaced is accepted for 24 hours beside the new one. From now on only the new one is.
     */
    delete: operations['endFormerWebhookSecret'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/execution-logs/amount-triggered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how often it was triggered this month */
    get: operations['readAmountTriggered'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import calls or an integration
     * @description With `dryRun`, what would be imported, a part at a time; with `integrationId`, the calls are added there; else a draft is made of an exported integration. Documents are read one after the other.
     */
    post: operations['importText'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an integration as a file
     * @description Without secrets. It is written to the audit log.
     */
    get: operations['exportIntegration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/execution-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List executions with their whole logs
     * @description Newest first. A page may hold fewer than asked for: at least one, and then no more than 8 MiB of requests and answers.
     */
    get: operations['listExecutionLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/executions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List executions, narrowed or all
     * @description Newest first, without their logs. All that is given must hold.
     */
    get: operations['listExecutions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/executions/{executionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an execution with its log */
    get: operations['readExecution'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/execution-logs/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Be told when to read again
     * @description Server-sent events: `change` after each burst of changes. The stream ends within seconds of the session, the token or the membership; a session or token has 20 at most.
     */
    get: operations['followExecutions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an integration now
     * @description Whatever its trigger, a draft too. 409 when there is nothing to run.
     */
    post: operations['runIntegration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/executions/{executionId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an execution
     * @description Nothing further of it is sent, and a call in flight is aborted. 409 when it has ended.
     */
    post: operations['cancelExecution'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/executions/{executionId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an ended execution again
     * @description With what triggered it, as a new execution of the present version. 409 when it has not ended, or when there is no call to go on from.
     */
    post: operations['replayExecution'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test an integration and wait for the result
     * @description Without `triggerData` with the last payload, the captured sample or an example, whichever there is. 409 when there is nothing to run.
     */
    post: operations['testIntegration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/test-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what the last tests did
     * @description Newest first, of ten tests at most.
     */
    get: operations['listTestLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how it does */
    get: operations['readStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the last deliveries, also those that were refused
     * @description Newest first, ten at most. Refusals are remembered until the server is started anew.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/sample': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the newest sample
     * @description The newest captured delivery; when there is none, the payload of the newest run.
     */
    get: operations['readSample'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/integrations/{id}/sample/listen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Catch the next delivery
     * @description For ten minutes, also for a draft: the next delivery is kept to be looked at and not run.
     */
    post: operations['startListening'];
    /** Wait no longer */
    delete: operations['stopListening'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook/{integrationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver an event
     * @description With a secret, a delivery proves itself by one of these: `X-Webhook-Signature: <secret>`, `sha256=<hex HMAC-SHA256 of the raw body>` there or in `X-Hub-Signature-256`, Stripe's `Stripe-Signature`, or the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks.
     *
     *     The same `webhook-id` or `Idempotency-Key` within 24 hours is one execution and the same answer. At most 100 a second, 200 at once.
     */
    post: operations['deliverWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this description
     * @description OpenAPI 3.1, to generate clients from.
     */
    get: operations['readDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read this description as a page */
    get: operations['readDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    BillingDetailsInput: {
      companyName: string;
      taxId: string;
      address: string;
      city: string;
      postalCode: string;
      country: string;
      /** @description A card; one that comes back with its number masked stays as it is. The CVV is not stored. */
      paymentConfig?: {
        cardNumber: string;
        expiryDate: string;
        cvv?: string;
        /** @description Without a card number in it. */
        cardholderName: string;
      } | null;
    };
    WebhookTest: {
      url: string;
    };
    Replay: {
      /**
       * @description From the first call, or from the one that failed, with what the calls before it gave.
       * @enum {string}
       */
      from: 'start' | 'failed';
    };
    RunInput: {
      /** @description Any JSON; its numbers keep their digits. */
      triggerData?: unknown;
    };
    Login: {
      email: string;
      password: string;
    };
    SignUp: {
      firstName: string;
      lastName: string;
      email: string;
      organizationName: string;
      /** @description With an uppercase and a lowercase letter, a digit, and a character that is neither letter nor digit; none of the passwords that are guessed first. */
      password: string;
    };
    VerifyEmail: {
      token: string;
    };
    ResendVerification: {
      email: string;
    };
    ForgotPassword: {
      email: string;
    };
    ResetPassword: {
      token: string;
      /** @description With an uppercase and a lowercase letter, a digit, and a character that is neither letter nor digit; none of the passwords that are guessed first. */
      newPassword: string;
      confirmPassword: string;
      endApiTokens?: boolean;
    };
    EarlyAccess: {
      email: string;
    };
    Profile: {
      firstName: string;
      lastName: string;
      email?: string;
    };
    PasswordChange: {
      currentPassword: string;
      /** @description With an uppercase and a lowercase letter, a digit, and a character that is neither letter nor digit; none of the passwords that are guessed first. */
      newPassword: string;
    };
    AccountDeletion: {
      currentPassword: string;
    };
    InvitationToken: {
      token: string;
    };
    InvitedSignUp: {
      firstName: string;
      lastName: string;
      /** @description With an uppercase and a lowercase letter, a digit, and a character that is neither letter nor digit; none of the passwords that are guessed first. */
      password: string;
      token: string;
    };
    OrganizationChange: {
      name?: string;
      description?: string | null;
    };
    Invite: {
      email: string;
      /** @enum {string} */
      role: 'MEMBER' | 'ADMIN';
    };
    RoleChange: {
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
    };
    ApiTokenDetails: {
      name: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
    };
    OrganizationDeletion: {
      confirmation: string;
    };
    WebhookVariableInput: {
      name: string;
      jsonPath: string;
      /** @default  */
      description?: string;
      /** @default false */
      required?: boolean;
    };
    TriggerConfigInput:
      | {
          /** @constant */
          type: 'manual';
        }
      | {
          /** @constant */
          type: 'webhook';
          webhook: {
            /** @default  */
            secret?: string;
            /** @default {} */
            headers?: {
              [key: string]: string;
            };
            variables?: components['schemas']['WebhookVariableInput'][];
          };
        }
      | {
          /** @constant */
          type: 'cron';
          cron: {
            cronExpression: string;
            /** @default UTC */
            timezone?: string;
            /**
             * @default once
             * @enum {string}
             */
            missedRuns?: 'once' | 'none' | 'all';
          };
        }
      | {
          /** @constant */
          type: 'event';
          event: {
            integrationId: string;
            /**
             * @default completed
             * @enum {string}
             */
            on?: 'completed' | 'error' | 'any';
          };
        };
    AuthConfigInput:
      | {
          /** @constant */
          type: 'none';
        }
      | {
          /** @constant */
          type: 'bearer';
          /**
           * @description One line, without control characters but the tab.
           * @default
           */
          token?: string;
        }
      | {
          /** @constant */
          type: 'basic';
          /**
           * @description One line, without control characters but the tab.
           * @default
           */
          username?: string;
          /**
           * @description One line, without control characters but the tab.
           * @default
           */
          password?: string;
        };
    ResponseMappingInput: {
      saveAs?: '' | string;
      extractFields?: {
        jsonPath: string;
        saveAs: string;
      }[];
    };
    ConditionInput: {
      /** @default  */
      field?: string;
      /**
       * @default equals
       * @enum {string}
       */
      operator?:
        | 'equals'
        | 'not_equals'
        | 'less_than'
        | 'greater_than'
        | 'less_or_equal'
        | 'greater_or_equal'
        | 'contains'
        | 'not_contains'
        | 'starts_with'
        | 'ends_with'
        | 'exists'
        | 'not_exists'
        | 'is_empty'
        | 'is_not_empty';
      /** @default  */
      value?: string | number | boolean | null;
    };
    ConditionalStepInput: {
      id: string;
      order: number;
      nextApiCallId?: string | '' | null;
      conditionalExecution: {
        /** @default true */
        enabled?: boolean;
        /**
         * @default conditional
         * @enum {string}
         */
        executionTrigger?: 'always' | 'conditional';
        condition?: components['schemas']['ConditionInput'] | null;
        conditions?: components['schemas']['ConditionInput'][];
      };
    };
    RetryConfigInput: {
      maxRetries?: number;
      retryDelay?: number;
      /** @enum {string} */
      backoffStrategy?: 'linear' | 'exponential';
    };
    StatusCodeActionInput: {
      statusCodes: (number | string)[];
      /** @enum {string} */
      action: 'continue' | 'stop_notify' | 'retry' | 'webhook';
      notificationEmail?: string | null;
      retryConfig?: components['schemas']['RetryConfigInput'] | null;
      webhookURL?: string | null;
    };
    ResponseHandlingStepInput: {
      id: string;
      /** @default 0 */
      order?: number;
      nextApiCallId: string;
      responseHandling: {
        /**
         * @default continue
         * @enum {string}
         */
        defaultAction?: 'continue' | 'stop_notify';
        defaultNotificationEmail?: string | null;
        statusCodeActions?: components['schemas']['StatusCodeActionInput'][];
      };
    };
    ApiCallInput: {
      id?: string;
      /** @default  */
      name?: string;
      order?: number;
      /**
       * @default GET
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
      /** @default  */
      url?: string;
      /** @default {} */
      headers?: {
        [key: string]: string;
      };
      /** @default [] */
      secretHeaders?: string[];
      allowedHosts?: string[];
      body?:
        | (
            | string
            | {
                [key: string]: unknown;
              }
            | unknown[]
          )
        | null;
      /**
       * @default {
       *       "type": "none"
       *     }
       */
      authConfig?: components['schemas']['AuthConfigInput'];
      responseMapping?: components['schemas']['ResponseMappingInput'];
      /** @default 30000 */
      timeoutMs?: number;
      /** @default false */
      followRedirects?: boolean;
    };
    IntegrationInput: {
      name: string;
      description?: string | null;
      triggerConfig?: components['schemas']['TriggerConfigInput'];
      apiCalls?: components['schemas']['ApiCallInput'][];
      conditionalExecutionSteps?: components['schemas']['ConditionalStepInput'][];
      responseHandlingSteps?: components['schemas']['ResponseHandlingStepInput'][];
      /** @default {} */
      dataMapping?: {
        [key: string]: unknown;
      };
    };
    /** @description What is left out stays as it is. A secret that comes back masked stays, too. */
    IntegrationChange: {
      name?: string;
      description?: string | null;
      triggerConfig?: components['schemas']['TriggerConfigInput'];
      apiCalls?: components['schemas']['ApiCallInput'][];
      conditionalExecutionSteps?: components['schemas']['ConditionalStepInput'][];
      responseHandlingSteps?: components['schemas']['ResponseHandlingStepInput'][];
      /** @default {} */
      dataMapping?: {
        [key: string]: unknown;
      };
      /** @description true deploys, false disables. */
      isActive?: boolean;
      /** @description The version the change began from; another one since then is a conflict. */
      version?: number;
    };
    /** @description A call as it stands in a form. Where a secret comes back masked, `id` says whose it is. */
    CallTestInput: {
      id?: string;
      /** @default  */
      name?: string;
      order?: number;
      /**
       * @default GET
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
      /** @default  */
      url?: string;
      /** @default {} */
      headers?: {
        [key: string]: string;
      };
      /** @default [] */
      secretHeaders?: string[];
      allowedHosts?: string[];
      body?:
        | (
            | string
            | {
                [key: string]: unknown;
              }
            | unknown[]
          )
        | null;
      /**
       * @default {
       *       "type": "none"
       *     }
       */
      authConfig?: components['schemas']['AuthConfigInput'];
      responseMapping?: components['schemas']['ResponseMappingInput'];
      /** @default 30000 */
      timeoutMs?: number;
      /** @default false */
      followRedirects?: boolean;
      /** @description Values of the placeholders, by name. */
      variables?: {
        [key: string]: unknown;
      };
    };
    Import: {
      /** @description A cURL command, an OpenAPI document, a Postman 2 collection or an exported integration, up to 16 MiB. */
      text: string;
      /**
       * @description Only tell what would be imported.
       * @default false
       */
      dryRun?: boolean;
      /**
       * @description In a dry run: words that stand in name, address, tag or method of a call.
       * @default
       */
      search?: string;
      /**
       * @description In a dry run: how many of the calls found are left out first.
       * @default 0
       */
      offset?: number;
      /**
       * @description In a dry run: how many of them are answered.
       * @default 500
       */
      limit?: number;
      /** @description Add the calls to this one; without it a draft is made of an exported integration. */
      integrationId?: string;
      /** @description Which of the calls that a dry run told of; all of them when left out. */
      keys?: string[];
      version?: number;
      name?: string;
      description?: string;
    };
    /** @description A failure. The status says what kind. */
    Problem: {
      /** @description What happened, for people. */
      message: string;
      /**
       * @description What happened, for programs.
       * @enum {string}
       */
      code:
        | 'ALREADY_MEMBER'
        | 'ALREADY_VERIFIED'
        | 'BAD_REQUEST'
        | 'COMPANY_DETAILS_MISSING'
        | 'CONFLICT'
        | 'CROSS_ORIGIN'
        | 'EMAIL_NOT_VERIFIED'
        | 'EMAIL_TAKEN'
        | 'EXPIRED_LINK'
        | 'FORBIDDEN'
        | 'INTERNAL'
        | 'INVALID_CREDENTIALS'
        | 'INVALID_LINK'
        | 'INVALID_SIGNATURE'
        | 'INVALID_TOKEN'
        | 'LAST_OWNER'
        | 'LENGTH_REQUIRED'
        | 'LOOP_DETECTED'
        | 'METHOD_NOT_ALLOWED'
        | 'NOT_FOUND'
        | 'OTHER_ADDRESS'
        | 'TOO_LARGE'
        | 'TOO_MANY_LOGINS'
        | 'TOO_MANY_REQUESTS'
        | 'UNAUTHENTICATED'
        | 'UNAVAILABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'VALIDATION_FAILED'
        | 'WRONG_PASSWORD';
      /** @description What is wrong with what was sent, by field; nested ones as `apiCalls.0.url`. */
      fields?: {
        [key: string]: string[];
      };
    };
    DeliveryProblem: {
      /** @description What happened, for people. */
      message: string;
      /**
       * @description What happened, for programs.
       * @enum {string}
       */
      code:
        | 'ALREADY_MEMBER'
        | 'ALREADY_VERIFIED'
        | 'BAD_REQUEST'
        | 'COMPANY_DETAILS_MISSING'
        | 'CONFLICT'
        | 'CROSS_ORIGIN'
        | 'EMAIL_NOT_VERIFIED'
        | 'EMAIL_TAKEN'
        | 'EXPIRED_LINK'
        | 'FORBIDDEN'
        | 'INTERNAL'
        | 'INVALID_CREDENTIALS'
        | 'INVALID_LINK'
        | 'INVALID_SIGNATURE'
        | 'INVALID_TOKEN'
        | 'LAST_OWNER'
        | 'LENGTH_REQUIRED'
        | 'LOOP_DETECTED'
        | 'METHOD_NOT_ALLOWED'
        | 'NOT_FOUND'
        | 'OTHER_ADDRESS'
        | 'TOO_LARGE'
        | 'TOO_MANY_LOGINS'
        | 'TOO_MANY_REQUESTS'
        | 'UNAUTHENTICATED'
        | 'UNAVAILABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'VALIDATION_FAILED'
        | 'WRONG_PASSWORD';
      /** @description What is wrong with what was sent, by field; nested ones as `apiCalls.0.url`. */
      fields?: {
        [key: string]: string[];
      };
      /** @description The execution that tells of it, if there is one. */
      executionId?: string;
    };
    Message: {
      message: string;
    };
    OpenApiDocument: {
      /** @constant */
      openapi: '3.1.0';
      paths: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    BillingDetails: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      organizationId: string;
      companyName: string;
      taxId: string;
      address: string;
      city: string;
      postalCode: string;
      country: string;
      paymentConfig?: {
        /** @description Masked but for the last four digits. */
        cardNumber: string;
        brand: string;
        expiryDate: string;
        cardholderName: string;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      updatedAt: string;
    };
    Plan: {
      name: string;
      /** @constant */
      status: 'active';
      amountCents: number;
      triggersPerMonth: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      nextBillingAt: string;
      /**
       * @description There is no payment provider yet.
       * @constant
       */
      sample: true;
    };
    Invoice: {
      /** @example INV-2026-11 */
      number: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      issuedAt: string;
      amountCents: number;
      /** @constant */
      status: 'paid';
      /** @constant */
      sample: true;
    };
    TestReport: {
      /** @description What was tried would work. */
      good: boolean;
      text: string;
    };
    Extraction: {
      variableName: string;
      jsonPath: string;
      /** @description The JSON type of the value; `missing` when there is none. */
      type: string;
      success: boolean;
      value?: unknown;
      message?: string;
    };
    /** @description What the response handling of a call did with its last answer. */
    ResponseHandling: {
      /** @enum {string} */
      matchedAction: 'continue' | 'stop_notify' | 'retry' | 'webhook';
      /** @description Null when the default action applied. */
      matchedStatusCode: string | null;
      /** @description The last attempt; the first is 1. */
      retryAttempt: number;
      /** @description The attempts after the first. */
      totalRetries: number;
      finalSuccess: boolean;
      executionStopped: boolean;
      stopReason: string | null;
      hasRetryConfig: boolean;
      hasWebhookURL: boolean;
    };
    /** @description The response handling that was asked for when the execution ran. */
    LoggedResponseHandlingStep: {
      id: string;
      order: number;
      callId: string;
      defaultAction: string;
      statusCodeRulesCount: number;
      targetAPICallName: string;
      statusCodeRules: {
        statusCodes: (string | number)[];
        action: string;
        retryConfig: {
          maxRetries?: number;
          retryDelay?: number;
          backoffStrategy?: string;
        } | null;
        webhookURL: string | null;
      }[];
    };
    RetryData: {
      /** @description How many attempts may follow the first. */
      maxRetries: number | null;
      /** @description Every attempt, the first too. */
      retryAttempts: {
        /** @description From 1, which is the first. */
        attemptNumber: number;
        statusCode: number | null;
        responseBody: string | null;
        error: string | null;
        duration: number | null;
        delayMs: number | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        timestamp: string;
      }[];
    };
    WebhookExecution: {
      url: string;
      method: string;
      headers: {
        [key: string]: string;
      };
      /** @description The JSON that was sent; text when it is none, or when the log holds only a part. */
      payload: unknown;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      timestamp: string;
      triggerReason: string;
      originalApiCall: {
        name: string;
        url: string;
        method: string;
        statusCode: number | null;
      } | null;
      response: {
        statusCode: number;
        headers: {
          [key: string]: string;
        };
        body: string;
        duration: number | null;
      } | null;
      error: string | null;
      /** @enum {string} */
      status: 'success' | 'error' | 'pending';
    };
    ApiCallLog: {
      /** @description Place in the run, from 0. */
      step: number;
      /**
       * @description A call of the chain, or what a rule posted about one.
       * @enum {string}
       */
      kind: 'call' | 'webhook';
      callId: string;
      apiCallName: string;
      /** @enum {string} */
      status: 'running' | 'success' | 'error' | 'skipped';
      message: string;
      error: string | null;
      startedAt: string | null;
      duration: number | null;
      request: {
        method: string;
        url: string;
        headers: {
          [key: string]: string;
        };
        body: string;
        truncated: boolean;
        apiCallName: string;
        responseHandling: components['schemas']['ResponseHandling'] | null;
        responseHandlingStep: components['schemas']['LoggedResponseHandlingStep'] | null;
        retryData: components['schemas']['RetryData'] | null;
      } | null;
      response: {
        status: number;
        statusText: string;
        headers: {
          [key: string]: string;
        };
        /** @description Text; base64 when `binary`. */
        body: string;
        bodyBytes: number;
        binary: boolean;
        truncated: boolean;
        responseMapping: {
          saveAs: components['schemas']['Extraction'] | null;
          extractions: components['schemas']['Extraction'][];
        };
      } | null;
      /** @description How often the last attempt was put on the wire. */
      sends: number;
      /** @description The same as a webhook's, for what a rule posted and other calls that notify a webhook. */
      webhookExecution: components['schemas']['WebhookExecution'] | null;
    };
    ConditionalExecutionLog: {
      step: number;
      conditionalStepId: string;
      conditionMet: boolean;
      fieldName: string;
      conditionType: string;
      expectedValue: unknown;
      actualValue: unknown;
      /** @enum {string} */
      nextApiCallAction: 'execute' | 'skip';
      /** @description The call that is left out when a check fails. */
      skippedCallName: string | null;
      /** @description The call that the run goes on with. */
      nextCallName: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      timestamp: string;
    };
    ExecutionSummary: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'error' | 'cancelled';
      triggerType: string;
      isTest: boolean;
      /**
       * Format: date-time
       * @description When the trigger fired.
       */
      startedAt: string;
      completedAt: string | null;
      duration: number | null;
      errorMessage: string | null;
      hasDetails: boolean;
    };
    ExecutionLog: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'error' | 'cancelled';
      triggerType: string;
      isTest: boolean;
      /**
       * Format: date-time
       * @description When the trigger fired.
       */
      startedAt: string;
      completedAt: string | null;
      duration: number | null;
      errorMessage: string | null;
      /** @description What the trigger delivered, its numbers with their digits. */
      triggerData: unknown;
      /** @description The variables that the answers gave, by name. */
      executionData: {
        [key: string]: unknown;
      } | null;
      scheduledExecution: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        scheduledAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        actualExecutionTime: string;
        cronExpression: string;
        timezone: string;
        /** @description Milliseconds. */
        executionDelay: number;
        nextScheduledRun: string | null;
      } | null;
      /** @description The execution that this one repeats. */
      replayOf: string | null;
      apiCallLogs: components['schemas']['ApiCallLog'][];
      conditionalExecutionLogs: components['schemas']['ConditionalExecutionLog'][];
    };
    QueuedExecution: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      executionId: string;
      /** @constant */
      status: 'queued';
    };
    CancelledExecution: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      executionId: string;
      /** @constant */
      status: 'cancelled';
    };
    CapturedDelivery: {
      /** @constant */
      captured: true;
    };
    AcceptedDelivery: components['schemas']['QueuedExecution'] | components['schemas']['CapturedDelivery'];
    SampleState: {
      listeningUntil: string | null;
      sample: {
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        id: string;
        /** @enum {string} */
        origin: 'captured' | 'execution';
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        receivedAt: string;
        bytes: number;
        /** @description Null when it is longer than 256 KiB. */
        payload: unknown;
      } | null;
    };
    Statistics: {
      totalExecutions: number;
      /** @description Percent of the executions that ended which completed. */
      successRate: number | null;
      averageDuration: number | null;
      lastExecutionAt: string | null;
    };
    Delivery: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      at: string;
      /** @description How many in a row were refused alike. */
      count: number;
      outcome:
        | {
            /** @constant */
            kind: 'execution';
            /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
            executionId: string;
            /** @enum {string} */
            status: 'queued' | 'running' | 'completed' | 'error' | 'cancelled';
          }
        | {
            /** @constant */
            kind: 'refused';
            status: number;
          };
      reason: string | null;
    };
    WebhookVariable: {
      name: string;
      jsonPath: string;
      description: string;
      required: boolean;
    };
    TriggerConfig:
      | {
          /** @constant */
          type: 'manual';
        }
      | {
          /** @constant */
          type: 'webhook';
          webhook: {
            /** @description Where deliveries are posted to. */
            url: string;
            /** @description `••••` and its last four characters; empty: open to anybody. */
            secret: string;
            headers: {
              [key: string]: string;
            };
            variables: components['schemas']['WebhookVariable'][];
            /** @description Until then the secret before this one is accepted, too. */
            formerSecretUntil: string | null;
          };
        }
      | {
          /** @constant */
          type: 'cron';
          cron: {
            cronExpression: string;
            timezone: string;
            /** @enum {string} */
            missedRuns: 'once' | 'none' | 'all';
          };
        }
      | {
          /** @constant */
          type: 'event';
          event: {
            integrationId: string;
            /** @enum {string} */
            on: 'completed' | 'error' | 'any';
          };
        };
    ExportedTriggerConfig:
      | {
          /** @constant */
          type: 'manual';
        }
      | {
          /** @constant */
          type: 'webhook';
          webhook: {
            /** @description `••••` and its last four characters; empty: open to anybody. */
            secret: string;
            headers: {
              [key: string]: string;
            };
            variables: components['schemas']['WebhookVariable'][];
          };
        }
      | {
          /** @constant */
          type: 'cron';
          cron: {
            cronExpression: string;
            timezone: string;
            /** @enum {string} */
            missedRuns: 'once' | 'none' | 'all';
          };
        }
      | {
          /** @constant */
          type: 'event';
          event: {
            integrationId: string;
            /** @enum {string} */
            on: 'completed' | 'error' | 'any';
          };
        };
    AuthConfig:
      | {
          /** @constant */
          type: 'none';
        }
      | {
          /** @constant */
          type: 'bearer';
          token: string;
        }
      | {
          /** @constant */
          type: 'basic';
          /** @description Masked when there is no password, since it is a key then. */
          username: string;
          password: string;
        };
    ApiCall: {
      id: string;
      order: number;
      name: string;
      /** @enum {string} */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
      url: string;
      headers: {
        [key: string]: string;
      };
      /** @description The names of headers whose values are kept encrypted and shown masked; those of credentials always are. */
      secretHeaders: string[];
      /** @description Where the token and secret headers may go when a variable decides the host of the URL. */
      allowedHosts: string[];
      body: string;
      authConfig: components['schemas']['AuthConfig'];
      responseMapping: {
        saveAs?: string;
        extractFields: {
          jsonPath: string;
          saveAs: string;
        }[];
      };
      timeoutMs: number;
      followRedirects: boolean;
    };
    Condition: {
      field: string;
      /** @enum {string} */
      operator:
        | 'equals'
        | 'not_equals'
        | 'less_than'
        | 'greater_than'
        | 'less_or_equal'
        | 'greater_or_equal'
        | 'contains'
        | 'not_contains'
        | 'starts_with'
        | 'ends_with'
        | 'exists'
        | 'not_exists'
        | 'is_empty'
        | 'is_not_empty';
      value: string | number | boolean | null;
    };
    ConditionalStep: {
      id: string;
      order: number;
      nextApiCallId?: string;
      conditionalExecution: {
        enabled: boolean;
        /** @enum {string} */
        executionTrigger: 'always' | 'conditional';
        condition?: components['schemas']['Condition'];
        conditions?: components['schemas']['Condition'][];
      };
    };
    StatusCodeAction: {
      statusCodes: (number | string)[];
      /** @enum {string} */
      action: 'continue' | 'stop_notify' | 'retry' | 'webhook';
      notificationEmail?: string;
      retryConfig?: {
        maxRetries: number;
        /** @description Milliseconds. */
        retryDelay: number;
        /** @enum {string} */
        backoffStrategy: 'linear' | 'exponential';
      };
      webhookURL?: string;
    };
    ResponseHandlingStep: {
      id: string;
      order: number;
      nextApiCallId: string;
      responseHandling: {
        /** @enum {string} */
        defaultAction: 'continue' | 'stop_notify';
        defaultNotificationEmail?: string;
        statusCodeActions: components['schemas']['StatusCodeAction'][];
      };
    };
    Integration: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      name: string;
      description: string | null;
      triggerConfig: components['schemas']['TriggerConfig'];
      apiCalls: components['schemas']['ApiCall'][];
      conditionalExecutionSteps: components['schemas']['ConditionalStep'][];
      responseHandlingSteps: components['schemas']['ResponseHandlingStep'][];
      dataMapping: {
        [key: string]: unknown;
      };
      /** @description Deployed. */
      isActive: boolean;
      /** @description Sent along with a save, it keeps the save from overwriting somebody else’s. */
      version: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      updatedAt: string;
      lastExecutedAt: string | null;
      lastTestAt: string | null;
      totalExecutions: number;
      successfulExecutions: number;
      failedExecutions: number;
    };
    /** @description An integration as a file, without secrets. */
    ExportedIntegration: {
      /** @constant */
      format: 'wicked-integration';
      /** @constant */
      version: 1;
      name: string;
      description: string | null;
      definition: {
        triggerConfig: components['schemas']['ExportedTriggerConfig'];
        apiCalls: components['schemas']['ApiCall'][];
        conditionalExecutionSteps: components['schemas']['ConditionalStep'][];
        responseHandlingSteps: components['schemas']['ResponseHandlingStep'][];
        dataMapping: {
          [key: string]: unknown;
        };
      };
    };
    ImportPreview: {
      /** @enum {string} */
      format: 'curl' | 'openapi' | 'postman' | 'integration' | 'unknown';
      calls: {
        /** @description Its place in the text. */
        key: string;
        label: string;
        group: string;
        call: {
          name: string;
          /** @enum {string} */
          method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
          url: string;
          headers: {
            [key: string]: string;
          };
          /** @description The names of headers whose values are kept encrypted and shown masked; those of credentials always are. */
          secretHeaders: string[];
          /** @description Where the token and secret headers may go when a variable decides the host of the URL. */
          allowedHosts: string[];
          body: string;
          authConfig: components['schemas']['AuthConfig'];
          responseMapping: {
            saveAs?: string;
            extractFields: {
              jsonPath: string;
              saveAs: string;
            }[];
          };
          timeoutMs: number;
          followRedirects: boolean;
        };
        notes: string[];
      }[];
      /** @description How many calls the search found. */
      total: number;
      /** @description What was not understood. */
      notes: {
        call?: string;
        message: string;
      }[];
    };
    Secret: {
      secret: string;
    };
    CallTest: {
      /** @description The status was 2xx or 3xx, which a run goes on from. */
      success: boolean;
      /** @description 0 when no answer came. */
      statusCode: number;
      headers: {
        [key: string]: string;
      };
      body: string;
      /** @description Only the first 256 KiB of the body are there. */
      truncated: boolean;
      /** @description Milliseconds. */
      responseTime: number;
      error: string | null;
      /** @description What a run would take from this answer, or not find in it. */
      responseMapping: {
        saveAs: components['schemas']['Extraction'] | null;
        extractions: components['schemas']['Extraction'][];
      };
    };
    User: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      email: string;
      firstName: string;
      lastName: string;
      profileImageUrl: string | null;
      emailVerified: boolean;
    };
    LoginAnswer: {
      user: components['schemas']['User'];
    };
    Succeeded: {
      /** @constant */
      success: true;
      message: string;
    };
    ResetAnswer: {
      /** @constant */
      success: true;
      message: string;
      /** @description The API tokens that the owner of the account made. */
      apiTokens: {
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        id: string;
        name: string;
        /** @enum {string} */
        role: 'OWNER' | 'ADMIN' | 'MEMBER';
        /** @description The last characters of the token. */
        lastFour: string;
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        organizationId: string;
        organizationName: string;
        /** @description It ended with the reset, as was asked; else it works on. */
        isEnded: boolean;
      }[];
    };
    ResetLink: {
      valid: boolean;
      expired: boolean;
      /** @description Why it is not valid. */
      error?: string;
    };
    InvitationLink: {
      organizationName: string;
      /** @description The address that it was sent to. */
      email: string;
      /** @enum {string} */
      role: 'ADMIN' | 'MEMBER' | 'OWNER';
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      expiresAt: string;
      /** @description The address has an account: its owner logs in and accepts. */
      hasAccount: boolean;
    };
    Joined: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      organizationId: string;
      organizationName: string;
    };
    PasswordChanged: {
      /** @constant */
      status: 'PASSWORD_UPDATED_SUCCESS';
      message: string;
    };
    Membership: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      organizationId: string;
      organizationName: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
    };
    Session: {
      id: string;
      /** @example Firefox on Windows */
      device: string;
      address: string | null;
      /**
       * Format: date-time
       * @description When it began with a login.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      lastSeenAt: string;
      /** @description It is the one that asks. */
      isCurrent: boolean;
    };
    AccountFate: {
      /** @description Organizations that would be left without an owner: the account cannot be deleted before. */
      ownerless: string[];
      /** @description Organizations in which nobody else is: they go with the account. */
      lost: string[];
    };
    OrganizationContext: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      organizationId: string;
      organizationName: string;
      organizationDescription: string | null;
      /**
       * @description Of whoever asks; of a token no more than the token allows.
       * @enum {string}
       */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
    };
    Organization: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      name: string;
      description: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
    };
    Member: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      userId: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
    };
    MemberPerson: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      userId: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
      email: string;
      firstName: string;
      lastName: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      joinedAt: string;
    };
    Invited: {
      email: string;
      /** @enum {string} */
      role: 'MEMBER' | 'ADMIN';
    };
    OpenInvitation: {
      email: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      expiresAt: string;
      isExpired: boolean;
      /** @description The person who sent it may invite no more; it opens nothing. */
      isEnded: boolean;
    };
    ApiToken: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      name: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
      /** @description The last characters of the token. */
      lastFour: string;
      /** @description Who made it. */
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      /** @description Exact to a minute. */
      lastUsedAt: string | null;
    };
    CreatedApiToken: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      name: string;
      /** @enum {string} */
      role: 'OWNER' | 'ADMIN' | 'MEMBER';
      /** @description Shown this once: only its hash is stored. */
      token: string;
    };
    AuditEntry: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      id: string;
      /** @example integration-deployed */
      kind: string;
      detail: string | null;
      /** @description Who did it; null when it is not known, or the account is gone. */
      email: string | null;
      /** @description The network address it was done from. */
      address: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
    };
    ExportedOrganization: {
      /** @constant */
      format: 'wicked-organization';
      /** @constant */
      version: 1;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      exportedAt: string;
      organization: components['schemas']['Organization'];
      billingDetails: {
        companyName: string;
        taxId: string;
        address: string;
        city: string;
        postalCode: string;
        country: string;
        card: {
          brand: string;
          lastFour: string;
          expiryDate: string;
          cardholderName: string;
        } | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        updatedAt: string;
      } | null;
      members: components['schemas']['MemberPerson'][];
      invitations: {
        email: string;
        /** @enum {string} */
        role: 'OWNER' | 'ADMIN' | 'MEMBER';
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        expiresAt: string;
      }[];
      auditLog: components['schemas']['AuditEntry'][];
      integrations: {
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        id: string;
        isActive: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        updatedAt: string;
        totalExecutions: number;
        successfulExecutions: number;
        failedExecutions: number;
        file: components['schemas']['ExportedIntegration'];
        samples: {
          /**
           * Format: date-time
           * @description ISO 8601, UTC
           */
          receivedAt: string;
          bytes: number;
          payload: unknown;
        }[];
        executions: components['schemas']['ExecutionLog'][];
      }[];
    };
    TestData: {
      organization: {
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        id: string;
        name: string;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      integrations: {
        /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
        id: string;
        name: string;
        description: string | null;
        triggerConfig: components['schemas']['TriggerConfig'];
        apiCalls: components['schemas']['ApiCall'][];
        conditionalExecutionSteps: components['schemas']['ConditionalStep'][];
        responseHandlingSteps: components['schemas']['ResponseHandlingStep'][];
        dataMapping: {
          [key: string]: unknown;
        };
        /** @description Deployed. */
        isActive: boolean;
        /** @description Sent along with a save, it keeps the save from overwriting somebody else’s. */
        version: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        updatedAt: string;
        lastExecutedAt: string | null;
        lastTestAt: string | null;
        totalExecutions: number;
        successfulExecutions: number;
        failedExecutions: number;
        lastExecutions: components['schemas']['ExecutionSummary'][];
      }[];
    };
    Health: {
      /** @constant */
      status: 'ok';
    };
    Ready: {
      /** @constant */
      status: 'ready';
      /** @description Each is true when all is well. */
      checks: {
        /** @description A row can be written, synced to disk and read. */
        database: boolean;
        /** @description No damage was found in the file since the server was started. */
        integrity: boolean;
        /** @description The file has the schema of this build, as the migrations left it. */
        schema: boolean;
        /** @description It took up what was due of late; left out where this process has none. */
        runner?: boolean;
        /** @description There is more room than the watermark. */
        disk: boolean;
      };
    };
    NotReady: {
      /** @description What happened, for people. */
      message: string;
      /**
       * @description What happened, for programs.
       * @enum {string}
       */
      code:
        | 'ALREADY_MEMBER'
        | 'ALREADY_VERIFIED'
        | 'BAD_REQUEST'
        | 'COMPANY_DETAILS_MISSING'
        | 'CONFLICT'
        | 'CROSS_ORIGIN'
        | 'EMAIL_NOT_VERIFIED'
        | 'EMAIL_TAKEN'
        | 'EXPIRED_LINK'
        | 'FORBIDDEN'
        | 'INTERNAL'
        | 'INVALID_CREDENTIALS'
        | 'INVALID_LINK'
        | 'INVALID_SIGNATURE'
        | 'INVALID_TOKEN'
        | 'LAST_OWNER'
        | 'LENGTH_REQUIRED'
        | 'LOOP_DETECTED'
        | 'METHOD_NOT_ALLOWED'
        | 'NOT_FOUND'
        | 'OTHER_ADDRESS'
        | 'TOO_LARGE'
        | 'TOO_MANY_LOGINS'
        | 'TOO_MANY_REQUESTS'
        | 'UNAUTHENTICATED'
        | 'UNAVAILABLE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'VALIDATION_FAILED'
        | 'WRONG_PASSWORD';
      /** @description What is wrong with what was sent, by field; nested ones as `apiCalls.0.url`. */
      fields?: {
        [key: string]: string[];
      };
      /** @description Each is true when all is well. */
      checks: {
        /** @description A row can be written, synced to disk and read. */
        database: boolean;
        /** @description No damage was found in the file since the server was started. */
        integrity: boolean;
        /** @description The file has the schema of this build, as the migrations left it. */
        schema: boolean;
        /** @description It took up what was due of late; left out where this process has none. */
        runner?: boolean;
        /** @description There is more room than the watermark. */
        disk: boolean;
      };
    };
    Installation: {
      /** @description Since when nothing is started, after a restore. */
      pausedAt: string | null;
      /** @description The name of the file that was restored last. */
      restoredFrom: string | null;
      /** @description Nothing new is taken in until there is room. False unless an owner or the administrator asks. */
      isDiskLow: boolean;
      /** @description Why the last nightly backup failed. Null unless the administrator of the installation asks. */
      backupError: string | null;
    };
    IntegrationTest: {
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      executionId: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'completed' | 'error' | 'cancelled';
      /** @description Null when it has not ended yet. */
      success: boolean | null;
      error: string | null;
      logs: {
        id: string;
        /** @enum {string} */
        kind: 'API CALL' | 'RETRY' | 'CONDITIONAL EXECUTION';
        /** @enum {string} */
        status: 'success' | 'error' | 'warning' | 'info' | 'skipped' | 'conditional';
        apiCallName: string;
        message: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        createdAt: string;
        /** @description CONDITIONAL for a condition that was checked. */
        method: string;
        url: string;
        /** @description Milliseconds. */
        duration: number | null;
        error: string | null;
      }[];
    };
    TestLog: {
      id: string;
      /** @enum {string} */
      kind: 'API CALL' | 'RETRY' | 'CONDITIONAL EXECUTION';
      /** @enum {string} */
      status: 'success' | 'error' | 'warning' | 'info' | 'skipped' | 'conditional';
      apiCallName: string;
      message: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC
       */
      createdAt: string;
      /** @example 0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10 */
      executionId: string;
      details: {
        request: {
          method: string;
          url: string;
          headers: {
            [key: string]: string;
          };
          body: string;
          responseHandling: components['schemas']['LoggedResponseHandlingStep'] | null;
        } | null;
        response: {
          status: number;
          headers: {
            [key: string]: string;
          };
          body: string;
          responseHandling: components['schemas']['ResponseHandling'] | null;
        } | null;
        error: string | null;
        /** @description Milliseconds. */
        duration: number | null;
        conditionalExecution: {
          fieldName: string;
          conditionType: string;
          expectedValue: string;
          actualValue: string;
          conditionMet: boolean;
          /** @enum {string} */
          nextApiCallAction: 'execute' | 'skip';
        } | null;
        responseHandlingExecution: {
          /** @enum {string} */
          matchedAction: 'continue' | 'stop_notify' | 'retry' | 'webhook';
          /** @description Null when the default action applied. */
          matchedStatusCode: string | null;
          /** @description The attempts after the first. */
          totalRetries: number;
          finalSuccess: boolean;
          /** @description Every attempt of a call that was tried again, the first too. */
          retryAttempts: {
            /** @description From 1, which is the first. */
            attemptNumber: number;
            /** @enum {string} */
            status: 'success' | 'error' | 'warning' | 'info' | 'skipped' | 'conditional';
            response: {
              status: number;
              body: string;
            } | null;
            error: string | null;
            /** @description Milliseconds. */
            duration: number | null;
            /** @description Milliseconds. */
            delayMs: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
          }[];
        } | null;
      };
    };
  };
  responses: {
    /** @description A failure. */
    Problem: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description A failure that passes. */
    ProblemForNow: {
      headers: {
        /** @description Seconds until another try makes sense. */
        'Retry-After'?: string;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It can. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description It cannot; `checks` says why. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotReady'];
        };
      };
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the text format of Prometheus. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  logIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "Difference-Engine-1"
         *     }
         */
        'application/json': components['schemas']['Login'];
      };
    };
    responses: {
      /** @description Logged in. */
      200: {
        headers: {
          /** @description The session, as the cookie `session_token`, and `known_device`, by which tries of this browser are counted apart. */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoginAnswer'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `INVALID_CREDENTIALS` */
      401: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN`, `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_LOGINS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "firstName": "Ada",
         *       "lastName": "Lovelace",
         *       "email": "ada@example.com",
         *       "organizationName": "analytical engines",
         *       "password": "Difference-Engine-1"
         *     }
         */
        'application/json': components['schemas']['SignUp'];
      };
    };
    responses: {
      /** @description A mail is on its way. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  verifyEmail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyEmail'];
      };
    };
    responses: {
      /** @description Verified. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `ALREADY_VERIFIED`, `EMAIL_TAKEN` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED`, `INVALID_LINK`, `EXPIRED_LINK` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  resendVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResendVerification'];
      };
    };
    responses: {
      /** @description If there is something to verify, a mail is on its way. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  forgotPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ForgotPassword'];
      };
    };
    responses: {
      /** @description If there is such an account, a mail is on its way. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Succeeded'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  validateResetToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The token of a mailed link. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether it works, and why not. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResetLink'];
        };
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetPassword'];
      };
    };
    responses: {
      /** @description The password is the new one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResetAnswer'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED`, `INVALID_LINK`, `EXPIRED_LINK` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  logOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session is over, if there was one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The token of a mailed link. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Into which organization it leads. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationLink'];
        };
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INVALID_LINK`, `EXPIRED_LINK` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationToken'];
      };
    };
    responses: {
      /** @description The organization that was joined. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Joined'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN`, `OTHER_ADDRESS` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED`, `INVALID_LINK`, `EXPIRED_LINK` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  signUpInvited: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitedSignUp'];
      };
    };
    responses: {
      /** @description The organization that was joined. */
      201: {
        headers: {
          /** @description The session, as the cookie `session_token`. */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Joined'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `EMAIL_TAKEN` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED`, `INVALID_LINK`, `EXPIRED_LINK` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  signUpForEarlyAccess: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['EarlyAccess'];
      };
    };
    responses: {
      /** @description Noted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  updateProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "firstName": "Augusta",
         *       "lastName": "King"
         *     }
         */
        'application/json': components['schemas']['Profile'];
      };
    };
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `EMAIL_TAKEN` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      /** @description The password is the new one. */
      200: {
        headers: {
          /** @description The new session. */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasswordChanged'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN`, `WRONG_PASSWORD` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_LOGINS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readAccountFate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The names of organizations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountFate'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  deleteAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountDeletion'];
      };
    };
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN`, `WRONG_PASSWORD` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LAST_OWNER` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_LOGINS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listSessions: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sessions. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  endOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Every other device has to log in again. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
        /** @description The id of a session, as the list of sessions tells it. */
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description That device has to log in again. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listMemberships: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The memberships. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Membership'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listMembers: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "MEMBER"
         *     }
         */
        'application/json': components['schemas']['Invite'];
      };
    };
    responses: {
      /** @description A mail is on its way. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invited'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `ALREADY_MEMBER` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description They no longer belong to the organization. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LAST_OWNER` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  changeRole: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
        /** @description The id of a user. */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "ADMIN"
         *     }
         */
        'application/json': components['schemas']['RoleChange'];
      };
    };
    responses: {
      /** @description The member as they are now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LAST_OWNER` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readInstallation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How it stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Installation'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  resumeInstallation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What waited is started now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationContext'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  deleteOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "confirmation": "analytical engines"
         *     }
         */
        'application/json': components['schemas']['OrganizationDeletion'];
      };
    };
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  changeOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "description": "Punched cards"
         *     }
         */
        'application/json': components['schemas']['OrganizationChange'];
      };
    };
    responses: {
      /** @description The organization as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  selectOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Selected. */
      204: {
        headers: {
          /** @description The cookie `selectedOrgMembership`. */
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  exportOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportedOrganization'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listMemberPeople: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberPerson'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitations. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenInvitation'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  revokeInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
        /** @description An email address, percent-encoded. */
        email: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listApiTokens: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tokens. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiToken'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  createApiToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Deployment",
         *       "role": "MEMBER"
         *     }
         */
        'application/json': components['schemas']['ApiTokenDetails'];
      };
    };
    responses: {
      /** @description The token, which nobody can read again. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedApiToken'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  revokeApiToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
        /** @description The id of an API token. */
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
        /** @description Only entries of this kind. */
        kind?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entries. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEntry'][];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readBillingDetails: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The details, the card masked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingDetails'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  updateBillingDetails: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "companyName": "Analytical Engines",
         *       "taxId": "GB-1815",
         *       "address": "12 St James Square",
         *       "city": "London",
         *       "postalCode": "SW1Y 4JH",
         *       "country": "United Kingdom"
         *     }
         */
        'application/json': components['schemas']['BillingDetailsInput'];
      };
    };
    responses: {
      /** @description The details, the card masked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingDetails'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  createBillingDetails: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "companyName": "Analytical Engines",
         *       "taxId": "GB-1815",
         *       "address": "12 St James Square",
         *       "city": "London",
         *       "postalCode": "SW1Y 4JH",
         *       "country": "United Kingdom"
         *     }
         */
        'application/json': components['schemas']['BillingDetailsInput'];
      };
    };
    responses: {
      /** @description The details, the card masked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingDetails'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readPlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A sample. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Samples. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  downloadInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
        /** @description The number of an invoice. */
        number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A PDF. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  testPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What would happen. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestReport'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  testBillingWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/billing"
         *     }
         */
        'application/json': components['schemas']['WebhookTest'];
      };
    };
    responses: {
      /** @description What was answered. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestReport'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readTestWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Secret'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  downloadTestData: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestData'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listIntegrations: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an organization. */
        organizationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The integrations. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Integration'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  createIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Orders to the warehouse",
         *       "triggerConfig": {
         *         "type": "webhook",
         *         "webhook": {
         *           "secret": "a long random text"
         *         }
         *       },
         *       "apiCalls": [
         *         {
         *           "method": "POST",
         *           "url": "https://warehouse.example.com/orders",
         *           "body": "{\"order\": {{trigger.id}}}"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['IntegrationInput'];
      };
    };
    responses: {
      /** @description The draft. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Integration'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The integration, its secrets masked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Integration'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  deleteIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  updateIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "isActive": true
         *     }
         */
        'application/json': components['schemas']['IntegrationChange'];
      };
    };
    responses: {
      /** @description The integration as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Integration'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  testCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "method": "GET",
         *       "url": "https://api.example.com/{{place}}",
         *       "variables": {
         *         "place": "here"
         *       }
         *     }
         */
        'application/json': components['schemas']['CallTestInput'];
      };
    };
    responses: {
      /** @description What was answered. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallTest'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  revealWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Secret'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  endFormerWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Only the present secret is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readAmountTriggered: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A number. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': number;
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  importText: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "curl https://api.example.com/v1/orders -H 'Accept: application/json'",
         *       "dryRun": true
         *     }
         */
        'application/json': components['schemas']['Import'];
      };
    };
    responses: {
      /** @description What would be imported, or the integration with the calls. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportPreview'] | components['schemas']['Integration'];
        };
      };
      /** @description The draft. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Integration'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN`, `FORBIDDEN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  exportIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, which an import takes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportedIntegration'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listExecutionLogs: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The logs. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExecutionLog'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listExecutions: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
        status?: 'queued' | 'running' | 'completed' | 'error' | 'cancelled';
        /** @description What started it. */
        trigger?: 'manual' | 'webhook' | 'cron' | 'event';
        /** @description Only what was triggered then or later (ISO 8601). */
        from?: string;
        /** @description Only what was triggered before (ISO 8601). */
        to?: string;
        /** @description Words and "phrases" that stand in what was delivered, sent or answered. Of ended executions, a moment after their end. */
        q?: string;
      };
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The executions. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExecutionSummary'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readExecution: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
        /** @description The id of an execution of this integration. */
        executionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The execution. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExecutionLog'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  followExecutions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  runIntegration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "triggerData": {
         *         "id": 7
         *       }
         *     }
         */
        'application/json': components['schemas']['RunInput'];
      };
    };
    responses: {
      /** @description It will run. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedExecution'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  cancelExecution: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
        /** @description The id of an execution of this integration. */
        executionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancelled. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CancelledExecution'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  replayExecution: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
        /** @description The id of an execution of this integration. */
        executionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "failed"
         *     }
         */
        'application/json': components['schemas']['Replay'];
      };
    };
    responses: {
      /** @description It will run. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedExecution'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  testIntegration: {
    parameters: {
      query?: {
        /** @description Seconds to wait for its end. */
        wait?: number;
      };
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "triggerData": {
         *         "id": 7
         *       }
         *     }
         */
        'application/json': components['schemas']['RunInput'];
      };
    };
    responses: {
      /** @description It has ended. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IntegrationTest'];
        };
      };
      /** @description It goes on; this is how far it is. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IntegrationTest'];
        };
      };
      /** @description `BAD_REQUEST` */
      400: components['responses']['Problem'];
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `CONFLICT` */
      409: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `UNSUPPORTED_MEDIA_TYPE` */
      415: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `TOO_MANY_REQUESTS` */
      429: components['responses']['ProblemForNow'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listTestLogs: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Where the page begins: take it from the `Link` header as it is. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The logs. */
      200: {
        headers: {
          /** @description The address of the next page as `<…>; rel="next"` (RFC 8288); missing on the last one. */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestLog'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readStatistics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The figures. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statistics'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The deliveries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'][];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readSample: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was caught, and whether more is waited for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SampleState'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  startListening: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was caught, and whether more is waited for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SampleState'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `VALIDATION_FAILED` */
      422: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  stopListening: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was caught, and whether more is waited for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SampleState'];
        };
      };
      /** @description `UNAUTHENTICATED`, `INVALID_TOKEN` */
      401: components['responses']['Problem'];
      /** @description `EMAIL_NOT_VERIFIED`, `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description `NOT_FOUND` */
      404: components['responses']['Problem'];
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  deliverWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The secret, or `sha256=` and the HMAC. */
        'X-Webhook-Signature'?: string;
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of an integration. */
        integrationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 7,
         *       "total": 12.5
         *     }
         */
        'application/json': unknown;
        'application/x-www-form-urlencoded': Record<string, never>;
        'text/plain': string;
      };
    };
    responses: {
      /** @description The delivery is on disk and will run, or was caught as a sample. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedDelivery'];
        };
      };
      /** @description The body is not valid JSON. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description The signature or a required header is missing or wrong. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description `CROSS_ORIGIN` */
      403: components['responses']['Problem'];
      /** @description There is no such deployed webhook. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description Another method than POST. */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description A content encoding, or a kind of body that is neither JSON, form nor text. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description A required variable is missing, or the body is nested too deeply. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description Too many at once; `Retry-After` says how long to wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description The queue or the disk is full; `Retry-After` says how long to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
      /** @description The delivery looks like part of a loop. */
      508: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryProblem'];
        };
      };
    };
  };
  readDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenApiDocument'];
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
  readDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Nothing has changed since the answer whose `ETag` was sent. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `LENGTH_REQUIRED` */
      411: components['responses']['Problem'];
      /** @description `TOO_LARGE` */
      413: components['responses']['Problem'];
      /** @description `INTERNAL` */
      500: components['responses']['Problem'];
      /** @description `UNAVAILABLE` */
      503: components['responses']['ProblemForNow'];
    };
  };
}
