import type { Report } from '../report.ts'
import { KMH } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'

const pattern =
  /Lat:\s*([NS])(\d+\.\d+).*?Lon:\s*([EW])(\d+\.\d+).*?Course:\s*(\d+(?:\.\d+)?).*?Speed:\s*(\d+(?:\.\d+)?).*?Date ?Time:\s*(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)/s

/** The place in a text such as `Lat:N31.83955,Lon:W82.61346,Course:0.00,Speed:0.00km/h,DateTime:2017-12-02 11:29:43`. */
export function placeInText(text: string): Partial<Report> | null {
  const parts = pattern.exec(text)
  if (parts === null) return null
  const [, north, lat, east, lon, course, speed, ...moment] = parts
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = moment.map(Number)
  if (Number(lat) > 90 || Number(lon) > 180) return null
  return {
    valid: true,
    lat: Number(lat) * (north === 'S' ? -1 : 1),
    lon: Number(lon) * (east === 'W' ? -1 : 1),
    heading: Number(course),
    speed: Number(speed) * KMH,
    fix_at: utc(year, month, day, hour, minute, second),
  }
}
