/** That what is saved last does not run yet, as `Version 8 saved, version 6 is live.` */
export function describeHeldBack({ version, deployedVersion }: { version: number; deployedVersion: number }) {
  return `Version ${version} saved, version ${deployedVersion} is live.`;
}
