import { lastAt, utc } from '../shared/utc.ts'

/**
 * When a fix was made: the date is the device's own, in no named zone, and the time of day that comes with the fix is
 * UTC. The zone is what lies between both, more than -12 and at most 12 hours.
 *
 * @param local yymmddhhmm[ss], or yy/mm/dd hh:mm
 * @param time hhmmss.sss
 * @returns also the zone in minutes, where both are there
 */
export function decodeFixTime(
  local: string,
  time: string,
  now: number,
): { fix_at: number | null; zone: number | null } {
  const minutes = localMinutes(local)
  const parts = /^(\d\d)(\d\d)(\d\d)(\.\d+)?$/.exec(time)
  if (parts === null) return { fix_at: localTime(local, 0), zone: null }
  const [hour, minute, second] = parts.slice(1, 4).map(Number) as [number, number, number]
  if (hour > 23 || minute > 59 || second > 59) return { fix_at: localTime(local, 0), zone: null }
  if (minutes === null) return { fix_at: lastAt(now, hour, minute, second), zone: null }
  let zone = (minutes % DAY) - (hour * 60 + minute)
  if (zone <= -DAY / 2) zone += DAY
  else if (zone > DAY / 2) zone -= DAY
  return { fix_at: ((minutes - zone) * 60 + second) * 1000, zone }
}

/** Converts the device's local time to UTC, if its zone is known. */
export function localTime(local: string, zone: number): number | null {
  const minutes = localMinutes(local)
  const second = /^\d{10}(\d\d)$/.exec(local)?.[1] ?? '0'
  return minutes === null ? null : ((minutes - zone) * 60 + Number(second)) * 1000
}

const DAY = 24 * 60

/** Minutes since 1970 as if the device's own time were UTC. */
function localMinutes(local: string): number | null {
  const parts = /^(\d\d)\/?(\d\d)\/?(\d\d) ?(\d\d):?(\d\d)(?:\d\d)?$/.exec(local)
  if (parts === null) return null
  const [year, month, day, hour, minute] = parts.slice(1).map(Number) as [number, number, number, number, number]
  const ms = utc(year, month, day, hour, minute, 0)
  return ms === null ? null : ms / 60_000
}
