import rows from './towns.json' with { type: 'json' }

/** Towns of GeoNames, larger ones first; `scripts/towns.ts` selects them. */
export const towns = rows as Town[]

/** @param rank 0 for the largest towns of the world, up to 7 for the smallest */
export type Town = [name: string, lon: number, lat: number, rank: number]
