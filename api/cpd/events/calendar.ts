import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { list, read } from '../../crud/crud.ts'
import { type CalendarDay, icsOf } from '../../crud/sheets/ics.ts'
import { cpdevent } from './cpdevent.ts'

/** One event, or all that come up and are listed: a calendar reads the file again and changes its entries. */
export const readEventCalendar = defineAction({
  method: 'GET',
  path: 'cpdevents/calendar',
  tags: ['cpdevents'],
  summary: 'Read an event, or all listed ones that come up, as a calendar file (RFC 5545)',
  query: Type.Object({ id: Type.Optional(Id), organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Any(),
  async run({ context: { db }, viewer, query: { id, organisation_id }, reply }) {
    const coming = { coming: true, listed: true, limit: 500, sort: 'starts_at' }
    const filters = { ...coming, ...(organisation_id !== undefined && { organisation_id }) }
    const found =
      id === undefined ? (await list(db, cpdevent, viewer, filters)).rows : [await read(db, cpdevent, viewer, id)]
    const days = found.map(
      ({ id, name, place, starts_at, ends_at }): CalendarDay => ({
        uid: `cpd-event-${id}@ringfence`,
        day: starts_at.slice(0, 10),
        summary: name,
        at: { start: starts_at, end: ends_at },
        place,
      }),
    )
    reply.type('text/calendar; charset=utf-8').header('content-disposition', 'attachment; filename="events.ics"')
    return reply.send(icsOf('Events', days, new Date()))
  },
})
