import { Form } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { RadioCards } from '~/components/ui/fields/radio-cards';
import { LinkButton } from '~/components/ui/link';
import { kindCards } from '../organization.settings.connections/config-fields';

const list = '/organization/settings/connections';

interface ChooseProps {
  providers: { id: string; name: string }[];
}

/** Asks for a provider by links, or for a kind by a form with GET; neither needs script. */
export function Choose({ providers }: ChooseProps) {
  return (
    <>
      <Card title="Start from a provider" text="Its URLs, hosts and other requirements are filled in.">
        <ul className="flex flex-wrap gap-3">
          {providers.map(({ id, name }) => (
            <li key={id}>
              <LinkButton to={`${list}/new?provider=${id}`}>{name}</LinkButton>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="New connection" text="How the API identifies its callers.">
        <Form action={`${list}/new`} className="flex flex-col gap-field">
          <RadioCards
            field={describeField('kind', { required: true })}
            label="Kind"
            options={kindCards}
            defaultValue="bearer"
          />
          <div className="flex flex-wrap justify-end gap-3">
            <LinkButton to={list}>Cancel</LinkButton>
            <Button type="submit" variant="primary">
              Continue
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
