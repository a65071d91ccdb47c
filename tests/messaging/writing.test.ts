import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { purgeDeleted } from '#api/upkeep.ts'
import { dropOldMessages } from '#messages/queue/retain.ts'
import { upload } from '../files/uploads.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
let theirs: Organisation
beforeAll(async () => {
  setting = await startSetting()
  theirs = await makeOrganisation(setting.network, 'theirs')
})
afterAll(() => setting.stop())

const MARK = 'kererū in the pūriri'
const body = { state: 'draft', subject: MARK, text: MARK } as const
const clientOf = (token: string) => createClient({ base: setting.network.url, token: () => token, retries: 0 })

describe('a draft of a message', () => {
  it('is changed, listed under drafts, sent once and gone then', async () => {
    const { administrator, user, staff, customer, id: organisation_id } = setting.people
    const { client } = administrator
    const to = { recipient_user_ids: [user.id], bcc_user_ids: [customer.id], sms: true }
    const { data: draft, status } = await client.create('message', { ...body, ...to, text: '' })
    expect([status, draft]).toMatchObject([
      201,
      {
        state: 'draft',
        kind: 'person',
        subject: MARK,
        text: '',
        recipients: 'freight-user',
        deliveries: [],
        draft: {
          to: [{ user_id: user.id, display_name: 'freight-user', email: 'freight-user@example.com' }],
          cc: [],
          bcc: [{ user_id: customer.id }],
          sms: true,
        },
      },
    ])
    const changes = { subject: ' Hui ', text: 'At ten.', cc_user_ids: [staff.id], sms: false }
    const { data: changed } = await client.update('message', { id: draft.id, ...changes })
    expect(changed).toMatchObject({ id: draft.id, subject: 'Hui', text: 'At ten.', cc: 'freight-staff' })
    expect(changed.draft).toMatchObject({ to: [{ user_id: user.id }], cc: [{ user_id: staff.id }], sms: false })
    await expect(
      client.update('message', { id: draft.id, subject: 'Old', modified_at: draft.modified_at }),
    ).rejects.toMatchObject({ status: 474 })
    const ids = async (filter: object) => (await client.list('message', filter)).data.map(({ id }) => id)
    expect(await ids({ state: 'draft' })).toEqual([draft.id])
    expect(await ids({ is_draft: true })).toEqual([draft.id])
    expect(await ids({ is_draft: false, sender_user_id: administrator.id })).not.toContain(draft.id)
    await setting.settled()
    expect(setting.smtp.to('freight-user@example.com')).toEqual([])

    const send = () => client.call('POST', 'message/send', { id: draft.id })
    const results = await Promise.allSettled([send(), send()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(send()).rejects.toMatchObject({ status: 404 })
    const [answer] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(answer.data).toMatchObject({ subject: 'Hui', draft: null, recipients: 'freight-user', bcc: '' })
    await setting.settled()
    for (const person of [user, staff, customer])
      expect(setting.smtp.to(`${person.username}@example.com`).map((mail) => mail.subject)).toEqual(['Hui'])
    const { rows } =
      await sql`select 1 from message where draft is not null and organisation_id = ${organisation_id}`.execute(
        setting.network.db,
      )
    expect(rows).toEqual([])
  })

  it('is read by its writer only: no recipient, administrator, impersonator or file of the organisation has it', async () => {
    const { network, people } = setting
    const { user, administrator, staff, id: organisation_id } = people
    const file = (await upload(network, user.token, MARK, { name: `${MARK}.txt` })).data
    const { data: draft } = await user.client.create('message', {
      ...body,
      recipient_user_ids: [administrator.id],
      file_ids: [file.id],
    })
    expect(draft).toMatchObject({ attachments: 1, draft: { to: [{ user_id: administrator.id, email: '' }] } })
    const { token } = (await network.admin.call('POST', 'user/impersonate', { id: user.id })).data as { token: string }
    const others = [administrator, staff, theirs.administrator].map(({ client }) => client)
    for (const client of [...others, network.admin, clientOf(token)]) {
      const texts = JSON.stringify(
        await Promise.all([
          client.list('message', { limit: 1000 }),
          client.list('message', { search: 'kererū', is_draft: true }),
          client.list('message', { sender_user_id: user.id, state: 'draft' }),
          client.list('attachment', { message_id: draft.id }),
        ]),
      )
      expect(texts).not.toContain(MARK)
      const refused = { status: 404 }
      await expect(client.read('message', draft.id)).rejects.toMatchObject(refused)
      await expect(client.update('message', { id: draft.id, text: 'Mine' })).rejects.toMatchObject(refused)
      await expect(client.remove('message', draft.id)).rejects.toMatchObject(refused)
      for (const action of ['send', 'resend'])
        await expect(client.call('POST', `message/${action}`, { id: draft.id })).rejects.toMatchObject(refused)
    }
    await expect(clientOf(token).create('message', body)).rejects.toMatchObject({ status: 403 })
    expect((await administrator.client.call('GET', 'messages/unread')).data).toEqual({ unread: 0 })
    await expect(user.client.call('POST', 'message/resend', { id: draft.id })).rejects.toMatchObject({ status: 476 })

    // The files are those that it names; a message that was sent is not changed.
    expect((await user.client.update('message', { id: draft.id, file_ids: [] })).data.attachments).toBe(0)
    await user.client.update('message', { id: draft.id, file_ids: [file.id] })
    const { data: sent } = await user.client.call('POST', 'message/send', { id: draft.id })
    expect(sent).toMatchObject({ attachments: 1, recipients: 'freight-administrator', organisation_id })
    await expect(user.client.update('message', { id: sent.id, text: 'Other' })).rejects.toMatchObject({ status: 403 })
    await expect(administrator.client.update('message', { id: sent.id, text: 'Other' })).rejects.toMatchObject({
      status: 476,
      message: 'The message was sent already: only drafts are changed.',
    })
  })

  it('has the rights, recipients and limits of the moment at which it is sent', async () => {
    const { network, people } = setting
    const { administrator, user, id: organisation_id } = people
    await expect(user.client.create('message', { ...body, recipient_user_ids: [user.id] })).rejects.toMatchObject({
      status: 400,
      field: 'recipient_user_ids',
    })
    await expect(user.client.create('message', { ...body, sms: true })).rejects.toMatchObject({ status: 403 })
    await expect(user.client.create('message', { ...body, organisation_id: theirs.id })).rejects.toMatchObject({
      status: 404,
    })
    const leaver = await makePerson(network, 'leaver', organisation_id, 'User')
    const to = { recipient_user_ids: [leaver.id], cc_user_ids: [user.id] }
    const { data: draft } = await administrator.client.create('message', { ...body, ...to })
    const { data: empty } = await administrator.client.create('message', { ...body, subject: '', text: '' })
    await expect(administrator.client.call('POST', 'message/send', { id: empty.id })).rejects.toMatchObject({
      status: 467,
      field: 'subject',
    })
    const { data: alone } = await administrator.client.create('message', { ...body, recipient_user_ids: [leaver.id] })
    await network.db.deleteFrom('membership').where('user_id', '=', leaver.id).execute()
    await expect(administrator.client.call('POST', 'message/send', { id: alone.id })).rejects.toMatchObject({
      status: 476,
      field: 'recipient_user_ids',
    })
    await administrator.client.remove('message', alone.id)
    expect((await administrator.client.read('message', draft.id)).data.draft).toMatchObject({ to: [], cc: [{}] })
    const limit = (messages_per_day: number | null) =>
      network.admin.call('POST', 'organisation/quotas', { organisation_id, quotas: { messages_per_day } })
    await limit(1)
    const send = () => administrator.client.call('POST', 'message/send', { id: draft.id })
    await expect(send()).rejects.toMatchObject({ status: 476 })
    await limit(null)
    expect((await send()).data).toMatchObject({ recipients: '', cc: 'freight-user' })
    await network.admin.call('POST', 'organisation/quotas', {
      organisation_id,
      quotas: { message_drafts_of_person: 1 },
    })
    await expect(administrator.client.create('message', body)).rejects.toMatchObject({
      status: 476,
      message: 'You have 1 drafts of messages, as many as one person may have.',
    })
    await administrator.client.remove('message', empty.id)
    await administrator.client.create('message', body)
    const none = { organisation_id, quotas: { message_drafts_of_person: null } }
    await network.admin.call('POST', 'organisation/quotas', none)
  })

  it('is kept as long as it is changed, and goes with its writer', async () => {
    const { network, people } = setting
    const writer = await makePerson(network, 'writer', people.id, 'User')
    const [old, changed] = [await writer.client.create('message', body), await writer.client.create('message', body)]
    await sql`update message set created_at = now() - interval '401 days',
        modified_at = case when id = ${old.data.id} then now() - interval '401 days' else now() end
      where draft is not null and sender_user_id = ${writer.id}`.execute(network.db)
    expect(await dropOldMessages(network.db, 400)).toBe(1)
    expect((await writer.client.list('message', { state: 'draft' })).data).toMatchObject([{ id: changed.data.id }])
    await sql`update user_account set deleted_at = now() - interval '60 days' where id = ${writer.id}`.execute(
      network.db,
    )
    await purgeDeleted(network.server.api.context)
    const left = network.db.selectFrom('message').select('id').where('id', '=', changed.data.id)
    expect(await left.execute()).toEqual([])
  })
})

describe('a template for messages that people write', () => {
  it('has a name of its own in its organisation, and is read by its members', async () => {
    const { administrator, user, customer, id: organisation_id } = setting.people
    const { client } = administrator
    const template = { name: ' Welcome ', subject: 'Nau mai', text: 'Kia ora {{name}}' }
    const { data } = await client.create('messagetemplate', template)
    expect(data).toMatchObject({
      kind: 'person',
      name: 'Welcome',
      channel: 'email',
      organisation_id,
      text: template.text,
    })
    for (const kind of ['person', undefined] as const)
      await expect(
        client.create('messagetemplate', { ...template, name: 'WELCOME', ...(kind && { kind }) }),
      ).rejects.toMatchObject({ status: 468, field: 'name' })
    // The name of a built-in one overrides it, unless it is said to be for people.
    const alarm = { name: 'alarm', text: 'Ring 111.' }
    expect((await client.create('messagetemplate', { ...alarm, kind: 'person', channel: 'sms' })).data.kind).toBe(
      'person',
    )
    expect((await client.create('messagetemplate', alarm)).data.kind).toBe('system')
    await expect(client.create('messagetemplate', { ...template, kind: 'system' })).rejects.toMatchObject({
      status: 400,
      field: 'name',
    })
    await expect(client.create('messagetemplate', { ...alarm, name: 'Blank', text: ' ' })).rejects.toMatchObject({
      field: 'text',
    })
    const renamed = await client.update('messagetemplate', { id: data.id, name: 'Haere mai', channel: 'sms' })
    expect(renamed.data).toMatchObject({ name: 'Haere mai', channel: 'sms' })
    for (const person of [user, customer]) {
      const { data: read } = await person.client.list('messagetemplate', {})
      expect(read.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual(['person Haere mai', 'person alarm'])
      await expect(person.client.update('messagetemplate', { id: data.id, text: 'x' })).rejects.toMatchObject({
        status: 403,
      })
    }
    expect((await theirs.administrator.client.list('messagetemplate', {})).data).toEqual([])
    await theirs.administrator.client.create('messagetemplate', { ...template, name: 'Haere mai' })
    await expect(
      setting.network.admin.create('messagetemplate', { ...template, organisation_id: null }),
    ).rejects.toMatchObject({ status: 400, field: 'organisation_id' })
  })

  it('is never the text of an alert', async () => {
    const { administrator } = setting.people
    const { data } = await administrator.client.create('messagetemplate', {
      kind: 'person',
      name: 'left_boundary',
      channel: 'email',
      text: 'A text for people',
    })
    await setting.leave(await setting.tracker('truck'))
    await setting.settled()
    expect(setting.smtp.to('freight-user@example.com').at(-1)!.subject).toBe('truck has left Depot')
    await expect(
      administrator.client.create('messagetemplate', { name: 'left_boundary', channel: 'email', text: '{{colour}}' }),
    ).rejects.toMatchObject({ field: 'text' })
    await administrator.client.remove('messagetemplate', data.id)
  })
})
