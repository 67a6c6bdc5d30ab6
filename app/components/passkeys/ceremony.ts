// What a browser and its authenticator do with a passkey. The library is loaded when it is needed.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** What came of it: the browser's answer, or what there is to say; nothing where the person turned back. */
export type Ceremony<Answer> = { response: Answer } | { failure?: string };

export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Ceremony<RegistrationResponseJSON>> {
  return perform(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON: options });
  });
}

export function signByPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  useBrowserAutofill = false,
): Promise<Ceremony<AuthenticationResponseJSON>> {
  return perform(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON: options, useBrowserAutofill });
  });
}

/** Ends one that is under way: the page that began it is left. */
export async function endCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Whether a browser offers passkeys where one types an email. */
export async function canFillIn(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

async function perform<Answer>(work: () => Promise<Answer>): Promise<Ceremony<Answer>> {
  if (globalThis.PublicKeyCredential === undefined) return { failure: 'This browser has no passkeys.' };
  try {
    return { response: await work() };
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    // Another one took its place, or the page is left.
    if (name === 'AbortError') return {};
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') {
      return { failure: 'This device or key holds a passkey of your account already.' };
    }
    // One word for all that is not to tell whether there is a passkey (WebAuthn, section 14.5).
    if (name === 'NotAllowedError') return { failure: 'It was cancelled, or took too long.' };
    return { failure: 'This browser could not use a passkey here.' };
  }
}
