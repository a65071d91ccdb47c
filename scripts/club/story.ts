import type { CreateBody } from '#api/client.ts'
import type { Username } from './people.ts'

/** What the demo club sells. Amounts are with GST. */
export const products = [
  {
    code: 'FULL',
    name: 'Full member',
    description: 'All trips, the huts at members’ prices, and the newsletter.',
    unit_amount: 12_000,
    period: 'year',
    account_code: '210',
  },
  {
    code: 'FAMILY',
    name: 'Family',
    description: 'Two adults and their children, at one address.',
    unit_amount: 16_000,
    period: 'year',
    account_code: '210',
    members_most: 6,
  },
  {
    code: 'STUDENT',
    name: 'Student',
    description: 'Full-time students up to 26 years.',
    unit_amount: 6000,
    period: 'year',
    account_code: '210',
    instalments: 4,
    instalment_every: 'quarter',
  },
  { code: 'HUT', name: 'Hut, one night', unit_amount: 2500, kind: 'item', account_code: '260' },
  { code: 'AVALANCHE', name: 'Avalanche course, two days', unit_amount: 28_000, kind: 'item', account_code: '220' },
] as const satisfies Omit<CreateBody<'product'>, 'organisation_id'>[]

type Code = (typeof products)[number]['code']

/** Who is a member by what, and what of it they have paid: all, the first instalment, or nothing yet. */
export const members: Partial<Record<Username, [Code, 'all' | 'part' | 'nothing']>> = {
  'demo.sam': ['FULL', 'all'],
  'demo.lena': ['FULL', 'nothing'],
  'demo.oliver': ['FULL', 'nothing'],
  'demo.ruth': ['FAMILY', 'all'],
  'demo.ilze': ['STUDENT', 'part'],
  'demo.tevita': ['STUDENT', 'all'],
}

/** Contacts who are no members. */
export const others = [
  { name: 'Kauri Scouts', company: 'Kauri Scouts Incorporated', email: 'office@scouts.example', city: 'Auckland' },
  { name: 'Hillside School', email: 'accounts@hillside.example', city: 'Hamilton' },
  { name: 'Matariki Outdoors', company: 'Matariki Outdoors Limited', email: 'pay@matariki.example', city: 'Taupō' },
] as const

/** Invoices besides memberships, by the days since they were issued. */
export const invoices: Issued[] = [
  { to: 'Hillside School', days: 75, lines: [['AVALANCHE', '6']], paid: 'all' },
  { to: 'Kauri Scouts', days: 61, lines: [['HUT', '18']], paid: 'all', reference: 'Term 3 camp' },
  {
    to: 'Matariki Outdoors',
    days: 48,
    lines: [
      ['HUT', '12'],
      ['AVALANCHE', '2'],
    ],
    paid: 'part',
  },
  { to: 'demo.lena', days: 40, lines: [['AVALANCHE', '1']], paid: 'nothing' },
  { to: 'Kauri Scouts', days: 12, lines: [['HUT', '14']], paid: 'nothing', reference: 'Spring camp' },
  { to: 'demo.sam', days: 9, lines: [['HUT', '2']], paid: 'all' },
  { to: 'Hillside School', days: 5, lines: [['HUT', '20']], paid: 'nothing', credited: '4' },
  { to: 'Matariki Outdoors', days: 0, lines: [['AVALANCHE', '3']], paid: 'draft' },
]

type Issued = {
  /** The name of a contact, or a username. */
  to: (typeof others)[number]['name'] | Username
  days: number
  lines: [item: Code, quantity: string][]
  paid: 'all' | 'part' | 'nothing' | 'draft'
  reference?: string
  /** How many of its first line are credited. */
  credited?: string
}
