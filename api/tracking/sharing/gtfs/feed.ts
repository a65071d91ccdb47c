import protobuf from 'protobufjs/minimal.js'

/**
 * Vehicle positions as a GTFS-Realtime feed, version 2.0: the whole of it each time.
 *
 * Source: gtfs.org, "GTFS Realtime Reference" and gtfs-realtime.proto, whose field numbers these are.
 *
 * @param made_at seconds since 1970
 */
export function encodeFeed(vehicles: readonly Vehicle[], made_at: number): Uint8Array {
  const feed = protobuf.Writer.create()
  feed.uint32(bytesOf(1)).fork() // header
  feed.uint32(bytesOf(1)).string('2.0')
  feed.uint32(numberOf(2)).int32(FULL_DATASET)
  feed.uint32(numberOf(3)).uint64(made_at)
  feed.ldelim()
  for (const vehicle of vehicles) {
    feed.uint32(bytesOf(2)).fork() // entity
    feed.uint32(bytesOf(1)).string(vehicle.id)
    feed.uint32(bytesOf(4)).fork() // vehicle position
    writePosition(feed, vehicle)
    feed.uint32(numberOf(5)).uint64(vehicle.at)
    feed.uint32(bytesOf(8)).fork() // descriptor
    feed.uint32(bytesOf(1)).string(vehicle.id)
    if (vehicle.label !== null) feed.uint32(bytesOf(2)).string(vehicle.label)
    feed.ldelim()
    feed.ldelim()
    feed.ldelim()
  }
  return feed.finish()
}

function writePosition(feed: protobuf.Writer, { lat, lon, bearing, speed }: Vehicle): void {
  feed.uint32(bytesOf(2)).fork()
  feed.uint32(floatOf(1)).float(lat)
  feed.uint32(floatOf(2)).float(lon)
  if (bearing !== null) feed.uint32(floatOf(3)).float(bearing)
  if (speed !== null) feed.uint32(floatOf(5)).float(speed)
  feed.ldelim()
}

/** Protocol Buffers, "Encoding": the number of a field and its wire type. */
const numberOf = (field: number) => field << 3
const bytesOf = (field: number) => (field << 3) | 2
const floatOf = (field: number) => (field << 3) | 5

const FULL_DATASET = 0

export type Vehicle = {
  id: string
  label: string | null
  lat: number
  lon: number
  /** Degrees. */
  bearing: number | null
  /** Metres per second. */
  speed: number | null
  /** Of the fix, in seconds since 1970. */
  at: number
}
