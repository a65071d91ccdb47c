import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Tracker } from '#db/tables/tracking/tracker.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { defineAction } from '../crud/action.ts'
import * as crud from '../crud/crud.ts'
import { AppError } from '../http/errors.ts'
import { tracker } from './tracker.ts'
import { unknowndevice } from './unknowndevice.ts'

const { name, type, owner_user_id } = Tracker.columns
const Body = Type.Object(
  {
    id: Id,
    organisation_id: Id,
    name: Type.Optional(name),
    type: Type.Optional(type),
    owner_user_id: Type.Optional(owner_user_id),
  },
  { additionalProperties: false },
)

/** Creates a tracker for an unknown device, with the protocol that it used. Its next connection is accepted. */
export const adoptUnknownDevice = defineAction({
  method: 'POST',
  path: 'unknowndevice/adopt',
  config: { lasting: true },
  tags: ['unknowndevices'],
  summary: 'Register an unknown device as a tracker',
  body: Body,
  answer: tracker.create!.answer!,
  status: 201,
  message: 'The device has been registered as a tracker.',
  async run({ context, viewer, body: { id, ...fields } }) {
    const { db } = context
    const device = await db
      .selectFrom('unknown_device')
      .select(['number', 'protocol'])
      .where('id', '=', id)
      .where(unknowndevice.reads(viewer))
      .executeTakeFirst()
    if (!device) throw new AppError('not_found', 'There is no such unknown device.', 'id')
    const { number, protocol } = device
    if (number === null) throw new AppError('not_possible', 'The number of this device could not be read.', 'id')
    const created = await crud.create(context, tracker, viewer, { ...fields, number, transports: [protocol] })
    // The same device may have tried several protocols.
    await db.deleteFrom('unknown_device').where('canonical_number', '=', canonicalNumber(number)).execute()
    return created
  },
})
