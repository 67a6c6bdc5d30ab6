import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { can } from '~/auth/role-permissions';
import { ListPages } from '~/components/shell/list-pages';
import { ListSearch } from '~/components/list-search/list-search';
import { readSearch } from '~/components/list-search/search-query';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Card } from '~/components/ui/card';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { listWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import { listOpenInvitations } from '~/db/organizations/invitations';
import { countOwners, findMemberPerson, listMemberPeople } from '~/db/organizations/members';
import { type FailureMessage, failures } from '~/failures';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { describeInvitationState } from '~/services/organizations/invitations';
import { InvitationList } from './invitation-list';
import { InviteForm } from './invite-form';
import { MemberList } from './member-list';
import { submitInvite, submitRemoval, submitResend, submitRevocation, submitRole } from './members-action';
import { membersUrl, readInvited } from './members-url';
import { RemoveDialog } from './remove-dialog';
import { submitProvenRole } from './role-action.server';
import { RoleDialog } from './role-dialog';
import { readRoleQuestion } from './role-question.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

const failuresByIntent: Record<string, FailureMessage> = {
  invite: failures.inviteMember,
  resend: failures.inviteMember,
  remove: failures.removeMember,
};

export const clientAction = catchNetworkErrors(
  (intent) => failuresByIntent[String(intent)] ?? failures.organization,
);

const pageSize = 50;
/** The most members that need no search. */
const fewMembers = 7;

export const meta: MetaFunction = () => [{ title: 'Members · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId } = membership;
  const query = new URL(request.url).searchParams;
  const search = readSearch(query);
  const after = query.get('after') || undefined;
  const afterInvitation = query.get('invitation') || undefined;
  const manages = can(membership, 'manage-members');
  const page = { organizationId, limit: pageSize + 1 };
  const members = await listMemberPeople(app.db, { ...page, search, after });
  const invitations = manages ? await listOpenInvitations(app.db, { ...page, after: afterInvitation }) : [];
  const shown = members.slice(0, pageSize);
  const known = manages ? shown.map(({ userId }) => userId) : [user.id];
  const withPasswordAlone = await listWithPasswordAlone(app.db, {
    userIds: known,
    passwordLogin: app.config.passwordLogin,
  });
  const asked = manages ? await readRoleQuestion(app, { userId: user.id, organizationId }, query) : null;
  const shownInvitations = invitations.slice(0, pageSize);
  return {
    userId: user.id,
    manages,
    managesOwners: can(membership, 'manage-owners'),
    members: shown.map((member) => ({
      ...member,
      withPasswordAlone: withPasswordAlone.has(member.userId),
    })),
    owners: await countOwners(app.db, organizationId),
    search,
    isFirstPage: after === undefined,
    nextAfter: members.length > pageSize ? (shown.at(-1)?.email ?? null) : null,
    invitations: shownInvitations.map((each) => {
      const { email, role, access, expiresAt } = each;
      return { email, role, access, expiresAt, state: describeInvitationState(each, app.now()) };
    }),
    isFirstInvitation: afterInvitation === undefined,
    nextInvitation: invitations.length > pageSize ? (shownInvitations.at(-1)?.email ?? null) : null,
    asked,
    inviting: readInvited(query),
    email: user.email,
    proof: await describeProof(app, user, await hasProofOrNewLogin(app, request)),
    removing: (await findMemberPerson(app.db, organizationId, query.get('remove') ?? '')) ?? null,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const submitted = { app, actor, form, request, screen: membersUrl(new URL(request.url).search) };
  switch (form.get('intent')) {
    case 'proven-role':
      return submitProvenRole(submitted);
    case 'role':
      return submitRole(submitted);
    case 'remove':
      return submitRemoval(submitted);
    case 'resend':
      return submitResend(submitted);
    case 'revoke':
      return submitRevocation(submitted);
    default:
      return submitInvite(submitted);
  }
}

export default function MembersPage() {
  const loaded = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const {
    isFirstPage,
    nextAfter,
    isFirstInvitation,
    nextInvitation,
    removing,
    asked,
    members,
    proof,
    email,
  } = loaded;
  const { search } = useLocation();
  const isLong = members.length > fewMembers || !isFirstPage || loaded.search !== '';
  return (
    <>
      {removing && (
        <RemoveDialog
          member={removing}
          leaves={removing.userId === loaded.userId}
          {...{ proof, email, response }}
        />
      )}
      {asked && <RoleDialog {...{ asked, proof, email, response }} />}
      {loaded.manages && (
        <Card title="Invite a member" text="The link in the email works once, for 7 days.">
          <InviteForm
            invited={loaded.inviting}
            isAsking={asked !== null}
            response={asked || removing ? undefined : response}
          />
        </Card>
      )}
      <Card title="Members" flush>
        {isLong && (
          <ListSearch
            id="member-search"
            label="Name or email"
            search={loaded.search}
            found={{
              count: members.length,
              isAll: isFirstPage && nextAfter === null,
              one: 'member',
              many: 'members',
            }}
          />
        )}
        <ReloadingList params={['search', 'after']}>
          <MemberList {...loaded} />
        </ReloadingList>
        <ListPages links={listWays(isFirstPage, nextAfter, (after) => membersUrl(search, { after }))} />
      </Card>
      {loaded.invitations.length > 0 && (
        <Card title="Invitations" text="Not accepted yet." flush>
          <ReloadingList params={['invitation']}>
            <InvitationList invitations={loaded.invitations} />
          </ReloadingList>
          <ListPages
            links={listWays(isFirstInvitation, nextInvitation, (invitation) =>
              membersUrl(search, { invitation }),
            )}
          />
        </Card>
      )}
    </>
  );
}

function listWays(isFirst: boolean, next: string | null, addressOf: (after: string) => string) {
  return [
    ...(isFirst ? [] : [{ to: addressOf(''), label: 'First page' }]),
    ...(next === null ? [] : [{ to: addressOf(next), label: 'Next page' }]),
  ];
}
