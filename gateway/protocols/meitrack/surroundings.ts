import type { Attributes } from '../report.ts'
import type { LittleEndianCursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'

/** Elements of a CCE record with a length of their own: cells and networks in reach, sensors, radio tags. */
export function readVariable(reach: Surroundings, id: number, bytes: LittleEndianCursor): void {
  if (CELLS.has(id) && bytes.left >= 12) return void reach.cells.push(cellOf(bytes))
  if (id >= 0x1d && id <= 0x25 && bytes.left >= 8) return void reach.wifi.push(wifiOf(bytes))
  if (id >= 0x2a && id <= 0x31 && bytes.left >= 3) {
    bytes.u8() // the sensor's label
    reach.others[`temperature_${id - 0x29}`] = bytes.i16() / 100
  } else if (id === 0x39) readCard(reach, bytes)
  else if (id === 0x4b) readNetwork(reach, bytes)
  else if (id === 0xfe73) readTag(reach, bytes)
  else if (id === 0xfea8 && bytes.left >= 6) readBatteries(reach, bytes)
  else if (bytes.left > 0 && bytes.left <= MAX_UNKNOWN)
    reach.others[`io_${id}`] = bytes.slice(bytes.left).toString('hex')
}

export const makeSurroundings = (): Surroundings => ({
  cells: [],
  wifi: [],
  beacons: [],
  others: {},
  attributes() {
    const { cells, wifi, beacons, others } = this
    const network = networkOf(cells)
    return { ...others, network, ...(wifi.length > 0 && { wifi }), ...(beacons.length > 0 && { beacons }) }
  },
})

const CELLS = new Set([0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13])
/** Longer ones are lists that no document at hand describes. */
const MAX_UNKNOWN = 16

function cellOf(bytes: LittleEndianCursor): Cell {
  const [mcc, mnc, lac, cid, signal] = [bytes.u16(), bytes.u16(), bytes.u16(), bytes.u32(), bytes.i16()]
  return { mcc, mnc, lac, cid, signal }
}

const wifiOf = (bytes: LittleEndianCursor) => ({ mac: macOf(bytes), signal: bytes.i16() })

const macOf = (bytes: LittleEndianCursor) =>
  bytes
    .slice(6)
    .toString('hex')
    .replace(/..(?=.)/g, '$&:')

/** A magnetic or contactless card, as text. */
function readCard({ others }: Surroundings, bytes: LittleEndianCursor): void {
  const card = textOf(bytes.slice(bytes.left)).replace(/[\s|]/g, '')
  if (card !== '') others.driver = card
}

/** Its version, its kind, and the name of the network. */
function readNetwork({ others }: Surroundings, bytes: LittleEndianCursor): void {
  if (bytes.left < 3) return
  bytes.slice(2)
  const name = textOf(bytes.slice(Math.min(bytes.u8(), bytes.left)))
  if (name !== '') others.radio = name
}

/** Version, name, address, battery in percent, temperature and humidity in 256ths, and four thresholds. */
function readTag({ beacons }: Surroundings, bytes: LittleEndianCursor): void {
  if (bytes.left < 2) return
  bytes.u8()
  const name = textOf(bytes.slice(Math.min(bytes.u8(), bytes.left)))
  if (bytes.left < 11) return
  const mac = macOf(bytes)
  const [battery, temperature, humidity] = [bytes.u8(), bytes.i16() / 256, bytes.i16() / 256]
  beacons.push({ name, mac, battery, temperature, humidity })
}

/** Three batteries, whether each is there and its percentage. */
function readBatteries({ others }: Surroundings, bytes: LittleEndianCursor): void {
  for (const name of ['battery', 'battery_2', 'battery_3']) {
    const [isThere, percent] = [bytes.u8() > 0, bytes.u8()]
    if (isThere) others[name] = percent
  }
}

const textOf = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()

export type Surroundings = {
  cells: Cell[]
  wifi: object[]
  beacons: object[]
  others: Attributes
  attributes(): Attributes
}
