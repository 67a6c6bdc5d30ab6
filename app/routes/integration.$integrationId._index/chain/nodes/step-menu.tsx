// The entries of the menu 'Add step'. Loaded after the page.
import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { GitBranch, Hourglass, ListChecks, type Icon, Repeat2 } from '~/components/icons/icons';
import type { ComponentProps, MouseEvent } from 'react';
import { Button } from '~/components/ui/button';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { newConditional, newHandling, newLoop } from '../../form/new-step';
import { readCurrentForm } from '../../form/read-form';
import { focusWhenDrawn } from '../edits/focus-when-drawn';
import { useLoopAround } from './nodes';

interface StepMenuProps {
  /** The fields of the open call, to which the steps are added. */
  steps: ReturnType<FieldMetadata<CallForm, EditorForm>['getFieldset']>;
  index: number;
  isLast: boolean;
  /** Called when the user presses an entry. */
  onPress: () => void;
}

export function StepMenu({ steps, index, isLast, onPress }: StepMenuProps) {
  const form = useFormMetadata<EditorForm>();
  const around = useLoopAround(index);
  const { responsePaths } = useEditorFeedback();
  const loop = { name: steps.loop.name, defaultValue: newLoop(steps.id.initialValue ?? '') };
  // No call comes after the last one to work through its list, so a new call does.
  const addLoop = (event: MouseEvent) => {
    onPress();
    if (!isLast) return;
    event.preventDefault();
    void import('../../form/loop-over')
      .then(
        (loaded) => loaded.addLoopedCall(readCurrentForm(form.id), index, responsePaths),
        () => undefined,
      )
      .then((value) => (value ? form.update({ value: value as EditorForm }) : form.insert(loop)));
  };
  const { kind } = steps.wait.getFieldset();
  const showWait = () => {
    onPress();
    focusWhenDrawn(() => document.querySelector<HTMLElement>(`select[name="${kind.name}"]`));
  };
  return (
    <>
      <Entry
        icon={GitBranch}
        disabled={steps.conditional.getFieldList().length > 0}
        onClick={onPress}
        {...form.insert.getButtonProps({
          name: steps.conditional.name,
          defaultValue: newConditional,
        })}
      >
        Conditional Execution<span className="sr-only"> after call {index + 1}</span>
      </Entry>
      <Entry
        icon={ListChecks}
        disabled={steps.handling.getFieldList().length > 0}
        onClick={onPress}
        {...form.insert.getButtonProps({ name: steps.handling.name, defaultValue: newHandling })}
      >
        Response Handling<span className="sr-only"> of call {index + 1}</span>
      </Entry>
      <Entry
        icon={Repeat2}
        disabled={around !== undefined || steps.loop.getFieldList().length > 0}
        onClick={addLoop}
        {...form.insert.getButtonProps(loop)}
      >
        For each<span className="sr-only"> item of a list: call {index + 1}</span>
      </Entry>
      <Entry
        icon={Hourglass}
        disabled={Boolean(kind.value)}
        onClick={showWait}
        {...form.update.getButtonProps({ name: kind.name, value: 'duration' })}
      >
        Wait<span className="sr-only"> before call {index + 1}</span>
      </Entry>
    </>
  );
}

function Entry({ icon, children, ...rest }: ComponentProps<typeof Button> & { icon: Icon }) {
  return (
    <li>
      <Button type="submit" variant="quiet" size="sm" icon={icon} {...rest}>
        {children}
      </Button>
    </li>
  );
}
