/** Why an integration was not disabled or deployed. */
export type DeployOutcome =
  | { kind: 'not-confirmed'; message: string; typed: string }
  | { kind: 'not-toggled'; title: string; message: string };
