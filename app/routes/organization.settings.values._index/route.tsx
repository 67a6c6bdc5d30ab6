import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Braces } from '~/components/icons/icons';
import { requirePermission } from '~/auth/guards';
import { listValueResponses } from '~/services/values/value-response';
import { ListCard } from '../organization/list-card';
import { ValueList } from './value-list';
import { truncate } from '~/engine/texts/truncate';

/** How many characters of a value the list shows. */
const shownLength = 80;

export const meta: MetaFunction = () => [{ title: 'Values · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'manage-values');
  const values = await listValueResponses(app, membership.organizationId);
  return {
    values: values.map(({ id, name, format, isSecret, value, usedBy }) => ({
      id,
      name,
      shown: truncate(value, shownLength),
      kind: isSecret ? 'Secret' : { text: 'Text', json: 'JSON' }[format],
      uses: usedBy.length,
    })),
  };
}

export default function ValuesPage() {
  const { values } = useLoaderData<typeof loader>();
  return (
    <ListCard
      title="Values"
      text="Text, JSON and secrets stored once, for placeholders in all integrations."
      make={{ to: '/organization/settings/values/new', label: 'New value' }}
      empty={{
        icon: Braces,
        title: 'No values yet',
        text: 'Enter what many calls need, such as the URL of your shop, and write {{org.shop_url}} in each.',
      }}
      isEmpty={values.length === 0}
    >
      <ValueList values={values} />
    </ListCard>
  );
}
