import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import { requirePermission } from '~/auth/guards';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { listConnectionResponses } from '~/services/connections/connection-response';
import { ConnectionList } from './connection-list';

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'manage-connections');
  const connections = await listConnectionResponses(app, membership.organizationId);
  return {
    connections: connections.map(({ id, name, kind, baseUrl, allowedHosts, usedBy, ...connection }) => ({
      id,
      name,
      kind,
      host: baseUrl ? new URL(baseUrl).host : (allowedHosts[0] ?? ''),
      status: connection.status,
      uses: usedBy.length,
    })),
  };
}

const newConnection = '/organization/settings/connections/new';

export default function ConnectionsPage() {
  const { connections } = useLoaderData<typeof loader>();
  const make = (
    <LinkButton to={newConnection} variant="primary">
      New Connection
    </LinkButton>
  );
  return (
    <Card
      title="Connections"
      text="Credentials that are kept once, for all integrations. Members use them and never see them."
      actions={connections.length > 0 && make}
      flush
    >
      {connections.length > 0 ? (
        <ConnectionList connections={connections} />
      ) : (
        <EmptyState
          icon={KeyRound}
          title="No connections yet"
          text="Enter the credentials of an API once, and choose them in every call that needs them."
          action={make}
          headingLevel={3}
        />
      )}
    </Card>
  );
}
