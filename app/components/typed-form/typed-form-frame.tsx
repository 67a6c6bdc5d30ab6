import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { keepsTyping } from './typing-marks';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { describeField } from '../ui/fields/field';
import { LinkButton } from '../ui/link';
import type { Typed } from './typed-form';
import { useWrongFocus } from './use-wrong-focus';

export interface TypedFormProps {
  action: string;
  /** The values of the fields: the stored ones, or those that the user typed before. */
  values: Typed;
  errors: Record<string, string[]>;
  /** The error that belongs to no field. */
  failure: string | null;
  /** The version that is changed; undefined when something new is created. */
  version?: number;
}

interface TypedFormFrameProps extends Pick<TypedFormProps, 'action' | 'errors' | 'failure' | 'version'> {
  /** The button's text. */
  save: string;
  /** The address of the list. */
  list: string;
  className?: string;
  children: ReactNode;
}

/** The attributes of fields for names and addresses: browsers neither fill in nor correct their text. */
export const codeInput = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };

/** Returns a function that describes the fields of such a form by their names. */
export function describeFields({ values, errors }: Pick<TypedFormProps, 'values' | 'errors'>) {
  return (name: string, required = false) =>
    describeField(name, { required, initialValue: values[name] ?? '', errors: errors[name] ?? [] });
}

/** The frame of a value's or a connection's form around its fields: the failure of the whole form, and the buttons. */
export function TypedFormFrame(props: TypedFormFrameProps) {
  const { action, errors, failure, version, save, list, className = '', children } = props;
  const pending = useNavigation().formData?.get('intent') === 'save';
  const form = useWrongFocus(useActionData<unknown>());
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      {...keepsTyping}
      className={`flex flex-col gap-field ${className}`}
    >
      <input type="hidden" name="intent" value="save" />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {failure && (
        <Banner tone="bad" title="Error" live>
          {failure}
        </Banner>
      )}
      <ErrorSummary errors={errors} />
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <LinkButton to={list}>Cancel</LinkButton>
        <Button id="save" type="submit" variant="primary" pending={pending} pendingText="Saving...">
          {save}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Leads to the first wrong field. Without script a page with errors is read from its top, and that field may be far below; with
 * script the field has the focus already.
 */
function ErrorSummary({ errors }: Pick<TypedFormProps, 'errors'>) {
  const [first, ...others] = Object.keys(errors).filter((name) => errors[name]?.length);
  if (first === undefined) return null;
  return (
    <Banner tone="bad" title="Not saved yet">
      <a href={`#${first}`} className="underline underline-offset-4">
        {others.length === 0
          ? 'Go to the field that needs another value'
          : `Go to the first of ${others.length + 1} fields that need another value`}
      </a>
    </Banner>
  );
}
