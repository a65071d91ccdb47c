import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * What was sent stays what was sent: the content of a file that a message carries is not replaced.
 *
 * @throws {AppError} not_possible
 */
export async function checkNotSent(db: Db, file_id: number): Promise<void> {
  const { rows } =
    await sql`select 1 from attachment where file_id = ${file_id} and message_id is not null limit 1`.execute(db)
  if (rows.length > 0) {
    throw new AppError('not_possible', 'This file was sent with a message. Please upload the new one beside it.')
  }
}
