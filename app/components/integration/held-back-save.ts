/** Describes that the last save does not run yet: `Version 8 saved, version 6 is live.` */
export function describeHeldBackSave({
  version,
  deployedVersion,
}: {
  version: number;
  deployedVersion: number;
}) {
  return `Version ${version} saved, version ${deployedVersion} is live.`;
}
