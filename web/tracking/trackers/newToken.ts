import type { Tracker } from '../../core/types.ts'

/** A tracker whose token has just been made. */
export type NewToken = { tracker: Tracker & { device_token: string } }
