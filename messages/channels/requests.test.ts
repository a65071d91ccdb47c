import { describe, expect, it } from 'vitest'
import type { ChannelPreset } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import { noteOf } from './note.ts'
import { type ChannelValues, type Note, requestOf } from './requests.ts'

const note: Note = {
  title: 'Ute has left Depot',
  text: '20 Nov 2026, 14:02',
  link: 'https://rf.example/app/map?tracker_id=1',
  type: 'alert.raised',
  tracker: 'Ute',
  id: 'msg_1',
  urgent: true,
}
const body = (preset: ChannelPreset, values: ChannelValues, of = note) => {
  const request = requestOf(preset, values, of)
  return { ...request, body: JSON.parse(request.body) }
}

describe('the request of each service, as its documentation has it', () => {
  it.each<[ChannelPreset, ChannelValues, string, object]>([
    [
      'ntfy',
      { topic: 'alerts' },
      'https://ntfy.sh',
      { topic: 'alerts', title: note.title, priority: 4, click: note.link },
    ],
    ['ntfy', { server: 'https://push.example/', topic: 'a' }, 'https://push.example', { topic: 'a' }],
    [
      'gotify',
      { server: 'https://g.example', token: 'T' },
      'https://g.example/message',
      { title: note.title, priority: 8 },
    ],
    [
      'telegram',
      { token: '12:Ab', chat: '-100' },
      'https://api.telegram.org/bot12:Ab/sendMessage',
      { chat_id: '-100' },
    ],
    ['telegram', { token: '../x', chat: '1' }, 'https://api.telegram.org/bot..%2Fx/sendMessage', {}],
    [
      'pushover',
      { token: 'T', user: 'U' },
      'https://api.pushover.net/1/messages.json',
      { token: 'T', user: 'U', priority: 1 },
    ],
    ['slack', { url: 'https://hooks.slack.com/services/T/B/x' }, 'https://hooks.slack.com/services/T/B/x', {}],
    ['teams', { url: 'https://t.example/w?sig=1' }, 'https://t.example/w?sig=1', { type: 'message' }],
    ['discord', { url: 'https://discord.com/api/webhooks/1/x' }, 'https://discord.com/api/webhooks/1/x', {}],
    ['http', { url: 'https://x.example/a/' }, 'https://x.example/a/', { title: note.title, text: note.text }],
  ])('%s %j', (preset, values, url, part) => {
    const request = body(preset, values)
    expect(request).toMatchObject({ method: 'POST', url })
    expect(request.body).toMatchObject(part)
  })

  it('matrix has one id in all attempts, and a room that stays one part of the path', () => {
    const request = requestOf('matrix', { server: 'https://m.example', room: '!a/b:m.example', token: 'T' }, note)
    const path = '/_matrix/client/v3/rooms/!a%2Fb%3Am.example/send/m.room.message/msg_1'
    expect(request).toMatchObject({
      method: 'PUT',
      url: `https://m.example${path}`,
      headers: { authorization: 'Bearer T' },
    })
  })
})

describe('names of trackers that are made to do harm', () => {
  const evil = { ...note, title: '<!channel> @everyone "}, {"x": "\n' }

  it('mention no one and end no text', () => {
    expect(body('slack', { url: 'https://s.example' }, evil).body.text).toContain('&lt;!channel&gt;')
    expect(body('discord', { url: 'https://d.example' }, evil).body.allowed_mentions).toEqual({ parse: [] })
    expect(body('http', { url: 'https://x.example', body: '{"t": "{title}"}' }, evil).body).toEqual({ t: evil.title })
  })

  it('are not filled in again', () => {
    const made = body(
      'http',
      { url: 'https://x.example', body: '{"t": "{title} {link}"}' },
      { ...note, title: '{link}' },
    )
    expect(made.body.t).toBe(`{link} ${note.link}`)
  })

  it('stand as they are where the text is not JSON', () => {
    const values = { url: 'https://x.example', headers: 'Content-Type: text/plain\nX-Key: 1', body: '{title}' }
    expect(requestOf('http', values, evil)).toMatchObject({ body: evil.title, headers: { 'x-key': '1' } })
  })
})

describe('an event in words', () => {
  const event = (type: string, data: object, locale = 'en') =>
    noteOf({
      body: JSON.stringify({ type, timestamp: '2026-11-20T01:02:03Z', data }),
      id: 'msg_1',
      locale,
      timezone: 'Pacific/Auckland',
      public_url: 'https://rf.example',
    })
  const tracker = { id: 1, number: '86', name: 'Ute' }
  const alert = { kind: 'left_boundary', alarm: null, boundary: { name: 'Depot' } }

  it.each([
    ['alert.raised', { tracker, alert }, 'en', 'Ute has left Depot'],
    ['alert.ended', { tracker, alert }, 'en', 'Over: Ute has left Depot'],
    ['alert.raised', { tracker, alert }, 'mi', 'Kua wehe a Ute i Depot'],
    ['alert.raised', { tracker: { ...tracker, name: null }, alert: { kind: 'new kind' } }, 'en', '86: new kind'],
    ['trip.ended', { tracker, trip: { distance_m: 12_340 } }, 'en', 'Ute has ended a trip of 12.3 km'],
    ['visit.began', { tracker, boundary: { name: 'Depot' } }, 'en', 'Ute has arrived at Depot'],
    ['command.answered', { tracker, command: { answer: 'OK' } }, 'en', 'Ute has answered: OK'],
    ['test', {}, 'en', 'A test from Ringfence'],
  ])('%s %j in %s', (type, data, locale, title) => {
    const made = event(type, data, locale)
    expect(made.title).toBe(title)
    expect(made.text).toMatch(/14:02|2:02/)
  })
})
