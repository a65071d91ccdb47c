import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'

/** An installation for a region. The client selects one by the visitor's country. */
export const Backend = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** The country, ISO 3166: NZ. */
    code: Type.String({ pattern: '^[A-Z]{2}$', description: 'a country in two capital letters, such as NZ' }),
    baseURL: Type.String({ pattern: '^https?://[^/]', description: 'an address that begins with http:// or https://' }),
    locale: Type.Optional(Type.String()),
    organisation_id: Type.Optional(Nullable(Id)),
    testing: Type.Optional(Type.Boolean()),
    enable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Whether this installation is for testing: one of the list, by its address, that says so. */
export function isForTesting({ backends, public_url }: { backends: Backend[]; public_url: string }): boolean {
  const here = new URL(public_url).origin
  return backends.some(({ baseURL, testing }) => testing === true && new URL(baseURL).origin === here)
}

export type Backend = Static<typeof Backend>
