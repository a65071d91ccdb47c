import { sql } from 'kysely'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from './people.ts'

/** The day at a number of days from today, in Pacific/Auckland as organisations are. */
export function day(offset: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
  return parts.format(new Date(Date.now() + offset * 24 * 3600_000))
}

/** An organisation with CPD: a trainee, a supervisor with a current relationship, and one person of each role. */
export async function makeCollege(network: Network, name: string): Promise<College> {
  const organisation = await makeOrganisation(network, name)
  await switchFeatures(network, organisation.id, ['tracking', 'files', 'cpd'])
  const trainee = organisation.user
  const supervisor = await makePerson(network, `${name}-supervisor`, organisation.id, 'User')
  const relationship_id = await relate(network, { organisation, trainee, other: supervisor })
  return { ...organisation, trainee, supervisor, relationship_id }
}

export async function switchFeatures(network: Network, organisation_id: number, features: string[]): Promise<void> {
  await sql`insert into organisation_config (organisation_id, features) values (${organisation_id}, ${features})
    on conflict (organisation_id) do update set features = excluded.features`.execute(network.db)
}

/** Takes a step that a job does, such as the closing of a cycle, and waits for the end of the job. */
export async function byJob(network: Network, { client }: Person, step: string, body: object): Promise<void> {
  const { data } = await client.call('POST', step, body as never)
  await network.server.api.workers.drain()
  const job = await network.db.selectFrom('job').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
  if (job.state !== 'done') throw new Error(`${step}: the job is ${job.state}, ${job.error_message}`)
}

/** A relationship that the trainee has asked for and the other has accepted. */
export async function relate(
  network: Network,
  { organisation, trainee, other, ...more }: Related & Record<string, unknown>,
): Promise<number> {
  const { id } = await network.db
    .insertInto('userrelationship')
    .values({
      organisation_id: organisation.id,
      user_id: trainee.id,
      other_user_id: other.id,
      kind: 'supervisor',
      state: 'accepted',
      requested_by_user_id: trainee.id,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Related = { organisation: { id: number }; trainee: Person; other: Person }
export type College = Organisation & { trainee: Person; supervisor: Person; relationship_id: number }
