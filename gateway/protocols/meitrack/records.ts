import { BadReport, type Report } from '../report.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { networkOf } from '../shared/network.ts'
import { reportOf } from '../shared/place.ts'
import { KMH, scaled } from '../shared/units.ts'
import { alarmOf } from './events.ts'
import { since2000 } from './since2000.ts'

/**
 * CCC: version, length of a record, records that the device still has, and records of fixed fields.
 *
 * @throws {BadReport}
 */
export function decodeRecords(body: Buffer): Report[] {
  const bytes = new LittleEndianCursor(body)
  bytes.u16() // version
  const length = bytes.u16()
  if (length < RECORD) throw new BadReport(`record length: ${length} is less than ${RECORD}`)
  bytes.u32() // left on the device
  if (bytes.left % length !== 0) throw new BadReport('records: the last one is cut off')
  return Array.from({ length: bytes.left / length }, () => decodeRecord(new LittleEndianCursor(bytes.slice(length))))
}

const RECORD = 52

function decodeRecord(bytes: LittleEndianCursor): Report {
  const reason = bytes.u8()
  const [lat, lon] = [bytes.i32() / 1e6, bytes.i32() / 1e6]
  const fix_at = since2000(bytes.u32())
  const valid = bytes.u8() === 1
  const [satellites, signal] = [bytes.u8(), bytes.u8()]
  const [speed, heading, hdop, altitude] = [bytes.u16() * KMH, bytes.u16(), bytes.u16(), bytes.i16()]
  const [odometer, hours] = [bytes.u32(), bytes.u32()]
  const [mcc, mnc, lac, cid] = [bytes.u16(), bytes.u16(), bytes.u16(), bytes.u16()]
  const status = bytes.u16()
  const [adc_1, battery_volts, power_volts] = [bytes.u16() / 100, bytes.u16() / 100, bytes.u16() / 100]
  return reportOf({
    fix_at,
    valid,
    lat,
    lon,
    speed,
    heading,
    altitude,
    alarm: alarmOf[reason] ?? null,
    attributes: {
      reason,
      satellites,
      rssi: signal,
      hdop: scaled(hdop, 0.1),
      odometer,
      hours,
      network: networkOf([{ mcc, mnc, lac, cid, signal }]),
      status,
      adc_1,
      battery_volts,
      power_volts,
    },
  })
}
