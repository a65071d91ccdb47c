/** Numbers and tokens of the benchmark's trackers, derived from their index on both sides. */
export const numberOf = (i: number) => `86${String(i).padStart(13, '0')}` // 15 digits, as an IMEI, which all protocols support
export const tokenOf = (i: number) => `token of bench-${i}`

/**
 * The first tracker index of each part: a tracker's timestamps must keep increasing, so parts do not share trackers.
 */
export const places = { over_mqtt: 0, over_tcp: 1_000, gt06: 2_000, hour: 3_000, held_mqtt: 8_000, held_tcp: 18_000 }

export const TRACKERS = 28_000
/** Enough for a run without held connections. */
export const FEWER_TRACKERS = places.held_mqtt

/** The area of trackers and boundaries, in degrees. */
export const area = { west: 166.5, east: 177.5, south: -47, north: -34.5 }
