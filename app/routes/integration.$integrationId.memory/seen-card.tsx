import { formatCount } from '~/engine/texts/format-count';
import { Form, useActionData } from '@remix-run/react';
import { RelativeTime } from '~/components/time/relative-time';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';

interface Seen {
  loopId: string;
  name: string;
  entries: number;
  lastAt: string;
}

interface SeenCardProps {
  seen: Seen[];
  /** The fields that were sent and rejected. */
  typed: Partial<Record<string, string>>;
  /** The errors of those fields. */
  errors: Record<string, string[]>;
}

/** Shows how many seen items each loop leaves out; their keys themselves are not stored. */
export function SeenCard({ seen, typed, errors }: SeenCardProps) {
  return (
    <Card
      title="Items seen"
      text="Items that a for each with “only new items” has completed, or remembered in its first run. A forgotten item is run again if it is still in the list. After “Forget all…”, the next run is a first run again."
    >
      <ul className="flex flex-col divide-y divide-line">
        {seen.map(({ loopId, name, entries, lastAt }) => (
          <li key={loopId} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
            <p>
              <span className="font-medium">{name}</span>: {formatCount(entries)}{' '}
              {entries === 1 ? 'item' : 'items'}, last <RelativeTime at={lastAt} />
            </p>
            <Permitted to="edit">
              <ForgetForm
                loopId={loopId}
                name={name}
                typed={typed.loopId === loopId ? typed.key : undefined}
                errors={typed.loopId === loopId ? errors.key : undefined}
              />
            </Permitted>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ForgetFormProps {
  loopId: string;
  /** The name of the loop. */
  name: string;
  /** The key that was sent and rejected. */
  typed: string | undefined;
  errors: string[] | undefined;
}

function ForgetForm({ loopId, name, typed, errors }: ForgetFormProps) {
  const form = useWrongFocus(useActionData<unknown>());
  return (
    <Form ref={form} method="post" className="flex flex-wrap items-end gap-3" preventScrollReset noValidate>
      <input type="hidden" name="loopId" value={loopId} />
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          field={describeKey(loopId, errors)}
          label={
            <>
              Key of one item<span className="sr-only"> of {name}</span>
            </>
          }
          defaultValue={typed}
          autoComplete="off"
        />
      </div>
      <Button type="submit" name="intent" value="unsee">
        Forget item<span className="sr-only"> of {name}</span>
      </Button>
      <LinkButton to={`?forget=${loopId}`} preventScrollReset>
        Forget all…<span className="sr-only"> items of {name}</span>
      </LinkButton>
    </Form>
  );
}

/** Describes the key's field, with ids of its own for each loop. */
function describeKey(loopId: string, errors: string[] | undefined) {
  const id = `key-${loopId}`;
  return {
    ...describeField('key', { errors }),
    id,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
  };
}
