import type { AppContext } from '~/context';
import { describeInstallation } from '~/services/installation/state';
import { resumeInstallation } from '~/services/installation/pause';
import { problemResponse } from './http/problem-response';
import { actorOf, findRole, guardSelected } from './http/authorize';
import { createApi, defineRoute } from './openapi/route';
import { InstallationResponse } from './shapes/health';

/** `/api/installation`: what concerns all organizations of a server at once. */
export function createInstallationApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Server', access: 'member', guard: guardSelected(context) } as const;

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/',
    id: 'readInstallation',
    summary: 'Ask whether everything is paused, and what is amiss',
    text: 'After a restore nothing starts until the administrator of the installation resumes. Why the last backup failed is told to the administrator, a full disk to owners, too.',
    responses: { 200: { description: 'How it stands.', schema: InstallationResponse } },
    problems: ['forbidden'],
  });
  api.openapi(readRoute, async (c) => {
    const actor = actorOf(c);
    const role = await findRole(context, actor);
    if (!role) return problemResponse(c, { kind: 'not-found' });
    const { pausedAt, restoredFrom, isDiskLow, backupError } = await describeInstallation(context, {
      ...actor,
      role,
    });
    const paused = pausedAt === null ? null : new Date(pausedAt).toISOString();
    return c.json({ pausedAt: paused, restoredFrom, isDiskLow, backupError });
  });

  const resumeRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/resume',
    id: 'resumeInstallation',
    summary: 'Start again after a restore',
    text: 'For the administrator of the installation, whose account was verified first, and their API tokens of the role OWNER. It counts for all organizations of the server, also when nothing is paused.',
    responses: { 204: { description: 'What waited is started now.' } },
    problems: ['forbidden'],
  });
  api.openapi(resumeRoute, async (c) => {
    const outcome = await resumeInstallation(context, actorOf(c));
    return outcome.kind === 'resumed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
