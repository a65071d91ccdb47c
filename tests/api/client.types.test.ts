import { describe, expectTypeOf, it } from 'vitest'
import type { Client, DataOf, Query, Row } from '#api/client.ts'

type Alert = Row<'alert'>
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

  it('has the input and the answer of every action', () => {
    const calls = async () => {
      expectTypeOf((await client.act('POST alert/acknowledge', { id: 1 })).data.kind).toEqualTypeOf<Alert['kind']>()
      expectTypeOf((await client.act('GET usage')).data).toHaveProperty('quotas')
      // @ts-expect-error the time is missing
      client.act('POST alert/snooze', { id: 1 })
      // @ts-expect-error there is no such field
      client.act('GET usage', { organisation: 1 })
      // @ts-expect-error there is no such action
      client.act('POST usage', {})
    }
    expectTypeOf(calls).toBeFunction()
    expectTypeOf<DataOf<'DELETE trackerevent'>>().toEqualTypeOf<null>()
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
