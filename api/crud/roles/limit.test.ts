import { describe, expect, it } from 'vitest'
import { type AreaExtents, areas } from '#db/tables/people/role.ts'
import type { Member, Viewer } from '../viewer.ts'
import { admit, extentIn, isWithin, limit, narrow } from './limit.ts'
import { isReading, placesOf } from './places.ts'

const member = (more: Partial<Member>): Member => ({
  organisation_id: 1,
  organisation_name: 'Ours',
  role_name: 'Staff',
  cpd_role: 'officer',
  group_ids: [4],
  features: ['tracking'],
  ...more,
})
const limited = (areas: AreaExtents, more: Partial<Member> = {}) =>
  member({ limits: { id: 7, name: 'Workshop', areas }, ...more })

describe('a role of an organisation', () => {
  it.each(['read', 'write'] as const)('takes nothing from members without one (%s)', (need) => {
    for (const place of [...areas, 'self', 'any', null] as const) {
      expect(limit([member({})], place, need)).toEqual([member({})])
    }
  })

  it('allows to read where it allows to write, and not the other way round', () => {
    const role = { areas: { trackers: 'read', maintenance: 'write' } as const }
    const extents = (area: 'trackers' | 'maintenance' | 'billing') =>
      (['read', 'write'] as const).map((need) => extentIn(role, area, need))
    expect(extents('trackers')).toEqual(['all', 'none'])
    expect(extents('maintenance')).toEqual(['all', 'all'])
    expect(extents('billing')).toEqual(['none', 'none'])
  })

  it('closes what is not named, whatever it allows', () => {
    const all = Object.fromEntries(areas.map((area) => [area, 'write']))
    expect(limit([limited(all)], null, 'read')).toEqual([])
  })

  it('leaves the rights of a User about one’s own account', () => {
    const [own] = limit([limited({}, { role_name: 'Administrator' })], 'self', 'write')
    expect(own).toMatchObject({ role_name: 'User', group_ids: null, cpd_role: null })
    const [customer] = limit([limited({}, { role_name: 'Customer' })], 'self', 'write')
    expect(customer).toMatchObject({ role_name: 'Customer' })
  })

  it('leaves own rows where an area that has such is closed', () => {
    expect(limit([limited({})], 'own_people', 'read')).toMatchObject([{ role_name: 'User' }])
    expect(limit([limited({ people: 'read' })], 'own_people', 'read')).toMatchObject([{ role_name: 'Staff' }])
  })

  it('admits of all memberships, and narrows those that are there', () => {
    const [full, own] = [member({}), limited({ trackers: 'read' }, { organisation_id: 2 })]
    const viewer = { memberships: [full], every: [full, own] } as Viewer
    const ids = ({ memberships }: Viewer) => memberships.map(({ organisation_id }) => organisation_id)
    expect(ids(admit(viewer, 'trackers', 'read'))).toEqual([1, 2])
    expect(ids(admit(viewer, 'trackers', 'write'))).toEqual([1])
    expect(ids(narrow(viewer, 'trackers', 'read'))).toEqual([1])
    expect(ids(narrow(admit(viewer, 'any', 'read'), 'billing', 'read'))).toEqual([1])
  })

  it('raises a treasurer in billing, and nowhere else', () => {
    const treasurer = member({ billing_role: 'treasurer', cpd_role: null })
    const [raised] = limit([treasurer], 'billing', 'write')
    expect(raised).toMatchObject({ role_name: 'Administrator', group_ids: null })
    for (const place of ['people', 'own_people', 'files', 'settings', 'self', 'any', null] as const) {
      expect(limit([treasurer], place, 'write')).toEqual([treasurer])
      expect(limit([raised!], place, 'read')).toEqual([treasurer])
    }
    expect(limit([raised!], 'billing', 'read')).toEqual([raised])
  })

  it('closes billing to a treasurer where it allows none', () => {
    expect(limit([limited({}, { billing_role: 'treasurer' })], 'billing', 'read')).toEqual([])
    expect(limit([limited({ billing: 'read' }, { billing_role: 'treasurer' })], 'billing', 'write')).toEqual([])
  })

  it('is within another where it allows nothing that the other does not', () => {
    expect(isWithin({}, {})).toBe(true)
    expect(isWithin({ people: 'read' }, { people: 'write' })).toBe(true)
    expect(isWithin({ people: 'write' }, { people: 'read' })).toBe(false)
    expect(isWithin({ people: 'read' }, {})).toBe(false)
    expect(isWithin(null, { people: 'write' })).toBe(false)
    expect(isWithin(null, null)).toBe(true)
  })
})

describe('the place of a route', () => {
  const rules = {
    trackers: ['tracker'],
    own_people: ['GET user'],
    self: ['POST user'],
    reading: ['POST tracker/preview'],
  }
  const place = placesOf(rules, new Map([['tracker', 'trackers']]))

  it.each([
    ['GET', 'trackers', 'trackers'],
    ['HEAD', 'trackers', 'trackers'],
    ['POST', 'tracker/token', 'trackers'],
    ['GET', 'trackers/urgent', 'trackers'],
    ['GET', 'user', 'own_people'],
    ['POST', 'user', 'self'],
    ['PUT', 'user', null],
    ['GET', 'trackerevents', null],
  ])('%s %s: %s', (method, path, expected) => {
    expect(place(method, path)).toBe(expected)
  })

  it('is that of its domain where it has a rest', () => {
    expect(placesOf({ rest: 'cpd' }, new Map())('GET', 'anything/new')).toBe('cpd')
  })

  it('is read by GET, and by what only reads', () => {
    expect(isReading(rules, 'GET', 'tracker')).toBe(true)
    expect(isReading(rules, 'POST', 'tracker/preview')).toBe(true)
    expect(isReading(rules, 'POST', 'tracker')).toBe(false)
  })
})
