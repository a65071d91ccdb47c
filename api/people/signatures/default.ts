import { Type } from 'typebox'
import { Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import * as crud from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { lockSignatures, makeDefault, signature } from './signature.ts'

const tags = ['signatures']

/** The signature that forms begin with. */
export const readDefaultSignature = defineAction({
  method: 'GET',
  path: 'signature/default',
  tags,
  summary: 'Read my default signature; 260 and null where there is none',
  answer: Nullable(signature.row),
  status: [200, 260],
  async run({ context: { db }, viewer }) {
    const { rows } = await crud.list(db, signature, viewer, { is_default: true, limit: 1 })
    return rows[0] ?? null
  },
})

export const setDefaultSignature = defineAction({
  method: 'POST',
  path: 'signature/default',
  tags,
  summary: 'Make a signature my default',
  body: IdQuery,
  answer: signature.row,
  message: 'This signature is your default now.',
  async run({ context, viewer, body: { id } }) {
    checkNotImpersonating(viewer)
    await crud.read(context.db, signature, viewer, id)
    await transact(context, async (trx) => {
      await lockSignatures(trx, viewer.user_id)
      await makeDefault(trx, viewer.user_id, id)
    })
    return crud.read(context.db, signature, viewer, id)
  },
})

export const listDefaultSignatures = defineAction({
  method: 'GET',
  path: 'signatures/default',
  tags,
  summary: 'List the default signatures that I may use: my own',
  answer: Type.Array(signature.row),
  async run({ context: { db }, viewer }) {
    const { rows } = await crud.list(db, signature, viewer, { is_default: true })
    return rows
  },
})
