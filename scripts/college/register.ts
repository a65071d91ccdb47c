import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { type Registered, registerDemo } from '../demo_organisation.ts'
import { COLLEGE, people, TIMEZONE } from './people.ts'

/** Finds or creates the demo college and its people. */
export const registerCollege = (db: Kysely<Database>, secret: string): Promise<Registered> =>
  registerDemo(db, secret, {
    demo: 'demo college',
    name: COLLEGE,
    timezone: TIMEZONE,
    currency: 'AUD',
    features: ['files', 'cpd'],
    people,
    domain: 'college.example',
  })
