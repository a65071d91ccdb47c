import { BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { decodeCompressed, decodeRecords } from './records.ts'

/**
 * A message through Iridium (DirectIP): parts with a kind and a length, of which 1 is the device, 3 the place that the
 * satellite sees, 2 what the device sends.
 *
 * @throws {BadReport}
 */
export function decodeSatellite(body: Buffer, now: number): { number: string; reports: Report[] } {
  const parts = new Map<number, Buffer>()
  for (const cursor = new Cursor(body); cursor.left >= 3; ) {
    const kind = cursor.u8()
    parts.set(kind, cursor.slice(cursor.u16()))
  }
  const head = parts.get(1)
  if (head === undefined || head.length < 28) throw new BadReport('header: is too short')
  const number = head.toString('latin1', 4, 19)
  if (!/^\d{15}$/.test(number)) throw new BadReport('imei: is not digits')
  const sent_at = head.readUInt32BE(24) * 1000
  const payload = parts.get(2)
  const reports = payload && payload.length > 0 ? readPayload(payload, now) : []
  if (reports.length > 0) return { number, reports }
  const place = parts.get(3)
  return { number, reports: place ? [reportOf({ ...placeOf(place), fix_at: sent_at })] : [] }
}

/** Tags, or the compressed form, as the device is set up. */
function readPayload(payload: Buffer, now: number): Report[] {
  try {
    return decodeRecords(payload).reports
  } catch (error) {
    if (!(error instanceof BadReport)) throw error
    return decodeCompressed(payload, now)
  }
}

/** Flags, degrees and thousandths of minutes, the radius in km. It is a rough place, and no fix. */
function placeOf(bytes: Buffer): Partial<Report> {
  const cursor = new Cursor(bytes)
  const flags = cursor.u8()
  const lat = cursor.u8() + cursor.u16() / 60_000
  const lon = cursor.u8() + cursor.u16() / 60_000
  const accuracy = cursor.left >= 4 ? cursor.u32() * 1000 : null
  if (lat > 90 || lon > 180) return {}
  return { lat: flags & 2 ? -lat : lat, lon: flags & 1 ? -lon : lon, valid: false, accuracy }
}
