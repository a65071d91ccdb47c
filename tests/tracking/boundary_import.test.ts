import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../network.ts'
import * as areas from '../seeds/areas.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await startNetwork({ QUOTAS: 'boundaries=30' })
  ours = await makeOrganisation(network, 'farm')
  theirs = await makeOrganisation(network, 'station')
})
afterAll(() => network.stop())

type Result = { name: string; id: number | null; refused: { status: number; code: string; field?: string } | null }
const importAs = ({ client }: Person, body: object) =>
  client.call<{ data: Result[]; message: string }>('POST', 'boundary/import', { all_trackers: false, ...body })
const paddock = (i: number) => ({ name: `Paddock ${i}`, geometry: box(174 + i, -37, 174.5 + i, -36) })
const hole = { type: 'Polygon', coordinates: [...box(0, 0, 9, 9).coordinates, ...box(3, 3, 6, 6).coordinates] }

describe('many boundaries at once', () => {
  it('are created one by one, with their names, holes, rules and the settings of all', async () => {
    const { data } = await importAs(ours.administrator, {
      active: false,
      rule: 'keep_out',
      boundaries: [
        paddock(1),
        { name: 'Lake', geometry: hole, rule: 'any' },
        { name: 'Dateline', geometry: box(179, 0, 181, 1) },
      ],
    })
    expect(data.map(({ refused }) => refused)).toEqual([null, null, null])
    const { data: rows } = await ours.administrator.client.list('boundary', { sort: 'id' })
    expect(rows.map(({ id, name, rule, active }) => [id, name, rule, active])).toEqual([
      [data[0]!.id, 'Paddock 1', 'keep_out', false],
      [data[1]!.id, 'Lake', 'any', false],
      [data[2]!.id, 'Dateline', 'keep_out', false],
    ])
    expect(rows[1]!.geometry!.coordinates[0]).toHaveLength(2)
    expect(rows[2]!.geometry!.coordinates).toHaveLength(2)
  })

  it('say for each why it was refused, and create the others', async () => {
    const geometry = areas.scribble(300)
    const { data, message } = await importAs(ours.user, {
      boundaries: [
        paddock(1),
        { ...paddock(1), name: 'PADDOCK  1' },
        { name: 'Scribble', geometry },
        paddock(2),
        { name: 'Coast', geometry: areas.coast(6_000) },
      ],
    })
    expect(data.map(({ id, refused }) => (id ? 'created' : [refused!.status, refused!.field]))).toEqual([
      'created',
      [468, 'name'],
      [400, 'geometry'],
      'created',
      [476, 'geometry'],
    ])
    expect(message).toBe('2 of 5 boundaries have been created.')
  })

  it('are not doubled by repeating the request', async () => {
    const body = { boundaries: [paddock(3), paddock(4)] }
    await importAs(ours.customer, body)
    const { data } = await importAs(ours.customer, body)
    expect(data.map(({ refused }) => refused!.code)).toEqual(['name_conflict', 'name_conflict'])
  })

  it('are refused as a whole for another owner, another organisation, and above 200', async () => {
    const boundaries = [paddock(5)]
    const { id } = theirs
    await expect(importAs(ours.administrator, { organisation_id: id, boundaries })).rejects.toMatchObject({
      status: 404,
    })
    await expect(importAs(ours.user, { owner_user_id: null, boundaries })).rejects.toMatchObject({ status: 403 })
    const many = Array.from({ length: 201 }, (_, i) => paddock(i))
    await expect(importAs(ours.administrator, { boundaries: many })).rejects.toMatchObject({ status: 400 })
  })

  it('end at the quota, which is said of each', async () => {
    const boundaries = Array.from({ length: 40 }, (_, i) => paddock(i / 100))
    const { data } = await importAs(theirs.administrator, { boundaries })
    expect(data.filter((row) => row.id).length).toBe(30)
    expect(new Set(data.slice(30).map(({ refused }) => refused!.status))).toEqual(new Set([476]))
  })
})
