import type { AppContext } from '~/context';
import { checkAdministrator } from '~/services/installation/administrators';
import { describeOverview } from '~/services/administration/overview';
import { pauseInstallation, resumeInstallation } from '~/services/installation/pause';
import { resendGivenUpMails } from '~/services/installation/given-up-mails';
import { changeReadOnly } from '~/services/installation/read-only';
import { describeSettings } from '~/services/installation/settings-in-effect';
import { describeInstallation } from '~/services/installation/state';
import { actorOf, findRights, guardSelected } from '../http/authorize';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute } from '../openapi/route';
import { InstallationResponse, OverviewResponse, ResentMailsResponse } from '../shapes/installation';

/** A sentence in the text of each call that only administrators may make. */
export const forAdministrators =
  'For administrators of the installation, and their API tokens of the role OWNER.';

/** `/api/installation`: the calls that concern all organizations of a server at once. */
export function createInstallationApi(context: AppContext) {
  const { config, db } = context;
  const api = createApi();
  const ours = { tag: 'Server', access: 'member', guard: guardSelected(context) } as const;

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/',
    id: 'readInstallation',
    summary: 'Read the state of the installation',
    text: 'While it is paused nothing starts until an administrator of the installation resumes. Administrators get why the last backup failed; administrators and owners get that the disk is full.',
    responses: { 200: { description: 'The state.', schema: InstallationResponse } },
    problems: ['forbidden'],
  });
  api.openapi(readRoute, async (c) => {
    const actor = actorOf(c);
    const rights = await findRights(context, actor);
    if (!rights) return problemResponse(c, { kind: 'not-found' });
    const { pausedAt, restoredFrom, readOnlySince, isDiskLow, backupError, mailError } =
      await describeInstallation(context, {
        ...actor,
        role: rights.role,
      });
    return c.json({
      pausedAt: toTime(pausedAt),
      restoredFrom,
      readOnlySince: toTime(readOnlySince),
      isDiskLow,
      backupError,
      mailError,
    });
  });

  const overviewRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/overview',
    id: 'readInstallationOverview',
    summary: 'Read the overview of the installation',
    text: forAdministrators,
    isFresh: true,
    responses: { 200: { description: 'The state.', schema: OverviewResponse } },
    problems: ['forbidden'],
  });
  api.openapi(overviewRoute, async (c) => {
    const refusal = await checkAdministrator(db, config, actorOf(c));
    if (refusal) return problemResponse(c, refusal);
    const { queue, storage, backup, pausedAt, readOnlySince, ...overview } = await describeOverview(context);
    return c.json({
      ...overview,
      pausedAt: toTime(pausedAt),
      readOnlySince: toTime(readOnlySince),
      queue: {
        ...queue,
        runningSince: toTime(queue.runningSince),
        waitingSince: toTime(queue.waitingSince),
      },
      storage: { ...storage, prunedEarlyAt: toTime(storage.prunedEarlyAt) },
      backup: { ...backup, endedAt: toTime(backup.endedAt) },
      settings: Object.fromEntries(describeSettings(config)),
    });
  });

  const pauseRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/pause',
    id: 'pauseInstallation',
    summary: 'Pause everything',
    text: `Deliveries are accepted and wait; running executions finish. Applies to all organizations of the server. It may be called again while paused. ${forAdministrators}`,
    responses: { 204: { description: 'Nothing new starts.' } },
    problems: ['forbidden'],
  });
  api.openapi(pauseRoute, async (c) => {
    const outcome = await pauseInstallation(context, actorOf(c));
    return outcome.kind === 'paused' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const resumeRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/resume',
    id: 'resumeInstallation',
    summary: 'Resume after a pause or a restore',
    text: `Applies to all organizations of the server. It may be called when nothing is paused. ${forAdministrators}`,
    responses: { 204: { description: 'Everything that waited starts now.' } },
    problems: ['forbidden'],
  });
  api.openapi(resumeRoute, async (c) => {
    const outcome = await resumeInstallation(context, actorOf(c));
    return outcome.kind === 'resumed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const resendRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/emails/resend',
    id: 'resendGivenUpEmails',
    summary: 'Send emails again that were given up',
    text: `They are tried again for a day, as if they were new. Links in them may have expired. ${forAdministrators}`,
    responses: { 200: { description: 'They wait to be sent.', schema: ResentMailsResponse } },
    problems: ['forbidden'],
  });
  api.openapi(resendRoute, async (c) => {
    const outcome = await resendGivenUpMails(context, actorOf(c));
    return outcome.kind === 'queued' ? c.json({ queued: outcome.count }) : problemResponse(c, outcome);
  });

  const readOnlyRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/read-only',
    id: 'makeInstallationReadOnly',
    summary: 'Make the installation read-only',
    text: `Screens and API refuse changes with 503, except those under \`/api/installation\`. Deliveries are accepted and executed. Applies to all organizations of the server. It may be called again while read-only. ${forAdministrators}`,
    responses: { 204: { description: 'Nothing can be changed.' } },
    problems: ['forbidden'],
  });
  api.openapi(readOnlyRoute, async (c) => {
    const outcome = await changeReadOnly(context, actorOf(c), true);
    return outcome.kind === 'changed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const readWriteRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/read-write',
    id: 'makeInstallationReadWrite',
    summary: 'Allow changes again',
    text: `Applies to all organizations of the server. It may be called when nothing is read-only. ${forAdministrators}`,
    responses: { 204: { description: 'Everything can be changed again.' } },
    problems: ['forbidden'],
  });
  api.openapi(readWriteRoute, async (c) => {
    const outcome = await changeReadOnly(context, actorOf(c), false);
    return outcome.kind === 'changed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
