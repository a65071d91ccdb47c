import type { Attributes, Report } from '../report.ts'
import type { Cursor } from '../shared/cursor.ts'
import type { Cell } from '../shared/network.ts'
import { cellAttributes, type Located, type Stated } from './blocks.ts'
import { readModules } from './modules.ts'

/** Adds the fields after the position to a report. */

export function withState(report: Partial<Report>, { alarm, attributes }: Stated): Partial<Report> {
  return { ...merge(report, attributes), alarm }
}

export function merge(report: Partial<Report>, attributes: Attributes): Partial<Report> {
  return { ...report, attributes: { ...report.attributes, ...attributes } }
}

/** What many models add to any of them: three bytes of the upload, four of the odometer, or both. */
export function withTail(gps: Located, cell: Cell, cursor: Cursor): Partial<Report> {
  const attributes: Attributes = cellAttributes(cell)
  if (cursor.left === 3 || cursor.left === 7) Object.assign(attributes, readUpload(cursor))
  if (cursor.left === 4) attributes.odometer = cursor.u32()
  return merge(gps, attributes)
}

export function withModules(report: Partial<Report>, cursor: Cursor): Partial<Report> {
  const { attributes, ...rest } = readModules(cursor, 1)
  return { ...merge(report, attributes), ...rest }
}

/** Ignition, trigger of the report, whether it was buffered. */
export function readUpload(cursor: Cursor): Attributes {
  const ignition = cursor.u8() > 0
  const reason = cursor.u8()
  const archive = cursor.u8() > 0
  return { ignition, reason, ...(archive && { archive }) }
}
