import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { CircleAlert, type Icon, Trash2 } from '~/components/icons/icons';
import { type MouseEventHandler, type ReactNode, useState } from 'react';
import { IconButton } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { FieldErrors } from '~/components/ui/fields/field';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import type { ConditionalForm, HandlingForm, LoopForm } from '../../form/step-schema';

type AnyStep = ConditionalForm | HandlingForm | LoopForm;

interface StepCardProps<Step extends AnyStep> {
  kind: 'handling' | 'conditional' | 'loop';
  icon: Icon;
  title: string;
  /** The place of the step, in words: 'after Read issue'. */
  place: string;
  /** A description of the step, in one line. */
  summary: string;
  /** The step's id, which the first save sets; a step without one opens to be filled in. */
  id: FieldMetadata<string, EditorForm>;
  /** The list that the step is in; `index` is its index there. */
  list: FieldMetadata<Step[], EditorForm>;
  index: number;
  valid: boolean;
  /** The target of the outline's link, if there is one. */
  anchor?: string;
  /** Called at the press that deletes the step, which it may prevent. */
  onRemoved: MouseEventHandler;
  children: ReactNode;
}

/** The card of a step between two calls, or of a loop. It is open when it is new and when something in it is wrong. */
export function StepCard<Step extends AnyStep>({
  kind,
  icon: Icon,
  title,
  place,
  summary,
  id,
  list,
  index,
  valid,
  anchor,
  ...rest
}: StepCardProps<Step>) {
  const form = useFormMetadata<EditorForm>();
  const { refusal } = useEditorFeedback();
  const [shown, setShown] = useState({ isOpen: !id.initialValue, valid, refusal });
  if (shown.valid !== valid || shown.refusal !== refusal) {
    setShown({ isOpen: shown.isOpen || !valid, valid, refusal });
  }
  return (
    <section
      aria-label={`${title} ${place}`}
      data-step={kind}
      className={joinClassNames(
        'relative rounded-lg border bg-surface-raised',
        kind === 'loop' ? 'border-info' : 'border-dashed border-line-strong/60',
      )}
    >
      <div className="absolute top-2 right-2">
        <IconButton
          type="submit"
          icon={Trash2}
          label={`Delete ${title} ${place}`}
          onClick={rest.onRemoved}
          {...form.remove.getButtonProps({ name: list.name, index })}
        />
      </div>
      <details
        open={shown.isOpen || !valid}
        onToggle={({ currentTarget }) => setShown({ ...shown, isOpen: currentTarget.open })}
      >
        <summary className="flex min-h-13 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg py-2.5 pr-14 pl-4 hover:bg-surface-hover">
          <DetailsChevron />
          <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <h3 className="font-medium">{title}</h3>
          {!valid && (
            <span className="flex items-center gap-1 text-[0.8125rem] font-medium text-bad-ink">
              <CircleAlert aria-hidden className="size-4" />
              Needs attention
            </span>
          )}
          <span className="min-w-0 basis-full pl-6.5 text-[0.8125rem] wrap-anywhere text-ink-muted">
            {summary}
          </span>
        </summary>
        <div id={anchor} className="flex flex-col gap-field border-t border-line px-4 py-5">
          <input type="hidden" name={id.name} defaultValue={id.initialValue} key={id.key} />
          <FieldErrors field={list} />
          {rest.children}
        </div>
      </details>
    </section>
  );
}
