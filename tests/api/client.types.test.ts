import { describe, expectTypeOf, it } from 'vitest'
import type { Client, Query, Row } from '#api/client.ts'

type Update = Client['update']
declare const client: Client

/** Checked by the compiler, not at run time. */
describe('the typed client', () => {
  it('has the fields of every resource', () => {
    expectTypeOf<Row<'tracker'>['interval_s']>().toEqualTypeOf<number>()
    expectTypeOf<Row<'membership'>['role_name']>().toEqualTypeOf<'Administrator' | 'Staff' | 'User' | 'Customer'>()
    expectTypeOf<Row<'organisation'>['short_name']>().toEqualTypeOf<string | null>()
    expectTypeOf<Row<'location'>['position']['coordinates']>().toEqualTypeOf<number[]>()
  })

  it('has the filters and sort columns', () => {
    expectTypeOf<Query<'membership'>>().toHaveProperty('role_name')
    expectTypeOf('-created_at' as const).toExtend<Query<'tracker'>['sort']>()
    expectTypeOf('token_sha256' as const).not.toExtend<Query<'tracker'>['sort']>()
    expectTypeOf<Query<'auditlog'>['entity_id']>().toEqualTypeOf<number | undefined>()
  })

  it('refuses what the server would refuse', () => {
    const never = () => {
      // @ts-expect-error there is no such filter
      client.list('tracker', { colour: 'red' })
      // @ts-expect-error the number is missing
      client.create('tracker', { name: 'Car' })
      // @ts-expect-error roles are only read
      client.create('role', { name: 'King' })
      // @ts-expect-error there is no such role
      client.update('membership', { id: 1, role_name: 'King' })
    }
    expectTypeOf(never).toBeFunction()
    expectTypeOf<Update>().toBeFunction()
  })
})
