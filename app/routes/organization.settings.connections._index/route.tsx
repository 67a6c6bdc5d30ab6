import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { KeyRound } from '~/components/icons/icons';
import { requirePermission } from '~/auth/guards';
import { listConnectionResponses } from '~/services/connections/connection-response';
import { ListCard } from '../organization/list-card';
import { describeStatus } from '../organization.settings.connections/status-names';
import { ConnectionList } from './connection-list';

export const meta: MetaFunction = () => [
  { title: 'Connections · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'manage-connections');
  const connections = await listConnectionResponses(app, membership.organizationId);
  return {
    connections: connections.map(({ id, name, kind, baseUrl, allowedHosts, usedBy, ...connection }) => ({
      id,
      name,
      kind,
      host: baseUrl ? new URL(baseUrl).host : (allowedHosts[0] ?? ''),
      status: describeStatus(connection),
      uses: usedBy.length,
    })),
  };
}

export default function ConnectionsPage() {
  const { connections } = useLoaderData<typeof loader>();
  return (
    <ListCard
      title="Connections"
      text="Credentials stored once for all integrations. Members can use them but never see them."
      make={{ to: '/organization/settings/connections/new', label: 'New connection' }}
      empty={{
        icon: KeyRound,
        title: 'No connections yet',
        text: 'Enter the credentials of an API once, then choose them in every call that needs them.',
      }}
      isEmpty={connections.length === 0}
    >
      <ConnectionList connections={connections} />
    </ListCard>
  );
}
