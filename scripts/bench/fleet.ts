/** What the trackers of the benchmark are called, and their tokens. Both sides know them by their place. */
export const numberOf = (i: number) => `86${String(i).padStart(13, '0')}` // as long as an IMEI, which all protocols can say
export const tokenOf = (i: number) => `token of bench-${i}`

export const TRACKERS = 30_000
/** The first place of those that are kept for one part: what it says of the time must be newer than all before. */
export const places = { connections: 0, over_tcp: 10_000, gt06: 11_000, hour: 25_000 }

/** The part of New Zealand, in degrees, that trackers drive in and boundaries lie in. */
export const area = { west: 166.5, east: 177.5, south: -47, north: -34.5 }
