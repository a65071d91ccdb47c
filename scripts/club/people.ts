import type { DemoPerson } from '../demo_people.ts'

export const CLUB = 'Ringfence demo club'
export const TIMEZONE = 'Pacific/Auckland'

/** People of the demo club, by their usernames. Mail domains under `.example` do not exist (RFC 2606). */
export const people = {
  'demo.kiri': { name: 'Kiri Walker', role_name: 'User', billing_role: 'treasurer', part: 'treasurer' },
  'demo.lena': { name: 'Lena Schmidt', role_name: 'User', part: 'member who has to pay' },
  'demo.sam': { name: 'Sam Taufa', role_name: 'User', part: 'member who has paid' },
  'demo.ngaio': { name: 'Ngaio Marsden', role_name: 'Administrator', part: 'secretary' },
  'demo.oliver': { name: 'Oliver Chen', role_name: 'User', part: 'member who has to pay' },
  'demo.ruth': { name: 'Ruth Hohepa', role_name: 'User', part: 'member with a family' },
  'demo.ilze': { name: 'Ilze Ozols', role_name: 'User', part: 'student' },
  'demo.tevita': { name: 'Tevita Latu', role_name: 'User', part: 'student' },
} as const satisfies Record<string, DemoPerson>

export type Username = keyof typeof people
