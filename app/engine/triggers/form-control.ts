// The name of a field's control in a page, which is the name by which a problem names its value.

export function nameControl({ name }: { name: string }): string {
  return `triggerData.${name}`;
}

/** The hidden control that holds the digest of the fields. Its name is none that a field can have. */
export const fieldsDigestName = 'formFields';
