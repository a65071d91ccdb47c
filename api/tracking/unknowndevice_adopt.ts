import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Tracker } from '#db/tables/tracking/tracker.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import type { ApiContext } from '../context.ts'
import * as crud from '../crud/crud.ts'
import type { Resource } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { tracker as trackerResource } from './tracker.ts'
import { unknowndevice } from './unknowndevice.ts'

const tracker: Resource = trackerResource
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
export function addUnknownDeviceAdopt(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.post('/unknowndevice/adopt', {
    schema: {
      tags: ['unknowndevices'],
      summary: 'Register an unknown device as a tracker',
      body: Body,
      response: answers({ 201: trackerResource.create!.answer! }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, ...fields } = request.body
      const device = await db
        .selectFrom('unknown_device')
        .select(['number', 'protocol'])
        .where('id', '=', id)
        .where(unknowndevice.reads(viewer))
        .executeTakeFirst()
      if (!device) throw new AppError('not_found', 'There is no such unknown device.', 'id')
      const { number, protocol } = device
      if (number === null) throw new AppError('not_possible', 'The number of this device could not be read.', 'id')
      const data = await crud.create(context, tracker, viewer, { ...fields, number, transports: [protocol] })
      // The same device may have tried several protocols.
      await db.deleteFrom('unknown_device').where('canonical_number', '=', canonicalNumber(number)).execute()
      return reply.code(201).send({ data, message: 'The device has been registered as a tracker.' })
    },
  })
}
