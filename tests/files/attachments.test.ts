import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeDeleted } from '#api/upkeep.ts'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { box, type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../seeds/people.ts'
import { bytesOf, upload } from './uploads.ts'

let network: Network
let smtp: MailServer
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})
afterAll(async () => {
  await network?.stop()
  await smtp?.stop()
})

let count = 0
const put = async (person: Person, bytes: Uint8Array | string = 'x', name = `file-${++count}.txt`) =>
  (await upload(network, person.token, bytes, { name, fields: { on_conflict: 'rename' } })).data as {
    id: number
    name: string
  }
const trackerOf = async (person: Person) =>
  (await person.client.create('tracker', { number: `unit-${++count}`, name: `Ute ${count}` })).data
const attach = async (person: Person, body: object) => (await person.client.create('attachment', body as never)).data
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ status: 200 }),
    ({ status, field, message }) => ({ status, field, message }),
  )
const read = async ({ token }: Person, id: number) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${network.url}/api/v1/attachment/${id}/download`, { method: 'POST', headers })
  return response.status === 200 ? String(await bytesOf(response)) : response.status
}

describe('a file attached to a tracker', () => {
  it('is read by everybody who sees the tracker, and gives no right to the file itself', async () => {
    const tracker = await trackerOf(ours.user)
    const file = await put(ours.user, 'warranty', 'Whāngārei.pdf')
    const attachment = await attach(ours.user, { file_id: file.id, tracker_id: tracker.id })
    expect(attachment).toMatchObject({
      name: 'Whāngārei.pdf',
      size: 8,
      subject: tracker.name,
      attached_by: 'ours-user',
    })
    for (const person of [ours.user, ours.staff, ours.administrator]) {
      expect((await person.client.list('attachment', { tracker_id: tracker.id })).data).toMatchObject([
        { file_id: file.id },
      ])
      expect(await read(person, attachment.id)).toBe('warranty')
    }
    for (const person of [ours.customer, theirs.administrator]) {
      expect((await person.client.list('attachment', { tracker_id: tracker.id })).data).toEqual([])
      expect(await read(person, attachment.id)).toBe(404)
    }
    expect(await refused(ours.staff.client.read('file', file.id))).toMatchObject({ status: 404 })
    expect(await refused(ours.staff.client.call('POST', `file/${file.id}/view`, {}))).toMatchObject({ status: 404 })
    expect(await refused(ours.staff.client.remove('attachment', attachment.id))).toMatchObject({ status: 403 })
    await ours.user.client.remove('attachment', attachment.id)
    expect(await read(ours.staff, attachment.id)).toBe(404)
    expect((await ours.user.client.read('file', file.id)).data.name).toBe('Whāngārei.pdf')
  })

  it('is read by an address that ends with the right to see the tracker', async () => {
    const leaver = await makePerson(network, 'attachment-leaver', ours.id, 'Staff')
    const tracker = await trackerOf(ours.user)
    const { id } = await attach(ours.user, { file_id: (await put(ours.user, 'mine')).id, tracker_id: tracker.id })
    const { data } = await leaver.client.call('POST', `attachment/${id}/view`, {})
    const address = network.url + data.url
    expect(await (await fetch(address)).text()).toBe('mine')
    const other = await attach(ours.user, { file_id: (await put(ours.user, 'not yours')).id, tracker_id: tracker.id })
    expect((await fetch(address.replace(`/${id}/`, `/${other.id}/`))).status).toBe(469)
    // The signature of an attachment is not one of a file of the same number.
    expect((await fetch(address.replace('/attachment/', '/file/'))).status).toBe(469)
    await network.db.updateTable('membership').set({ role_name: 'Customer' }).where('user_id', '=', leaver.id).execute()
    expect((await fetch(address)).status).toBe(404)
  })

  it('is attached once, and only by who may change the tracker and see the file', async () => {
    const mine = await trackerOf(ours.user)
    const file = await put(ours.user)
    const first = await attach(ours.user, { file_id: file.id, tracker_id: mine.id })
    expect((await attach(ours.user, { file_id: file.id, tracker_id: mine.id })).id).toBe(first.id)
    const foreign = await trackerOf(theirs.user)
    const theirFile = await put(theirs.user)
    const trial = (person: Person, body: object) => refused(person.client.create('attachment', body as never))
    const { data: folders } = await ours.user.client.call('GET', 'folders')
    const folder = folders.find((one: { owner_user_id: number }) => one.owner_user_id === ours.user.id)
    const staffFile = await put(ours.staff)
    expect([
      await trial(ours.user, { file_id: theirFile.id, tracker_id: mine.id }),
      await trial(ours.user, { file_id: staffFile.id, tracker_id: mine.id }),
      await trial(ours.user, { file_id: file.id, tracker_id: foreign.id }),
      await trial(ours.customer, { file_id: (await put(ours.customer)).id, tracker_id: mine.id }),
      await trial(ours.staff, { file_id: staffFile.id, tracker_id: mine.id }),
      await trial(ours.user, { file_id: folder.id, tracker_id: mine.id }),
      await trial(ours.user, { file_id: file.id }),
      await trial(ours.user, { file_id: file.id, message_id: 1 }),
      // A platform administrator sees both, but they are of two organisations.
      await refused(network.admin.create('attachment', { file_id: file.id, tracker_id: foreign.id })),
    ]).toMatchObject([
      { status: 404, field: 'file_id' },
      { status: 404, field: 'file_id' },
      { status: 404, field: 'tracker_id' },
      { status: 404, field: 'tracker_id' },
      { status: 403 },
      { status: 476, field: 'file_id' },
      { status: 400, field: 'tracker_id' },
      { status: 400, field: 'message_id' },
      { status: 404, field: 'file_id' },
    ])
  })

  it('is hidden while the file is in the trash, and its deletion says so', async () => {
    const tracker = await trackerOf(ours.user)
    const file = await put(ours.user)
    const { id } = await attach(ours.user, { file_id: file.id, tracker_id: tracker.id })
    const { message } = await ours.user.client.call('DELETE', 'file', { id: file.id })
    expect(message).toBe(`It is in the trash. It was attached to ${tracker.name}, and is not shown there any more.`)
    expect(await read(ours.user, id)).toBe(404)
    expect((await ours.user.client.list('attachment', { tracker_id: tracker.id })).data).toEqual([])
    expect(
      await refused(ours.user.client.create('attachment', { file_id: file.id, tracker_id: tracker.id })),
    ).toMatchObject({ status: 476 })
    await ours.user.client.update('file', { id: file.id, deleted: false })
    expect(await read(ours.user, id)).toBe('x')
    await ours.user.client.call('DELETE', 'file', { id: file.id, forever: true })
    expect(await read(ours.user, id)).toBe(404)
  })

  it('does not name what the owner of the file does not see', async () => {
    const tracker = await trackerOf(ours.administrator)
    const file = await put(ours.user)
    await attach(ours.administrator, { file_id: file.id, tracker_id: tracker.id })
    const { message } = await ours.user.client.call('DELETE', 'file', { id: file.id })
    expect(message).toContain('something that you do not see')
    expect(message).not.toContain(tracker.name)
  })

  it('goes with the tracker, with its owner’s account, and into the export of their data', async () => {
    const owner = await makePerson(network, 'attachment-owner', ours.id, 'User')
    const tracker = await trackerOf(owner)
    const file = await put(owner)
    const attachment = await attach(owner, { file_id: file.id, tracker_id: tracker.id })
    const headers = { authorization: `Bearer ${owner.token}` }
    const exported = await (await fetch(`${network.url}/api/v1/user/data`, { headers })).json()
    expect(exported.attachments).toMatchObject([{ id: attachment.id, name: file.name }])
    const other = await trackerOf(ours.administrator)
    await attach(ours.administrator, { file_id: file.id, tracker_id: other.id })
    await owner.client.remove('tracker', tracker.id)
    expect((await owner.client.read('file', file.id)).data.id).toBe(file.id)
    const left = async () =>
      await network.db.selectFrom('attachment').select('tracker_id').where('file_id', '=', file.id).execute()
    expect(await left()).toEqual([{ tracker_id: other.id }])
    await owner.client.call('DELETE', 'user/account', { password: PASSWORD })
    await network.db
      .updateTable('user_account')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', owner.id)
      .execute()
    await purgeDeleted(network.server.api.context)
    expect(await left()).toEqual([])
  })
})

describe('a file attached to a boundary', () => {
  it('is read by who sees the boundary', async () => {
    const geometry = box(174, -37, 175, -36)
    const { data: shared } = await ours.administrator.client.create('boundary', { name: 'Depot', geometry })
    const { data: own } = await ours.user.client.create('boundary', { name: 'Mine', geometry })
    const plan = await attach(ours.administrator, {
      file_id: (await put(ours.administrator, 'plan')).id,
      boundary_id: shared.id,
    })
    const secret = await attach(ours.user, { file_id: (await put(ours.user, 'secret')).id, boundary_id: own.id })
    expect([await read(ours.customer, plan.id), await read(theirs.user, plan.id)]).toEqual(['plan', 404])
    expect([await read(ours.staff, secret.id), await read(ours.customer, secret.id)]).toEqual(['secret', 404])
    expect(
      await refused(
        ours.user.client.create('attachment', { file_id: (await put(ours.user)).id, boundary_id: shared.id }),
      ),
    ).toMatchObject({ status: 403 })
  })
})

describe('files of a message', () => {
  const mailTo = async (address: string) => {
    await network.server.delivery.drain()
    return smtp.to(address).at(-1)!
  }
  const send = (person: Person, body: object) =>
    person.client.create('message', { subject: 'Papers', text: 'Here they are.', ...body } as never)

  it('go with the mails, and are read by sender and recipients only', async () => {
    const bytes = randomBytes(30_000)
    const [picture, paper] = [await put(ours.user, bytes, 'Tūī 🐦.bin'), await put(ours.user, '<script>', 'page.html')]
    const { data } = await send(ours.user, { file_ids: [picture.id, paper.id] })
    expect(data.attachments).toBe(2)
    const { raw } = await mailTo('ours-administrator@example.com')
    expect(raw.replaceAll('\r\n', '')).toContain(bytes.toString('base64'))
    expect(raw).toMatch(/filename\*0\*=utf-8''T%C5%AB%C4%AB%20%F0%9F%90%A6\.bin/i)
    expect(raw).toMatch(/Content-Disposition: attachment; filename=page\.html/)
    const { data: attachments } = await ours.administrator.client.list('attachment', { message_id: data.id })
    expect(attachments.map(({ name, subject }) => [name, subject])).toEqual([
      ['Tūī 🐦.bin', 'Papers'],
      ['page.html', 'Papers'],
    ])
    expect(await read(ours.administrator, attachments[1]!.id)).toBe('<script>')
    for (const person of [ours.staff, ours.customer, theirs.administrator])
      expect(await read(person, attachments[1]!.id)).toBe(404)
    // What was sent stays what was sent.
    const changed = await upload(network, ours.user.token, 'other', { method: 'POST', fields: { id: paper.id } })
    expect([changed.status, changed.message]).toEqual([476, expect.stringContaining('was sent with a message')])
  })

  it('are the sender’s own or the organisation’s, no folders, and 10 MB together', async () => {
    const trial = (file_ids: number[]) => refused(send(ours.user, { file_ids }))
    const large = await put(ours.user, Buffer.alloc(6 * 2 ** 20), 'large.bin')
    const twin = await put(ours.user, Buffer.alloc(6 * 2 ** 20), 'twin.bin')
    expect([
      await trial([(await put(theirs.user)).id]),
      await trial([(await put(ours.staff)).id]),
      await trial([large.id, twin.id]),
      await trial(Array.from({ length: 21 }, (_, i) => i + 1)),
    ]).toMatchObject([
      { status: 404, field: 'file_ids' },
      { status: 404, field: 'file_ids' },
      { status: 413, field: 'file_ids' },
      { status: 400, field: 'file_ids' },
    ])
    const { rows } =
      await sql`select 1 from message where subject = 'Papers' and sender_user_id = ${ours.user.id}`.execute(network.db)
    expect(rows).toHaveLength(1)
  })

  it('that were deleted before the mail goes are left out, and it says so', async () => {
    const [kept, gone] = [await put(ours.user, 'kept', 'kept.txt'), await put(ours.user, 'gone', 'gone.txt')]
    smtp.refuse({ at: 'MAIL', code: 421 })
    await send(ours.user, { file_ids: [kept.id, gone.id], subject: 'Late' })
    await network.server.delivery.drain()
    await ours.user.client.remove('file', gone.id)
    smtp.refuse(null)
    await expect.poll(() => smtp.mails.filter(({ subject }) => subject.includes('Late')).length).toBe(1)
    const { raw, text } = smtp.mails.find(({ subject }) => subject.includes('Late'))!
    expect(text).toContain('did not pass the virus scan: gone.txt')
    expect(raw).toContain('filename=kept.txt')
    expect(raw).not.toContain(Buffer.from('gone').toString('base64'))
  })

  it('wait for the virus scan with their mail', async () => {
    const file = await put(ours.user, 'scanned')
    await network.db.updateTable('file').set({ scan_state: 'waiting' }).where('id', '=', file.id).execute()
    const { data } = await send(ours.user, { file_ids: [file.id], subject: 'Waiting' })
    await network.server.delivery.drain()
    const delivery = (await ours.user.client.read('message', data.id)).data.deliveries.find(
      ({ channel }) => channel === 'email',
    )
    expect(delivery).toMatchObject({ state: 'queued', reason: `${file.name} waits for the virus scan` })
    await network.db.updateTable('file').set({ scan_state: 'clean' }).where('id', '=', file.id).execute()
    await sql`update message_delivery set due_at = now() where message_id = ${data.id}`.execute(network.db)
    expect((await mailTo('ours-administrator@example.com')).subject).toContain('Waiting')
  })
})
