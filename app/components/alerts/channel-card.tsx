import { Form, useNavigation } from '@remix-run/react';
import { ConfirmDialog } from '../dialog-form/confirm-dialog';
import { FormKey } from '../network/form-key';
import type { Typed } from '../typed-form/typed-form';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { LinkButton } from '../ui/link';
import { ChannelForm, type ChannelFormProps } from './channel-form';
import type { ListedChannel } from './channel-list';

interface ChannelCardProps {
  channel: Pick<ListedChannel, 'id' | 'name' | 'lastMessage'> & { isReadable: boolean; version: number };
  typed: Typed;
  choices: Pick<ChannelFormProps, 'recipients' | 'watchable'>;
  isDeleting: boolean;
  /** The address below which each channel has its own, and the address of the list. */
  base: string;
  list: string;
  /** The response to the form that was sent. */
  response: { typed: Typed; errors: Record<string, string[]>; failure: string | null } | undefined;
}

/** A channel on its page, where people change it, try it out and delete it. */
export function ChannelCard({ channel, typed, choices, isDeleting, base, list, response }: ChannelCardProps) {
  const { id, name, isReadable, version, lastMessage } = channel;
  const address = `${base}/${id}`;
  return (
    <>
      {isDeleting && (
        <ConfirmDialog
          title="Delete channel"
          text={`${name} will no longer notify anyone. This cannot be undone.`}
          action={address}
          intent="delete"
          confirm="Delete"
          pendingText="Deleting..."
        />
      )}
      {!isReadable && (
        <Banner tone="bad" title="Cannot be decrypted">
          Where it sends cannot be decrypted with the current APP_KEY. Please enter it again.
        </Banner>
      )}
      {lastMessage?.error && (
        <Banner tone="bad" title="The last message could not be sent">
          {lastMessage.error}
        </Banner>
      )}
      <Card
        title={name}
        actions={
          <>
            <TestForm action={address} />
            <LinkButton to="?delete" size="sm" preventScrollReset>
              Delete
            </LinkButton>
          </>
        }
      >
        <ChannelForm
          // After a save, the fields show the values as they are stored.
          key={version}
          {...choices}
          action={address}
          list={list}
          values={response?.typed ?? typed}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
          version={Number(response?.typed.version ?? version)}
        />
      </Card>
    </>
  );
}

function TestForm({ action }: { action: string }) {
  const pending = useNavigation().formData?.get('intent') === 'test';
  return (
    <Form method="post" action={action}>
      <FormKey />
      <Button type="submit" size="sm" name="intent" value="test" pending={pending} pendingText="Sending...">
        Send test
      </Button>
    </Form>
  );
}
