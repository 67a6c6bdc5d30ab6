import { type ReactNode, useState } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import { useAnnounce } from '../../chain/edits/chain-announcer';
import { useEditorFeedback } from '../editor-feedback';
import { useFormMetadata } from '@conform-to/react';
import type { EditorForm } from '../editor-form';
import type { PlaceholderMenuProps } from './placeholder-menu';
import { useScope } from './scope-variables';

/** Needs script, so that the server renders nothing of it. */
export const LazyPlaceholderMenu = lazyPart<PlaceholderMenuProps>(false, () =>
  import('./placeholder-menu').then((loaded) => loaded.PlaceholderMenu),
);

interface Listed {
  /** The id, name and label of the field. */
  id: string;
  name: string;
  label: string;
  /** Whether the field's whole text may be a name without braces. */
  canBeBare?: boolean;
}

/**
 * Gives a text field the list of names. `controlProps` are for its control and `list` comes behind it, in an element with
 * `position: relative`; `note` comes below.
 */
export function usePlaceholderMenu({ id, name, label, canBeBare = false }: Listed) {
  const form = useFormMetadata<EditorForm>();
  const scope = useScope();
  const announce = useAnnounce();
  const { responsePaths: paths, lastRun, sample } = useEditorFeedback();
  const [isUsed, setUsed] = useState(false);
  const [note, setNote] = useState<ReactNode>();
  const use = () => setUsed(true);
  const loadFurther = () =>
    import('./response-options').then((loaded) =>
      loaded.listResponseOptions(name, { form, paths, lastRun, sample, announce }),
    );
  return {
    note,
    list: isUsed && (
      <LazyPlaceholderMenu
        controlId={id}
        label={label}
        names={scope}
        canBeBare={canBeBare}
        loadFurther={loadFurther}
        onNote={setNote}
      />
    ),
    controlProps: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      onFocus: use,
      // A field that had the focus before this script came.
      onInput: use,
    },
  };
}
