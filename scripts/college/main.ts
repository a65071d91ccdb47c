import { enter, type Person, startDemo, type Written } from '../demo_organisation.ts'
import type { SignIns } from '../demo_people.ts'
import type { RingfenceServer } from '../server/compose.ts'
import type { Config } from '../server/config.ts'
import { COLLEGE, people, TIMEZONE, type Username } from './people.ts'
import { Recorder } from './records.ts'
import { trainees } from './story.ts'

/** Adds a college for professional development, each of whose records was made by the person whose it is. */
export const startCollege = (
  server: RingfenceServer,
  config: Config,
  print: (text: string) => void,
): Promise<SignIns | null> =>
  startDemo(server, config, print, {
    demo: 'demo college',
    name: COLLEGE,
    timezone: TIMEZONE,
    currency: 'AUD',
    features: ['files', 'cpd'],
    people,
    domain: 'college.example',
    shown: ['demo.aroha', 'demo.mere', 'demo.hana', 'demo.priya'],
    write: record,
  })

async function record({ url, organisation_id, password }: Written): Promise<void> {
  const entered = new Map<Username, Person>()
  for (const username of Object.keys(people) as Username[]) entered.set(username, await enter(url, username, password))
  const of = (username: Username) => entered.get(username)!
  const recorder = new Recorder(url, organisation_id)
  await recorder.define(of('demo.aroha').client)
  for (const [username, trainee] of Object.entries(trainees)) {
    await recorder.record(of(username as Username), of(trainee.supervisor), trainee)
  }
  for (const { client } of entered.values()) await client.call('POST', 'user/signout', {})
}
