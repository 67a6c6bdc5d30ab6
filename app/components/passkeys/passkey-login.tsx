import { PasskeyButton } from './passkey-button';

interface PasskeyLoginProps {
  label: string;
  /** Whether it follows the right password: the passkey must belong to that account. */
  isSecondStep?: boolean;
  /** Whether it is the button that most people should press. */
  isMain?: boolean;
}

/** Logs in by a passkey. In the first step the browser also offers the passkey in the email field. */
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
