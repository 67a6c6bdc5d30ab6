import type { AppContext } from '~/context';
import { describeInstallation } from '~/services/installation';
import { resumeInstallation } from '~/services/pause';
import { answerProblem } from './answer';
import { actorOf, findRole, guardSelected } from './authorize';
import { createApi, defineRoute } from './route';
import { InstallationAnswer } from './shapes/health';

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
    text: 'After a restore nothing starts until an owner resumes. How full the disk is and why the last backup failed is told to owners.',
    answers: { 200: { description: 'How it stands.', schema: InstallationAnswer } },
    problems: ['forbidden'],
  });
  api.openapi(readRoute, (c) => {
    const role = findRole(context, actorOf(c));
    if (!role) return answerProblem(c, { kind: 'not-found' });
    const { pausedAt, restoredFrom, isDiskLow, backupError } = describeInstallation(context, role);
    const paused = pausedAt === null ? null : new Date(pausedAt).toISOString();
    return c.json({ pausedAt: paused, restoredFrom, isDiskLow, backupError });
  });

  const resumeRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/resume',
    id: 'resumeInstallation',
    summary: 'Start again after a restore',
    text: 'For owners, and for all organizations of the server. Also when nothing is paused.',
    answers: { 204: { description: 'What waited is started now.' } },
    problems: ['forbidden'],
  });
  api.openapi(resumeRoute, (c) => {
    const outcome = resumeInstallation(context, actorOf(c));
    return outcome.kind === 'resumed' ? c.body(null, 204) : answerProblem(c, outcome);
  });

  return api;
}
