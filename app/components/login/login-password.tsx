import { PasswordField } from '../ui/fields/password-field';
import type { FieldMeta } from '../ui/fields/field';
import { TextLink } from '../ui/link';

/**
 * The password of a login, and the way out for who forgot it: behind the field, so that Tab leads from the email to the
 * password.
 */
export function LoginPassword({ field }: { field: FieldMeta }) {
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField field={field} label="Password" autoComplete="current-password" />
      <p className="text-right">
        <TextLink to="/forgot-password">Forgot password?</TextLink>
      </p>
    </div>
  );
}
