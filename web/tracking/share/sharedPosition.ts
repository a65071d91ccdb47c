import type { DataOf } from '#api/client.ts'

/** The fields of a tracker that a link shows. */
export type SharedPosition = DataOf<'POST share/position'>
