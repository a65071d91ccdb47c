import type { CommandType } from '#db/tables/tracking/tracker_command.ts'

/** A command that this gateway has claimed, and sends once. */
export type ClaimedCommand = TrackerKey & {
  id: number
  type: CommandType
  text: string | null
  interval_s: number | null
  by_settings: boolean
  /** What a command by name is given. */
  fields: Record<string, string | number | boolean> | null
}

/** Settings that devices follow, in seconds; 0 is off. */
export type DeviceSettings = { interval_s: number; interval_charging_s: number; pause_after_still_s: number }

export type TrackerKey = { organisation_id: number; tracker_id: number }
