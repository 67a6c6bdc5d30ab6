import { useFormMetadata } from '@conform-to/react';
import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from 'react';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { compareForms } from './compare-forms';
import { Differences } from '~/components/integration/differences';
import { type Draft, restoreDraft, createDraft } from './draft';
import type { EditorForm } from '../form/editor-form';
import { readFields } from '../form/read-form';
import { discardDraft } from './discard-draft';
import { readStoredDraft, storeDraft } from './draft-storage';

const pauseMs = 500;

interface DraftAutosaveProps {
  name: string;
  version: number;
  values: EditorForm;
  /** Set to whether the kept draft is of this page, and not one that the user has yet to decide about. */
  ownsDraftRef: MutableRefObject<boolean>;
  /** Whether the user agreed to drop the unsaved changes; the page is about to be left. */
  isGivenUp: RefObject<boolean>;
}

/** Stores what the user types in this browser only, half a second after the last key, and offers it again after a crash. */
export function DraftAutosave({ name, version, values, ownsDraftRef, isGivenUp }: DraftAutosaveProps) {
  const form = useFormMetadata<EditorForm>();
  const { dirty, value } = form;
  // Read once, when the page opens: any later draft was written by this page.
  const [found, setFound] = useState(() => findNews(name, version, values));
  const [retype, setRetype] = useState<string[]>([]);
  // Begins as true, so that a draft without changes, written when the page was left after a save, is also dropped.
  const wasDirty = useRef(true);

  useEffect(() => {
    ownsDraftRef.current = !found;
  }, [ownsDraftRef, found]);

  useEffect(() => {
    // An older draft is not overwritten before the user has decided about it.
    if (found || !value) return;
    if (!dirty) {
      if (wasDirty.current) discardDraft(name);
      wasDirty.current = false;
      return;
    }
    wasDirty.current = true;
    // Reads the fields themselves: the server's response to leaving a field resets Conform's values to those of the request.
    const write = () => {
      if (!isGivenUp.current) keepDraft(name, readFields(form.id) ?? {}, version);
    };
    const timer = setTimeout(write, pauseMs);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [name, version, dirty, value, found, form.id, isGivenUp]);

  function restore(draft: Draft) {
    if (dirty && !window.confirm('Replace what you have typed since with the kept changes?')) return;
    form.update({ value: restoreDraft(draft, values, version) as EditorForm, validated: false });
    setRetype(draft.retype);
    close();
  }

  function close() {
    setFound(undefined);
    // The button is about to disappear, and the focus with it.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  if (found) {
    const isOlder = found.version < version;
    return (
      <Banner
        tone="info"
        live
        title={
          <>
            You have unsaved changes from <RelativeTime at={new Date(found.savedAt).toISOString()} />
          </>
        }
        actions={
          <>
            <Button variant="primary" onClick={() => restore(found)}>
              Restore
            </Button>
            <Button
              onClick={() => {
                discardDraft(name);
                close();
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        <p>
          {isOlder
            ? `They are based on version ${found.version}, but version ${version} has been saved since. Compare before you restore.`
            : 'This browser kept them when you left the page without saving.'}{' '}
          {found.retype.length > 0 && describeRetype(found.retype)}
        </p>
        {isOlder && (
          <div className="mt-3">
            <Differences
              differences={compareForms(restoreDraft(found, values, version), values)}
              mine="Your changes"
              theirs="Saved"
            />
          </div>
        )}
      </Banner>
    );
  }
  if (retype.length > 0 && dirty) return <Banner tone="warn">{describeRetype(retype)}</Banner>;
  return null;
}

/** Stores the form as the draft; `version` is the stored one that it is based on. */
export function keepDraft(name: string, form: object, version: number): void {
  storeDraft(name, createDraft(form, version, Date.now()));
}

/** Returns the stored draft when it differs from the stored form or names secrets to type again. */
function findNews(name: string, version: number, values: EditorForm): Draft | undefined {
  const draft = readStoredDraft(name);
  const isNews =
    draft &&
    (draft.retype.length > 0 || compareForms(restoreDraft(draft, values, version), values).length > 0);
  return isNews ? draft : undefined;
}

function describeRetype(retype: string[]): string {
  return `Secrets are never kept in the browser. Please type again: ${retype.join(', ')}.`;
}
