/** What every kind of field takes beside its value. */
export type Shared = {
  name: string
  label: string
  description: string | undefined
  error?: string | undefined
  withAsterisk?: boolean
}
