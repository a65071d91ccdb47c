import type { Tracker } from '../types.ts'

/** A tracker with its new token. */
export type NewToken = { tracker: Tracker & { device_token: string } }
