import type { site as english } from '../en/site.ts'
import type { Translation } from '../translation.ts'

/** Pages that are read, enquiries and the website’s settings. */
export const site = {} satisfies Translation<typeof english>
