import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { up } from '#db/migrations/2026-12/20261205_transports.ts'
import { findNumberClashes } from '#db/number_clashes.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { connectDevice, type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const register = async (number: string, settings = {}) =>
  (await network.admin.create('tracker', { number, ...settings })).data
const numbersOf = async (query: object) => (await network.admin.list('tracker', query)).data.map(({ number }) => number)

describe('a number', () => {
  it('has the same canonical form here and in the database', async () => {
    const numbers = ['', '0', '00000000000000', 'Truck-7', 'ÄÖ', 'a/b c', '0123456789012', ' 7', '12345678901234\n']
    for (let i = 0; i < 2_000; i++) {
      const digits = Array.from({ length: 8 + (i % 12) }, () => Math.floor(Math.random() * 10)).join('')
      numbers.push('0'.repeat(i % 5) + digits)
    }
    const { rows } = await sql<{ number: string; canonical: string }>`
      select number, canonical_tracker_number(number) as canonical
      from unnest(${numbers}::text[]) as given (number)`.execute(network.db)
    expect(rows).toEqual(numbers.map((number) => ({ number, canonical: canonicalNumber(number) })))
  })

  it('is unique over all spellings', async () => {
    const { id } = await register('352093081452251')
    for (const other of ['35209308145225', '0352093081452251', '00035209308145225', '000352093081452251']) {
      await expect(register(other), other).rejects.toMatchObject({ status: 472, field: 'number' })
      expect(await numbersOf({ number: other })).toEqual(['352093081452251'])
      expect(await numbersOf({ search: other })).toEqual(['352093081452251'])
    }
    const { id: lorry } = await register('Lorry 1/b')
    await expect(register('lorry 1/B')).rejects.toMatchObject({ status: 472 })
    await expect(network.admin.update('tracker', { id: lorry, number: '35209308145225' })).rejects.toMatchObject({
      status: 472,
    })
    // Another way to write its own is no conflict.
    await network.admin.update('tracker', { id, number: '35209308145225' })
    expect(await numbersOf({ number: '352093081452251' })).toEqual(['35209308145225'])
  })

  it.each([
    '٣٥٢٠٩٣٠٨١٤٥٢٢٥١',
    '３５２０９３０８１４５２２５１',
    'Truсk-7',
    ' 352',
    '352 ',
    '3  52',
    '352\u200b',
    'a+b',
    'a#',
  ])('cannot be %j, which looks like another or is no topic level', (number) =>
    expect(register(number)).rejects.toMatchObject({ status: 400, field: 'number' }),
  )

  it('signs in a device in every spelling, to its own topics only', async () => {
    const { id, device_token } = await register('Ute / 9', { transports: ['mqtt'] })
    const other = await register('Ute')
    const client = await connectDevice(network, 'ute / 9', device_token as string)
    const granted = (topic: string) =>
      client.subscribeAsync(topic).then(
        ([grant]) => grant?.qos,
        () => 128,
      )
    for (const level of ['ute%20%2F%209', 'Ute%20%2F%209']) {
      expect(await granted(`trackers/${level}/command`)).toBe(0)
      await client.publishAsync(`trackers/${level}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    }
    for (const level of ['Ute', 'ute', 'ute / 9', 'Ute ', '+', '#']) {
      expect([level, await granted(`trackers/${level}/command`)]).toEqual([level, 128])
    }
    const { data } = await network.admin.list('trackerevent', { tracker_id: id })
    expect(data.filter(({ event }) => event === 'position')).toHaveLength(2)
    await client.endAsync()
    await expect(connectDevice(network, 'ute', device_token as string)).rejects.toMatchObject({ code: 4 })
    expect((await network.admin.read('tracker', other.id)).data.seen_at).toBeNull()
  })

  it('does not let a tracker into the session of another whose number begins with its own', async () => {
    const [short, long] = [await register('shared'), await register('shared/x')]
    const first = await connectDevice(network, 'shared', short.device_token as string, { clientId: 'x/y' })
    const second = await connectDevice(network, 'shared/x', long.device_token as string, { clientId: 'y' })
    await first.publishAsync('trackers/shared/position', '{"lat":1,"lon":2}', { qos: 1 })
    await second.publishAsync('trackers/shared%2Fx/position', '{"lat":1,"lon":2}', { qos: 1 })
    expect([first.connected, second.connected]).toEqual([true, true])
    await first.endAsync()
    await second.endAsync()
  })
})

describe('two trackers that had the same number in two spellings', () => {
  const spellings = ['0490154203237518', '490154203237518', '49015420323751']
  const trackers: { id: number; number: string }[] = []

  it('are reported when the database is migrated, and neither is changed', async () => {
    await undo()
    for (const [i, number] of spellings.entries()) {
      const { rows } = await sql<{ id: number; number: string }>`
        insert into tracker (organisation_id, number, token_sha256)
        values (1, ${number}, ${String(i).repeat(64)}) returning id, number`.execute(network.db)
      trackers.push(rows[0]!)
    }
    await up(network.db as unknown as Kysely<unknown>)
    const { rows } = await sql<{ number: string; transports: string[]; number_clash: number }>`
      select number, transports, number_clash from tracker where number like '%49015420323751%' order by id`.execute(
      network.db,
    )
    expect(rows.map(({ number }) => number)).toEqual(spellings)
    expect(rows.map(({ number_clash }) => number_clash)).toEqual([0, 1, 2])
    // Their previous spellings are not stored, so they keep working.
    for (const { transports } of rows) expect(transports).toEqual(expect.arrayContaining(['mqtt', 'osmand', 'gt06']))
    const [sentence, ...more] = await findNumberClashes(network.db)
    expect(more).toEqual([])
    for (const { id, number } of trackers) {
      expect(sentence).toContain(`${id} (number "${number}", organisation 1)`)
    }
  })

  it('each get reports in their own spelling, and other spellings go to the oldest', async () => {
    const numbers = [...spellings, '00490154203237518']
    for (const [i, number] of numbers.entries()) {
      const query = `id=${number}&lat=1&lon=2&timestamp=${1_790_000_000 + i}`
      expect((await fetch(`${network.url}/gateway/osmand?${query}`)).status).toBe(200)
    }
    const stored = trackers.map(async ({ id }) => {
      const { data } = await network.admin.list('trackerevent', { tracker_id: id })
      return data.filter(({ position }) => position).map(({ fix_at }) => Date.parse(fix_at) / 1000 - 1_790_000_000)
    })
    expect(await Promise.all(stored)).toEqual([[3, 0], [1], [2]])
    expect(await numbersOf({ number: '490154203237518' })).toHaveLength(3)
  })

  it('cannot be joined by others, even after one is deleted', async () => {
    await expect(register('000490154203237518')).rejects.toMatchObject({ status: 472 })
    const [oldest, second, third] = trackers as [(typeof trackers)[0], (typeof trackers)[0], (typeof trackers)[0]]
    await network.admin.remove('tracker', oldest!.id)
    await expect(register('000490154203237518')).rejects.toMatchObject({ status: 472 })
    // Unchanged values may be sent again.
    await network.admin.update('tracker', { id: third!.id, number: third!.number, name: 'Third' })
    await network.admin.update('tracker', { id: third!.id, number: 'a number of its own' })
    expect(await findNumberClashes(network.db)).toEqual([])
    await expect(network.admin.update('tracker', { id: third!.id, number: '49015420323751' })).rejects.toMatchObject({
      status: 472,
    })
    await network.admin.remove('tracker', second!.id)
    await network.admin.update('tracker', { id: third!.id, number: '49015420323751' })
  })
})

/** Takes the migration back, as if it had not been. */
async function undo(): Promise<void> {
  for (const statement of [
    'drop trigger tracker_number on tracker',
    'alter table tracker drop column transports, drop column canonical_number, drop column number_clash',
    'alter table unknown_device drop column canonical_number',
    'drop function settle_tracker_number()',
    'drop function canonical_tracker_number(text)',
  ]) {
    await sql.raw(statement).execute(network.db)
  }
}
