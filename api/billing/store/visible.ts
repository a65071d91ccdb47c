import type { Db } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/** @throws {AppError} not_found for a product of another organisation that is not public */
export async function visibleProduct(db: Db, viewer: Viewer, id: number) {
  const product = await db
    .selectFrom('product')
    .select(['id', 'organisation_id', 'public', 'active', 'joins_as'])
    .where('id', '=', id)
    .executeTakeFirst()
  const own = viewer.memberships.some(({ organisation_id }) => organisation_id === product?.organisation_id)
  if (product && (own || (product.public && product.active))) return product
  throw new AppError('not_found', 'There is no such product.', 'product_id')
}
