/** Days after a decision, on a waiver or an audit, on which its person may appeal against it. */
export const APPEAL_DAYS = 28
