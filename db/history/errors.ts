/** A file of a closed day that is missing, cut off or changed. Other days can still be read. */
export class DamagedHistory extends Error {
  override name = 'DamagedHistory'
  readonly organisation_id: number
  readonly day: string
  readonly backend_key: string

  constructor({ organisation_id, day, backend_key }: Place, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The history of organisation ${organisation_id} on ${day} cannot be read (${backend_key}): ${reason}`, {
      cause,
    })
    this.organisation_id = organisation_id
    this.day = day
    this.backend_key = backend_key
  }
}

type Place = { organisation_id: number; day: string; backend_key: string }
