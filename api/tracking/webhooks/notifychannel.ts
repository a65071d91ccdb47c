import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { channelPresets } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import {
  addressOf,
  type ChannelField,
  type ChannelValues,
  channelFields,
  presets,
  requestOf,
} from '#messages/channels/requests.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { checkAddress, checkFilters, endpointLists, ofEndpoints, shownColumns, writeFresh } from './endpoints.ts'

const { name, types, tracker_ids, group_ids, active } = shownColumns
const preset = Type.Unsafe<(typeof channelPresets)[number]>(Type.String({ enum: [...channelPresets] }))
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const values = {
  server: text(500),
  url: text(1000),
  topic: text(100),
  token: text(500),
  user: text(100),
  chat: text(100),
  room: text(255),
  method: Type.Unsafe<'POST' | 'PUT' | 'GET'>(Type.String({ enum: ['POST', 'PUT', 'GET'] })),
  headers: text(2000),
  body: text(4000),
}

/** Chats and push services that are notified of events: as webhooks, in words. `messages/webhooks` does it. */
export const notifychannel = defineResource({
  name: 'notifychannel',
  plural: 'notifychannels',
  noun: 'channel',
  about: 'List channels: chats and push services that are notified of what happens, with the last error',
  ...endpointLists,
  row: Type.Object({ ...shownColumns, preset }),
  search: ['name'],
  reads: ofEndpoints('not null'),
  writes: ofEndpoints('not null'),
  quota: { organisation: 'notify_channels' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, types, preset }, { organisation_id: Id, tracker_ids, group_ids, active, ...values }),
    async run(trx, viewer, { organisation_id: given, preset, name, types, tracker_ids, group_ids, active, ...rest }) {
      const organisation_id = administeredFor(viewer, given)
      await checkFilters(trx, organisation_id, { tracker_ids, group_ids })
      const url = check(preset, rest)
      const endpoint = { organisation_id, preset, name, types, url, ...present({ tracker_ids, group_ids, active }) }
      const { id } = await rows(trx, 'webhook_endpoint').insert(endpoint)
      await seal(trx, Number(id), rest)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, types, tracker_ids, group_ids, active, ...values }),
    /** A new address needs all secrets again: otherwise the stored token could be sent to another server. */
    async run(trx, _viewer: Viewer, { id, organisation_id, name, types, tracker_ids, group_ids, active, ...rest }) {
      await checkFilters(trx, organisation_id, { tracker_ids, group_ids })
      const { preset } = await trx
        .selectFrom('webhook_endpoint')
        .select('preset')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const moves = Object.keys(rest).length > 0
      const url = moves ? check(preset!, rest) : undefined
      await writeFresh(trx, { id, organisation_id, ...present({ name, types, tracker_ids, group_ids, active, url }) })
      if (moves) await seal(trx, id, rest)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'webhook_endpoint').remove(target),
})

/**
 * @returns the origin, which is shown; the rest may be secret
 * @throws {AppError} that names the field
 */
function check(preset: (typeof channelPresets)[number], values: ChannelValues): string {
  const { needs, may } = presets[preset] as { needs: readonly ChannelField[]; may: readonly ChannelField[] }
  for (const field of needs) if (!values[field]?.trim()) throw wrong(field, 'is missing.')
  const others = channelFields.find((field) => values[field] !== undefined && ![...needs, ...may].includes(field))
  if (others) throw wrong(others, `is not asked for by ${preset}.`)
  const field = values.url === undefined ? 'server' : 'url'
  const address = checkAddress(field, addressOf(preset, values))
  for (const name of ['topic', 'token', 'user', 'chat', 'room'] as const) {
    if (values[name] !== undefined && /[\p{Cc}\s]/u.test(values[name]))
      throw wrong(name, 'has a space or a line break.')
  }
  checkTemplate(preset, values)
  return address.origin
}

/** By a trial, so that what cannot be sent is refused now. */
function checkTemplate(preset: (typeof channelPresets)[number], values: ChannelValues): void {
  if (preset !== 'http') return
  const note = { title: 'a', text: 'b', link: 'c', type: 'test', tracker: 'd', id: 'e', urgent: false }
  const { headers, body } = requestOf(preset, values, note)
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) || /[^\t\x20-\x7e]/.test(value) || hopByHop.has(name)) {
      throw wrong('headers', `has a line that cannot be sent: ${name}.`)
    }
  }
  if (!headers['content-type']!.includes('json')) return
  try {
    JSON.parse(body)
  } catch {
    throw wrong('body', 'is not JSON; for another kind of text give the header Content-Type.')
  }
}

/** Which belong to the connection. */
const hopByHop = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
])

async function seal(trx: Trx, id: number, values: ChannelValues): Promise<void> {
  const settings_sealed = contextOf(trx).keys.seal(JSON.stringify(values), purposes.notify_channel(id))
  await trx.updateTable('webhook_endpoint').set({ settings_sealed }).where('id', '=', id).execute()
}

function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
