import type { organisations as english } from '../en/organisations.ts'
import type { Translation } from '../translation.ts'

/** Organisations, their settings, data locks and the audit log. */
export const organisations = {} satisfies Translation<typeof english>
