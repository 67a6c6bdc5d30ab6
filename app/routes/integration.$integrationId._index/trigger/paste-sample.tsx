import { useNavigation } from '@remix-run/react';
import { ClipboardPaste } from '~/components/icons/icons';
import { useEffect, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField } from '~/components/ui/fields/text-field';
import { useHydrated } from '~/components/ui/use-hydrated';
import { nameBeside } from '../form/read-form';
import { useKeptTexts } from './use-kept-texts';

export const pasteIntent = 'sample:paste';
const fieldId = 'pasted-sample';

interface PasteSampleProps {
  /** The text that was refused without script; empty when there is none. */
  refused: string;
  message: string | null;
  /** The response that took the text as the sample; undefined when there is none. */
  taken: object | undefined;
  pending: boolean;
  /** Sends the text. Without script the whole form is sent instead. */
  onPaste: (text: string) => void;
}

/** Takes the body of a delivery by hand: for a sender that cannot reach the server yet, or whose documentation has an example. */
export function PasteSample({ refused, message, taken, pending, onPaste }: PasteSampleProps) {
  const hydrated = useHydrated();
  const field = useRef<HTMLDivElement>(null);
  const isSent = useNavigation().formData?.get('intent') === pasteIntent;
  const fold = useRef<HTMLDetailsElement>(null);
  const kept = useKeptTexts();
  const { forget } = kept;
  const typed = refused || kept.find(fieldId);
  useEffect(() => {
    if (!taken) return;
    forget(fieldId);
    if (!fold.current?.open) return;
    fold.current.open = false;
    // From here the focus goes on to the sample, once that is rendered.
    if (fold.current.contains(document.activeElement)) fold.current.querySelector('summary')?.focus();
  }, [taken, forget]);
  const send = () => onPaste(field.current?.querySelector('textarea')?.value ?? '');
  return (
    <details ref={fold} className="min-w-0" open={typed !== ''}>
      <summary className="flex min-h-10 items-center gap-x-3 sm:min-h-8">
        <DetailsChevron />
        <span className="font-medium">Paste a sample instead</span>
      </summary>
      <div ref={field} onInput={kept.keep} className="mt-2 flex min-w-0 flex-col gap-3">
        <TextAreaField
          field={describeField(fieldId, {
            name: hydrated ? '' : nameBeside('sample'),
            initialValue: typed,
            errors: message === null ? undefined : [message],
          })}
          label="Body of a delivery, as JSON"
          hint="For example from the sender’s documentation."
          rows={6}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          placeholder={'{"order": {"id": 1043}}'}
        />
        <Button
          type={hydrated ? 'button' : 'submit'}
          size="sm"
          className="self-start"
          icon={ClipboardPaste}
          name="intent"
          value={pasteIntent}
          pending={pending || isSent}
          onClick={hydrated ? send : undefined}
        >
          Use as sample
        </Button>
      </div>
    </details>
  );
}
