/** What the trackers of the benchmark are called, and their tokens. Both sides know them by their place. */
export const numberOf = (i: number) => `bench-${String(i).padStart(6, '0')}`
export const tokenOf = (i: number) => `token of bench-${i}`

/** The part of New Zealand, in degrees, that trackers drive in and boundaries lie in. */
export const area = { west: 166.5, east: 177.5, south: -47, north: -34.5 }
