import { expect, it } from 'vitest'
import { isAdmin, kindOf } from '../../core/rights.ts'
import type { User } from '../../core/types.ts'

const person = (platform_admin: boolean, ...roles: string[]) =>
  ({
    platform_admin,
    memberships: roles.map((role_name) => ({ role_name, role_is_admin: role_name === 'Administrator' })),
  }) as User

const officer = (role_name: string) => ({ memberships: [{ role_name, cpd_role: 'officer' }] }) as User
const treasurer = (role_name: string) => ({ memberships: [{ role_name, billing_role: 'treasurer' }] }) as User

it.each([
  ['nobody', null, 'guest'],
  ['a platform administrator, whatever else they are', person(true, 'Customer'), 'platform_administrator'],
  ['an Administrator of one organisation', person(false, 'Customer', 'Administrator'), 'administrator'],
  ['a User who is Staff elsewhere', person(false, 'Staff', 'User'), 'user'],
  ['Staff', person(false, 'Customer', 'Staff'), 'staff'],
  ['a CPD officer', officer('User'), 'officer'],
  ['a treasurer', treasurer('Customer'), 'officer'],
  ['an Administrator who is a CPD officer', officer('Administrator'), 'administrator'],
  ['a Customer', person(false, 'Customer'), 'customer'],
  ['a person without a membership', person(false), 'customer'],
])('the kind of %s', (_name, user, kind) => {
  expect(kindOf(user)).toBe(kind)
  expect(isAdmin(user)).toBe(['administrator', 'platform_administrator'].includes(kind))
})
