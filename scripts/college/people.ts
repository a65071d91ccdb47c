import type { DemoPerson } from '../demo_people.ts'

export const COLLEGE = 'Ringfence demo college'
export const TIMEZONE = 'Australia/Melbourne'

/** People of the demo college, by their usernames. Mail domains under `.example` do not exist (RFC 2606). */
export const people = {
  'demo.aroha': { name: 'Aroha Ngata', role_name: 'Administrator', part: 'college administrator' },
  'demo.mere': { name: 'Mere Rangi', role_name: 'Staff', part: 'supervisor' },
  'demo.james': { name: 'James O’Neill', role_name: 'Staff', part: 'supervisor' },
  'demo.hana': { name: 'Hana Parata', role_name: 'User', part: 'trainee, all requirements met' },
  'demo.tom': { name: 'Tom Fraser', role_name: 'User', part: 'trainee, half way' },
  'demo.priya': { name: 'Priya Nair', role_name: 'User', part: 'trainee, plan waits for agreement' },
  'demo.wiremu': { name: 'Wiremu Tautari', role_name: 'User', part: 'trainee, plan returned' },
  'demo.sofia': { name: 'Sofia Marino', role_name: 'User', part: 'trainee, has just begun' },
} as const satisfies Record<string, DemoPerson>

export type Username = keyof typeof people
