import type { Tracker } from '../../core/types.ts'

/** A tracker whose token has just been made. */
export type MadeToken = { tracker: Tracker & { device_token: string } }
