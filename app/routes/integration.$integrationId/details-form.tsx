import { useFetcher } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { hasNoResponse, withoutNetworkError } from '~/components/network/network-error';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { useToasts } from '~/components/ui/toast';
import { noResponse } from '~/failures';
import type { submitDetails } from './details-action';
import { SeenDetails, type ShownDetails } from './seen-details';
import { TagsField } from './tags-field';

interface DetailsFormProps extends ShownDetails {
  /** The URL of the open step. */
  pageUrl: string;
  /** The tags of all integrations. */
  offeredTags: string[];
  onClose: () => void;
}

const unsaved = { title: 'Save failed', text: 'Could not save name changes' };

const checkedFields = [
  { name: 'name', title: 'Invalid Name' },
  { name: 'description', title: 'Invalid Description' },
  { name: 'tags', title: 'Invalid Tags' },
];

/** Edits name, description and tags in the header. Enter saves, Escape discards the changes. */
export function DetailsForm({ pageUrl, name, description, tags, offeredTags, onClose }: DetailsFormProps) {
  const fetcher = useFetcher<typeof submitDetails>();
  const toasts = useToasts();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef(fetcher.data);
  const [opened] = useState({ name, description, tags });
  const response = withoutNetworkError(fetcher.data);
  const pending = fetcher.state !== 'idle';
  const refused = response?.kind === 'not-renamed' ? response : undefined;
  const errors = refused?.result.error;
  const seen = refused?.seen ?? opened;

  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="name"]');
    field?.focus();
    field?.select();
  }, []);

  useEffect(() => {
    // A request may fail before React has rendered it as pending, so only the response tells that it ended.
    if (pending || fetcher.data === handled.current) return;
    handled.current = fetcher.data;
    if (response?.kind === 'renamed') return onClose();
    const wrong = response?.kind === 'not-renamed' ? response.result.error : undefined;
    const field = checkedFields.find(({ name: key }) => wrong?.[key]?.[0]);
    if (field) {
      const [message] = wrong?.[field.name] ?? [];
      toasts.add({ tone: 'destructive', title: field.title, description: message });
      // Who already types in another field goes on there.
      if (!isField(document.activeElement))
        form.current?.querySelector<HTMLElement>(`[name="${field.name}"]`)?.focus();
      return;
    }
    const { title, text } = hasNoResponse(fetcher.data) ? noResponse : unsaved;
    toasts.add({ tone: 'destructive', title, description: text });
    onClose();
  }, [pending, fetcher.data, handled, response, onClose, toasts]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === 's' && (event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (isSave || (event.key === 'Enter' && !event.shiftKey && isField(event.target))) {
      event.preventDefault();
      // A key that is held down saves only once. A save during another one replaces it.
      if (!event.repeat) form.current?.requestSubmit();
    }
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={pageUrl}
      noValidate
      aria-label="Name, description and tags"
      onKeyDown={press}
      className="flex max-w-2xl flex-col gap-4"
    >
      <input type="hidden" name="intent" value="details" />
      <input type="hidden" name="inline" value="on" />
      <SeenDetails {...seen} />
      <TextField
        field={describeField('name', { required: true, errors: errors?.name ?? undefined })}
        defaultValue={name}
        label="Integration Name"
        autoComplete="off"
        className="text-lg font-medium"
      />
      <TextAreaField
        field={describeField('description', { errors: errors?.description ?? undefined })}
        defaultValue={description ?? ''}
        label="Description"
        hint="Enter saves, Shift+Enter begins a new line, Esc leaves it as it was."
        rows={2}
      />
      <TagsField
        field={describeField('tags', { errors: errors?.tags ?? undefined })}
        tags={tags}
        offered={offeredTags}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </fetcher.Form>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
