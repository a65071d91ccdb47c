/** Roles in an organisation. */
export const roles = ['Administrator', 'Staff', 'User', 'Customer'] as const
export type Role = (typeof roles)[number]

/** What a member does in professional development besides. */
export const cpdRoles = ['officer', 'auditor', 'committee'] as const
export type CpdRole = (typeof cpdRoles)[number]

/** What a member does in billing besides. */
export const billingRoles = ['treasurer'] as const
export type BillingRole = (typeof billingRoles)[number]
