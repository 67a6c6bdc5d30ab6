import { useFormMetadata } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { ArrowRight, Keyboard, Save } from '~/components/icons/icons';
import { useEffect } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { Button, IconButton } from '~/components/ui/button';
import { Permitted, useMay } from '~/components/user/permitted';
import { pressedBy } from '../chain/chosen/use-chain-keys';
import { conflictId } from '../unsaved/conflict-id';
import type { SaveFailure } from './save-failure';
import type { EditorForm } from '../form/editor-form';
import { useSaveBetweenSteps } from './use-save-between-steps';
import { LazyWarnings } from './lazy-warnings';
import { SaveKeyHint, useSaveKey } from './save-shortcut';
import { isChainReady } from '../form/variable-scope';

/** On a phone, both buttons share one line. */
const narrowButton = 'max-sm:flex-1 max-sm:px-2 max-sm:text-[0.8125rem] max-sm:[&_svg]:hidden';

const saveButtonId = 'save-configuration';
const stepButtonId = 'save-and-go-on';

interface SaveBarProps {
  /** The URL that the form is sent to. */
  action: string;
  failure: SaveFailure | undefined;
  /** Opens the list of keyboard shortcuts. */
  onShowKeys: () => void;
}

/** The bar with the save buttons, which stays at the lower edge while the user scrolls through a long chain. */
export function SaveBar({ action, failure, onShowKeys }: SaveBarProps) {
  const hydrated = useHydrated();
  const mayEdit = useMay().edit;
  const pendingIntent = usePendingIntent(action);
  const { value, dirty, valid } = useFormMetadata<EditorForm>();
  useSaveKey(saveButtonId);
  useSaveBetweenSteps(dirty && mayEdit, `${action}/deploy`, stepButtonId);
  const isReady = isChainReady(value);

  useEffect(() => {
    // Conform has focused the first wrong field, which this bar may cover.
    const focused = document.activeElement;
    if (failure && focused?.matches('input, select, textarea')) focused.scrollIntoView({ block: 'center' });
  }, [failure]);

  if (!mayEdit && !failure) return null;
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-gutter -mb-5 short:static border-t border-line bg-surface/95 px-gutter py-3 backdrop-blur-md sm:py-4"
    >
      {failure && pendingIntent === undefined && (
        <div className="mb-4">
          <Failure failure={failure} />
        </div>
      )}
      {/* The list of warnings opens above this line. */}
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2">
        <Permitted to="edit">
          <Button
            id={saveButtonId}
            type="submit"
            name="intent"
            value="save"
            aria-keyshortcuts="Control+S Meta+S"
            variant="primary"
            icon={Save}
            className={narrowButton}
            pending={pendingIntent === 'save'}
            pendingText="Saving..."
          >
            Save Configuration
          </Button>
          <SaveKeyHint />
          {/* A link to the next step presses this button. Unlike the button beside it, it also works while the chain is not
            ready. */}
          <button type="submit" name="intent" value="next" id={stepButtonId} hidden tabIndex={-1}>
            Save and continue
          </button>
          <Button
            type="submit"
            name="intent"
            value="next"
            className={narrowButton}
            disabled={hydrated && !isReady}
            pending={pendingIntent === 'next'}
            pendingText="Saving..."
          >
            Next: Test & Deploy
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </Permitted>
        <output className="text-[0.8125rem] font-medium text-warn-ink empty:hidden max-sm:order-first">
          {dirty && 'Unsaved changes'}
        </output>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 max-sm:order-first max-sm:basis-full sm:basis-40">
          <p className="min-w-0 text-xs text-ink-muted sm:text-[0.8125rem]">
            {mayEdit && describeReadiness(isReady, valid)}
          </p>
          <LazyWarnings />
        </div>
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          {...pressedBy.help}
          onClick={onShowKeys}
          className="ml-auto hidden! sm:scripted:inline-flex!"
        />
      </div>
    </div>
  );
}

/** Describes whether the form is ready; says that it is fine only while no field is wrong. */
function describeReadiness(isReady: boolean, isValid: boolean): string {
  if (!isReady) return 'Configure trigger and add at least one API call with URL and method';
  return isValid ? '✓ Trigger and API calls configured' : 'Something needs attention';
}

/** Returns the intent that is being submitted ('save', 'next' or another one of this form); undefined when none is. */
function usePendingIntent(action: string): string | undefined {
  const { formAction, formData } = useNavigation();
  return formAction === action ? String(formData?.get('intent') ?? 'save') : undefined;
}

function Failure({ failure }: { failure: SaveFailure }) {
  if (failure.conflict) {
    return (
      <Banner tone="warn" title={failure.title} live>
        {failure.message}{' '}
        <a href={`#${conflictId}`} className="underline underline-offset-4">
          See what differs
        </a>
      </Banner>
    );
  }
  return (
    <Banner tone="bad" title={failure.title} live>
      {failure.message}
    </Banner>
  );
}
