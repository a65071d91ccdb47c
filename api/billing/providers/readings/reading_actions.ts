import { sql } from 'kysely'
import type { ApiContext } from '../../../context.ts'
import { defineAction } from '../../../crud/action.ts'
import { audit } from '../../../crud/audit.ts'
import { read } from '../../../crud/crud.ts'
import { IdQuery } from '../../../crud/resource.ts'
import { transact } from '../../../crud/transact.ts'
import { AppError } from '../../../http/errors.ts'
import { connectable } from '../access.ts'
import { orAppError } from '../errors.ts'
import { providerreading } from './providerreading.ts'
import type { Connected } from './queue.ts'
import { type DocumentRequest, readDocuments } from './read.ts'

export const readAgain = step('read', {
  summary: 'Read a document at the accounting provider again',
  work: (context, id) => readOne(context, id),
})

export const recordTheirs = step('record', {
  summary: 'Record the payments that the accounting provider has of an invoice: what is more than open becomes credit',
  work: (context, id) => readOne(context, id, true),
})

export const ignoreReading = step('ignore', {
  summary: 'Set a difference from the accounting provider aside, until it is another one',
  async work({ db }, id) {
    await sql`update provider_reading set state = 'ignored', ignored_reason = reason, modified_at = now()
      where id = ${id} and state = 'conflict'`.execute(db)
  },
})

function step<const Name extends string>(name: Name, { summary, work }: Step) {
  return defineAction({
    method: 'POST',
    path: `providerreading/${name}` as const,
    tags: ['invoicing'],
    summary,
    body: IdQuery,
    answer: providerreading.row,
    async run({ context, viewer, body: { id } }) {
      const { organisation_id } = await read(context.db, providerreading, viewer, id)
      await connectable(context.db, viewer, organisation_id)
      await work(context, id)
      await transact(context, (trx) =>
        audit(trx, viewer, `providerreading.${name}`, { organisation_id, entity: 'providerreading', entity_id: id }),
      )
      return read(context.db, providerreading, viewer, id)
    },
  })
}

/** @throws {AppError} not_possible where the books are not connected */
async function readOne(context: ApiContext, id: number, accepts = false): Promise<void> {
  const { rows } = await sql<Connected & DocumentRequest>`
    select c.id, c.organisation_id, c.tenant_id, r.external_id, i.type from provider_reading r
    join provider_connection c on c.id = r.provider_connection_id and c.state = 'connected' and c.tenant_id is not null
    join invoice i on i.id = r.invoice_id where r.id = ${id}`.execute(context.db)
  const [asked] = rows
  if (!asked) throw new AppError('not_possible', 'Xero is not connected.')
  await orAppError(readDocuments(context, asked, [asked], accepts))
}

type Step = { summary: string; work(context: ApiContext, id: number): Promise<void> }
