import { Eye, EyeOff } from '~/components/icons/icons';
import { type InputHTMLAttributes, useState } from 'react';
import { useHydrated } from '../use-hydrated';
import { IconButton } from '../button';
import { controlProps, Field, type FieldProps } from './field';
import { Input } from './input';

type PasswordFieldProps = Omit<FieldProps, 'children' | 'label'> & { label: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'id' | 'name' | 'required' | 'type'
  >;

/** A password field with a show/hide button. The button needs script, so it is hidden until script runs. */
export function PasswordField({ field, label, hint, aside, hideLabel, ...rest }: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ field, label, hint, aside, hideLabel }}>
      <div className="relative">
        <Input
          key={field.key}
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...controlProps(field, hint)}
          type={shown ? 'text' : 'password'}
          className="pr-11"
        />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          size="sm"
          aria-controls={field.id}
          onClick={() => setShown(!shown)}
          className={
            hydrated ? 'absolute! inset-y-0 right-1 my-auto' : 'invisible absolute! inset-y-0 right-1 my-auto'
          }
        />
      </div>
    </Field>
  );
}
