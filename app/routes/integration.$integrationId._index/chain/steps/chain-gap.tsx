import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { GitBranch, ListChecks, ListFilter, RotateCcw } from '~/components/icons/icons';
import { useRef } from 'react';
import { retryLabel } from '~/components/integration/retry-label';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { useToasts } from '~/components/ui/toast';
import { Permitted } from '~/components/user/permitted';
import { useCallNames } from '../../form/fields/call-names';
import { BranchBadges } from '../outline/branch-badges';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { LazyConditionalCard, LazyHandlingCard } from './lazy-step-cards';
import { newConditional, newFilter, newHandling, newRetryHandling } from '../../form/new-step';
import { focusWhenDrawn } from '../edits/focus-when-drawn';
import { moreCallsNeeded } from '../edits/step-messages';
import type { ConditionalForm, HandlingForm } from '../../form/step-schema';

interface ChainGapProps {
  /** The number of calls before this place. */
  gap: number;
  /** The response handling of the call before this place; undefined at the beginning of the chain. */
  handling?: FieldMetadata<HandlingForm[], EditorForm>;
  conditional: FieldMetadata<ConditionalForm[], EditorForm>;
}

type Kind = 'handling' | 'conditional';

/** The steps between two calls: the response handling of the call before, and the conditional step before the next. */
export function ChainGap({ gap, handling, conditional }: ChainGapProps) {
  const form = useFormMetadata<EditorForm>();
  const calls = useCallNames();
  const { add } = useToasts();
  const place = useRef<HTMLDivElement>(null);
  const owner = calls[gap - 1];
  const where = owner ? `after ${owner.label}` : 'before the first call';

  // Adding and deleting remove the pressed button, and the focus with it.
  const focus = (selector: string) =>
    focusWhenDrawn(() => place.current?.querySelector<HTMLElement>(selector));
  const leaveDeleted = (kind: Kind) => focus(`[data-add="${kind}"]`);
  const tellAdded = (kind: Kind) => {
    foldSteps();
    focus(`[data-step="${kind}"] summary`);
    if (kind === 'handling' || calls.length > 1) return;
    add({
      tone: 'destructive',
      title: moreCallsNeeded.title,
      description: moreCallsNeeded.text,
      durationMs: 6000,
    });
  };

  return (
    <div ref={place} className="flex flex-col items-stretch gap-3 py-2 sm:px-8">
      <GapNotice gap={gap} />
      <BranchBadges gap={gap} conditionalName={conditional.name} handlingName={handling?.name} />
      {handling?.getFieldList().map((step, index) => (
        <LazyHandlingCard
          key={step.key}
          list={handling}
          name={step.name}
          index={index}
          gap={gap}
          place={where}
          onRemoved={() => leaveDeleted('handling')}
        />
      ))}
      {conditional.getFieldList().map((step, index) => (
        <LazyConditionalCard
          key={step.key}
          list={conditional}
          name={step.name}
          index={index}
          gap={gap}
          place={where}
          onRemoved={() => leaveDeleted('conditional')}
        />
      ))}
      <Permitted to="edit">
        <div className="flex flex-wrap justify-center gap-2 empty:hidden">
          {handling && handling.getFieldList().length === 0 && (
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={ListChecks}
              data-add="handling"
              onClick={() => tellAdded('handling')}
              {...form.insert.getButtonProps({ name: handling.name, defaultValue: newHandling })}
            >
              Add response handling<span className="sr-only"> {where}</span>
            </Button>
          )}
          {handling && handling.getFieldList().length === 0 && (
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={RotateCcw}
              data-add="retry"
              onClick={() => tellAdded('handling')}
              {...form.insert.getButtonProps({ name: handling.name, defaultValue: newRetryHandling })}
            >
              {retryLabel}
              <span className="sr-only"> {where}</span>
            </Button>
          )}
          {conditional.getFieldList().length === 0 && (
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={GitBranch}
              data-add="conditional"
              onClick={() => tellAdded('conditional')}
              {...form.insert.getButtonProps({ name: conditional.name, defaultValue: newConditional })}
            >
              Add conditional execution<span className="sr-only"> {where}</span>
            </Button>
          )}
          {gap === 0 && conditional.getFieldList().length === 0 && (
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={ListFilter}
              data-add="filter"
              onClick={() => {
                foldSteps();
                focus('[data-step] [name$=".field"]');
              }}
              {...form.insert.getButtonProps({ name: conditional.name, defaultValue: newFilter })}
            >
              Only continue when …
            </Button>
          )}
        </div>
      </Permitted>
    </div>
  );
}

/** Closes the other visible steps when the user adds one, except those in which something is wrong. */
function foldSteps(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('[data-step] > details[open]')) {
    const isSeen = fold.getClientRects().length > 0;
    if (isSeen && !fold.querySelector('[aria-invalid="true"]')) fold.open = false;
  }
}

/** The server's notice about a button of this place; without `gap`, the notice about the whole chain. */
export function GapNotice({ gap }: { gap?: number }) {
  const { chainNotice } = useEditorFeedback();
  if (!chainNotice || chainNotice.gap !== gap) return null;
  return (
    <Banner
      tone={chainNotice.tone}
      title={chainNotice.title}
      live
      actions={
        chainNotice.undo && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script, the press led to the beginning of the page, far above
          <Button type="submit" name="intent" value={`undo:${chainNotice.undo}`} autoFocus>
            Undo
          </Button>
        )
      }
    >
      {chainNotice.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Banner>
  );
}
