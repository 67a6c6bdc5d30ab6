/** Why an integration was not disabled or deployed. */
export type DeployOutcome =
  | { kind: 'not-confirmed'; message: string }
  | { kind: 'not-toggled'; title: string; message: string };
