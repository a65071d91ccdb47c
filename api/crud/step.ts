import type { TObject } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../context.ts'
import { read } from './crud.ts'
import type { Resource, RowIn } from './resource.ts'
import { rows } from './rows.ts'
import { transact } from './transact.ts'
import type { Viewer } from './viewer.ts'

/**
 * Takes a step of a row, such as its approval, in a transaction. The row is locked, as the viewer reads it.
 *
 * @param step checks the row, and returns the fields to set
 * @throws {AppError} not_found for a row that the viewer may not read
 */
export async function takeStep<Row extends TObject>(
  context: ApiContext,
  resource: Resource<string, Row>,
  viewer: Viewer,
  id: number,
  step: (trx: Trx, row: RowIn<Row>) => Promise<object>,
): Promise<void> {
  await transact(context, async (trx) => {
    const row = await read(trx, resource, viewer, id, { lock: true })
    const { organisation_id } = row as { organisation_id: number }
    // The name of any table with an id and an organisation.
    const table = resource.table as 'devplan'
    await rows(trx, table).update({ ...(await step(trx, row)), id, organisation_id })
  })
}
