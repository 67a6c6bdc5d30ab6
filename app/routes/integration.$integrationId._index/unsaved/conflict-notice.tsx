import { useEffect, useRef } from 'react';
import { RelativeTime } from '~/components/time/relative-time';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { Conflict } from './save-conflict';
import { conflictId } from './conflict-id';
import { Differences } from '~/components/integration/differences';

interface ConflictNoticeProps {
  message: string;
  conflict: Conflict;
}

/** Shows the differences and offers the choice. It is part of the form, so that either choice sends all that was typed. */
export function ConflictNotice({ message, conflict }: ConflictNoticeProps) {
  const place = useRef<HTMLElement>(null);
  const { version, savedBy, savedAt, differences } = conflict;

  useEffect(() => {
    place.current?.focus();
  }, []);

  return (
    <section
      ref={place}
      id={conflictId}
      tabIndex={-1}
      aria-labelledby="conflict-title"
      className="scroll-mt-4 rounded-lg"
    >
      <Card
        title={<span id="conflict-title">Save Failed: {message}</span>}
        text={
          <>
            {savedBy ?? 'A deleted user'} saved version {version}
            {savedAt && (
              // Apart from the number: “version 3 5 s ago” would be misread.
              <>
                {' ('}
                <RelativeTime at={savedAt} />)
              </>
            )}
            . Your changes are safe below, as you typed them. Which version do you want to keep?
          </>
        }
        className="border-l-4 border-l-warn"
      >
        <Differences differences={differences} mine="Yours" theirs="Theirs" />
        <p className="mt-3 text-[0.8125rem] text-ink-muted">
          Masked secrets stay as they were last saved, whichever you choose.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" name="overwrite" value={version} variant="primary">
            Keep mine
          </Button>
          <Button type="submit" name="intent" value="theirs">
            Take theirs
          </Button>
        </div>
      </Card>
    </section>
  );
}
