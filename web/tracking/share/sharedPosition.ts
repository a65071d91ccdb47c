/** The fields of a tracker that a link shows. */
export type SharedPosition = {
  name: string | null
  position: { type: 'Point'; coordinates: number[] } | null
  fix_at: string | null
  speed: number | null
  heading: number | null
  accuracy: number | null
  expires_at: string
}
