import { possible } from '../shared/utc.ts'

/** Seconds since 2000 as milliseconds since 1970; 0 is a clock that was never set. */
export const since2000 = (seconds: number) => (seconds === 0 ? null : possible((seconds + 946_684_800) * 1000))
