/** Roles in an organisation. */
export const roles = ['Administrator', 'Staff', 'User', 'Customer'] as const
export type Role = (typeof roles)[number]
