import { enter, type Person } from '../demo_organisation.ts'
import type { SignIns } from '../demo_people.ts'
import { localUrl } from '../operator.ts'
import type { RingfenceServer } from '../server/compose.ts'
import { type Config, readSecret } from '../server/config.ts'
import { COLLEGE, people, type Username } from './people.ts'
import { Recorder } from './records.ts'
import { registerCollege } from './register.ts'
import { trainees } from './story.ts'

/**
 * Adds a college for professional development to a server in this process: its records are made through REST, each by
 * the person whose it is.
 *
 * @returns the usernames and the password; null where it was not made, or the password was changed
 */
export async function startCollege(
  server: RingfenceServer,
  config: Config,
  print: (text: string) => void,
): Promise<SignIns | null> {
  if (config.role === 'gateway') return null
  try {
    const { organisation_id, is_new, password } = await registerCollege(server.database.db, readSecret(config))
    if (is_new) {
      print(`Adding the ${COLLEGE} …`)
      await record(localUrl({ ...config, http_port: server.http_port }), organisation_id, password!)
    }
    return password === null ? null : { password, people: shown }
  } catch (error) {
    // The trackers of the demo do without it.
    print(`The ${COLLEGE} could not be made: ${(error as Error).message}`)
    return null
  }
}

/** Those that a newcomer may want to be. */
const shown = (['demo.aroha', 'demo.mere', 'demo.hana', 'demo.priya'] as const).map((username) => ({
  username,
  part: people[username].part,
}))

async function record(url: string, organisation_id: number, password: string): Promise<void> {
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
