import { resources } from '#api/domains.ts'
import { table } from './table.ts'

/** Lists that are no resource's. */
const others = ['cpd/matrix', 'cpd/register', 'organisation/data']
const lists = [...Object.values(resources).map(({ plural }) => plural as string), ...others]

/** Each list as a file (`format=csv`): it has the rows of the list, for the same people. */
export const downloads: Record<string, string> = {
  ...Object.fromEntries(lists.map((list) => [list, table[`GET ${list}`] ?? 'the list has no line'])),
  //                             guest User Staff Cust Admin platform administrator
  'user/data': /*           */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  'sensor/values': /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'maintenance/due': /*     */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
}

/** A list as a file of areas or tracks (`format=geojson`). */
export const tracks: Record<string, string> = {
  //                             guest User Staff Cust Admin platform administrator
  boundaries: /*            */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  segments: /*              */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  trackerevents: /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
}
