import { PasskeyButton } from './passkey-button';

interface PasskeyLoginProps {
  label: string;
  /** After the right password: with a passkey of that account. */
  isSecondStep?: boolean;
  /** It is what most are to press. */
  isMain?: boolean;
}

/** Logs in by a passkey. In the first step the browser also offers it where the email is typed. */
export function PasskeyLogin({ isSecondStep = false, ...button }: PasskeyLoginProps) {
  return (
    <PasskeyButton
      {...button}
      address="/login/passkey"
      isFilledIn={!isSecondStep}
      {...(isSecondStep && { step: 'code' })}
    />
  );
}
