import { useNavigation } from '@remix-run/react';
import { Download, type Icon, Power, Rocket, Trash2 } from '~/components/icons/icons';
import type { TagCount } from '~/components/integration/tag-select';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';
import { useMay } from '~/components/user/permitted';

interface SelectionBarProps {
  tags: TagCount[];
  /** The typed tag, and what kept the form from being done. */
  tag: string;
  error: string | undefined;
}

/**
 * The actions on all selected integrations. With script the bar appears with the first selected one; without script it is always
 * there. The style sheet counts the selected integrations.
 */
export function SelectionBar({ tags, tag, error }: SelectionBarProps) {
  const { state, formData } = useNavigation();
  const mayEdit = useMay().edit;
  const sent = state === 'submitting' ? formData?.get('intent') : undefined;
  const button = (intent: string, text: string, pendingText: string, icon?: Icon) => (
    <Button
      type="submit"
      size="sm"
      icon={icon}
      name="intent"
      value={intent}
      pending={sent === intent}
      pendingText={pendingText}
      className="max-sm:px-2.5 max-sm:[&>svg]:hidden"
    >
      {text}
    </Button>
  );
  return (
    <fieldset
      aria-label="Selected integrations"
      className="sticky min-w-0 bottom-0 z-20 short:static flex flex-wrap items-center gap-2 rounded-b-[11px] border-t border-line bg-surface-raised/95 px-5 py-2.5 backdrop-blur-md sm:px-6 scripted:hidden scripted:group-has-[[name=selected]:checked]/list:flex"
    >
      {error && (
        <p role="alert" className="basis-full font-medium text-bad-ink">
          {error}
        </p>
      )}
      <span className="mr-1 max-sm:basis-full text-[0.8125rem] text-ink-muted after:ml-1 after:content-[counter(selected)]">
        Selected:
      </span>
      {mayEdit && button('deploy', 'Deploy', 'Deploying...', Rocket)}
      {mayEdit && button('disable', 'Disable', 'Disable', Power)}
      {button('export', 'Export', 'Export', Download)}
      {mayEdit && button('delete', 'Delete', 'Delete', Trash2)}
      {mayEdit && (
        <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Input
            name="tag"
            aria-label="Tag to add or remove"
            placeholder="Tag"
            list="tags"
            defaultValue={tag}
            spellCheck={false}
            className="h-8! w-24 px-2! sm:w-36"
          />
          <datalist id="tags">
            {tags.map((each) => (
              <option key={each.tag}>{each.tag}</option>
            ))}
          </datalist>
          {button('add-tag', 'Add tag', 'Adding...')}
          {button('remove-tag', 'Remove tag', 'Removing...')}
        </span>
      )}
    </fieldset>
  );
}
