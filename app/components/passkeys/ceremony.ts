// The work of a browser and its authenticator with a passkey. The library is loaded when it is needed.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** The outcome: the browser's response, or a message; neither when the person cancelled. */
type Ceremony<Answer> = { response: Answer } | { failure?: string };

export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Ceremony<RegistrationResponseJSON>> {
  return perform(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON: options });
  }, 'No passkey was made. This was cancelled, or took too long.');
}

export function signByPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  useBrowserAutofill: boolean,
): Promise<Ceremony<AuthenticationResponseJSON>> {
  return perform(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON: options, useBrowserAutofill });
  }, 'No passkey was used. This was cancelled, took too long, or this device has no passkey that fits.');
}

/** Ends a ceremony that is under way, because the user leaves the page that began it. */
export async function endCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Checks whether the browser offers passkeys in an email field. */
export async function canFillIn(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

/** @param notAllowed one message for all cases, so that it does not reveal whether there is a passkey (WebAuthn, section 14.5) */
async function perform<Answer>(work: () => Promise<Answer>, notAllowed: string): Promise<Ceremony<Answer>> {
  if (globalThis.PublicKeyCredential === undefined) return { failure: 'This browser has no passkeys.' };
  try {
    return { response: await work() };
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    // Another ceremony replaced this one, or the user left the page.
    if (name === 'AbortError') return {};
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') {
      return { failure: 'This device or key holds a passkey of your account already.' };
    }
    if (name === 'NotAllowedError') return { failure: notAllowed };
    return { failure: 'This browser could not use a passkey here.' };
  }
}
