import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { useEffect, useRef, useState } from 'react';
import { SearchX } from '~/components/icons/icons';
import { type ListQuery, selectionUrl } from '~/components/integration/list-query';
import { describeEmpty } from '~/components/integration/list-status';
import type { TagCount } from '~/components/integration/tag-select';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Permitted } from '~/components/user/permitted';
import type { IntegrationCard } from '~/db/integrations/cards';
import { formatCount } from '~/engine/texts/format-count';
import { SelectionBar } from './selection-bar';
import { SelectionRow } from './selection-row';
import type { SentSelection } from './submit-selection';

interface SelectionFormProps {
  list: ListQuery;
  integrations: IntegrationCard[];
  hasMore: boolean;
  tags: TagCount[];
  /** What was sent, to be shown again; and the ids that were selected before a question was cancelled. */
  sent: SentSelection | undefined;
  kept: string[];
}

/** A page of the list with a check box for each integration, and the actions on the selected ones. */
export function SelectionForm({ list, integrations, hasMore, tags, sent, kept }: SelectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState<number>();
  // With script the boxes themselves keep what is selected.
  const [selected] = useState(sent?.selected ?? kept);
  const url = selectionUrl(list);
  const countBoxes = () => setCount(listBoxes(form.current).filter(({ checked }) => checked).length);
  const selectAll = (checked: boolean) => {
    for (const box of listBoxes(form.current)) box.checked = checked;
    countBoxes();
  };
  // The rows of another page, or the browser, may have changed what is checked.
  useEffect(countBoxes, [integrations]);
  if (integrations.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No integrations found"
        text={describeEmpty(list)}
        action={<LinkButton to="/integration/select">Show all integrations</LinkButton>}
      />
    );
  }
  return (
    <Form
      ref={form}
      method="post"
      action={url}
      preventScrollReset
      autoComplete="off"
      onChange={countBoxes}
      className="group/list [counter-reset:selected]"
    >
      <FormKey />
      {/* Enter in a field sends a form by its first button. */}
      <Permitted to="edit">
        <button type="submit" name="intent" value="add-tag" hidden>
          Add tag
        </button>
      </Permitted>
      <Card
        flush
        title={
          integrations.length === 1 && !hasMore
            ? '1 integration'
            : `${formatCount(integrations.length)} integrations${hasMore || list.page > 1 ? ' on this page' : ''}`
        }
        actions={<SelectionButtons count={integrations.length} select={selectAll} />}
      >
        <output className="sr-only">
          {count === undefined ? '' : `${formatCount(count)} of ${formatCount(integrations.length)} selected`}
        </output>
        <ReloadingList params={['q', 'tag', 'sort', 'page']}>
          <ul aria-label="Integrations" className="divide-y divide-line">
            {integrations.map((integration) => (
              <SelectionRow
                key={integration.id}
                integration={integration}
                isSelected={selected === 'all' || selected.includes(integration.id)}
              />
            ))}
          </ul>
        </ReloadingList>
        <SelectionBar tags={tags} tag={sent?.tag ?? ''} error={sent?.error} />
      </Card>
      <nav aria-label="Pages" className="mt-6 flex justify-center gap-3 empty:hidden">
        {list.page > 1 && (
          <LinkButton to={selectionUrl({ ...list, page: list.page - 1 })}>Previous page</LinkButton>
        )}
        {hasMore && <LinkButton to={selectionUrl({ ...list, page: list.page + 1 })}>Next page</LinkButton>}
      </nav>
    </Form>
  );
}

function listBoxes(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[name=selected]') ?? [])];
}

/** Buttons that select the whole page or nothing; without script they send the form. */
function SelectionButtons({ count, select }: { count: number; select: (checked: boolean) => void }) {
  const hydrated = useHydrated();
  const isPending = useNavigation().state === 'submitting';
  const button = (intent: string, text: string, checked: boolean) => (
    <Button
      type={hydrated ? 'button' : 'submit'}
      size="sm"
      name="intent"
      value={intent}
      pending={isPending}
      onClick={hydrated ? () => select(checked) : undefined}
    >
      {text}
    </Button>
  );
  return (
    <>
      {button('select-all', `Select all ${formatCount(count)}`, true)}
      {button('select-none', 'Select none', false)}
    </>
  );
}
