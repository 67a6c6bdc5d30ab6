const names: Record<string, string> = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' };

/** A role as people read it: 'Owner'. */
export function roleNameOf(role: string): string {
  return names[role] ?? role;
}
