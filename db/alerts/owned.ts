import type { Belonging } from '../live_rooms.ts'
import type { RowOf } from '../tables/define_table.ts'
import type { Alert } from '../tables/tracking/alert.ts'

/** A stored alert, as on the live map. */
export type AlertRow = RowOf<typeof Alert>
/** With who may see its tracker, and the other one of an alert of two. */
export type OwnedAlert = AlertRow & Belonging & { other?: Belonging | null /** Of a fire drill. */; drill?: true }
