import { alert } from './alert.ts'
import { boundary } from './boundary.ts'
import { tracker } from './tracker.ts'
import { trackerevent } from './trackerevent.ts'

/** Every resource. */
export const resources = { alert, boundary, tracker, trackerevent } as const

export type Resources = typeof resources
