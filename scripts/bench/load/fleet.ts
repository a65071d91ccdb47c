/** What the trackers of the benchmark are called, and their tokens. Both sides know them by their place. */
export const numberOf = (i: number) => `86${String(i).padStart(13, '0')}` // as long as an IMEI, which all protocols can say
export const tokenOf = (i: number) => `token of bench-${i}`

/** The first place of the trackers that a part has: what one says must be newer than all that it has said before. */
export const places = { over_mqtt: 0, over_tcp: 1_000, gt06: 2_000, hour: 3_000, held_mqtt: 8_000, held_tcp: 18_000 }

export const TRACKERS = 28_000
/** Enough where no connections are held. */
export const FEWER_TRACKERS = places.held_mqtt

/** The part of New Zealand, in degrees, that trackers drive in and boundaries lie in. */
export const area = { west: 166.5, east: 177.5, south: -47, north: -34.5 }
