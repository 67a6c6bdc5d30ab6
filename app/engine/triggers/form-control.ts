// The name of a field's control in a page, which is the name by which a problem names its value.

export function nameControl({ name }: { name: string }): string {
  return `triggerData.${name}`;
}
