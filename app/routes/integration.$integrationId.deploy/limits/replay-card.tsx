import { Form } from '@remix-run/react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Button } from '~/components/ui/button';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { describeField } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';
import { TextLink } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';
import { describeReplays, maxAutomaticReplays } from '~/engine/replays/automatic-replays';

interface ReplayCardProps {
  pageUrl: string;
  automaticReplays: number | null;
}

const counts = Array.from({ length: maxAutomaticReplays }, (_, index) => index + 1);

/** The card that sets how many times a failed execution is replayed automatically. */
export function ReplayCard({ pageUrl, automaticReplays }: ReplayCardProps) {
  return (
    <CollapsibleCard
      title="Automatic replays"
      summary={automaticReplays === null ? 'Off' : capitalize(describeReplays(automaticReplays))}
      isValid
      isOpen={false}
    >
      <p className="mb-4 text-ink-muted">
        An execution that failed because a service was down or overloaded is replayed from the failed call,
        later and later.{' '}
        <TextLink to="/docs/concepts#automatic-replays">Which failures are replayed</TextLink>
      </p>
      <Permitted to="edit">
        <Form method="post" action={pageUrl} preventScrollReset {...keepsTyping}>
          <input type="hidden" name="intent" value="automatic-replays" />
          <SeenFields automaticReplays={automaticReplays} />
          <SelectField
            field={describeField('automaticReplays', {})}
            key={automaticReplays}
            label="Replay failed executions"
            defaultValue={automaticReplays ?? ''}
          >
            <option value="">Never</option>
            {counts.map((count) => (
              <option key={count} value={count}>
                {capitalize(describeReplays(count))}
              </option>
            ))}
          </SelectField>
          <Button type="submit" className="mt-4">
            Save automatic replays
          </Button>
        </Form>
      </Permitted>
    </CollapsibleCard>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
