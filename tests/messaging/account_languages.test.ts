import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { guest, lastMail, PASSWORD, register } from '../people/accounts.people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

const subject = async (to: string) => (await lastMail(network, to)).subject

describe('account mails are in the language of their reader', () => {
  it('set at registration by the language of the page', async () => {
    const { post } = guest(network)
    const email = 'aroha@example.com'
    await post('user/register', { email, terms: true, locale: 'mi' })
    const welcome = await lastMail(network, email)
    expect(welcome).toMatchObject({ subject: 'Whakaūngia tō rēhitatanga' })
    expect(welcome.text).toMatch(/^Nau mai ki a Ringfence\.[\s\S]*\n\nhttps?:\S+token=[\w-]+\n\n/)
    const passwords = { password: PASSWORD, password_confirm: PASSWORD }
    await post('user/register/complete', { token: welcome.token, username: 'aroha', ...passwords, terms: true })

    await post('user/register', { email, terms: true, locale: 'en' })
    expect(await subject(email)).toBe('Kei a koe kē tētahi pūkete')
    await post('password/reset', { email })
    const reset = await lastMail(network, email)
    expect(reset.subject).toBe('Tautuhia he kupuhipa hou')
    const changed = { new_password: `${PASSWORD} 2`, new_password_confirm: `${PASSWORD} 2` }
    await post('password/change', { token: reset.token, ...changed })
    expect(await subject(email)).toBe('Kua huria tō kupuhipa')

    const { data } = await post('user/signin', { username: 'aroha', password: changed.new_password })
    const signed_in = guest(network, data.token)
    await signed_in.post('email/change', { email: 'aroha@example.org', password: changed.new_password })
    const change = await lastMail(network, 'aroha@example.org')
    expect(change.subject).toBe('Whakaūngia tō wāhitau hou')
    await post('email/token', { token: change.token })
    expect(await subject(email)).toBe('Kua huria te wāhitau o tō pūkete')
  })

  it('set in the preferences', async () => {
    const { post } = guest(network)
    const email = 'tama@example.com'
    const { data } = await network.admin.create('organisation', { name: 'Tama’s' })
    await network.admin.create('invitation', { organisation_id: data.id, email, role_name: 'User' })
    const token = await register(network, 'tama')
    expect(await subject(email)).toBe('Confirm your registration')
    await guest(network, token).post('userconfig/save', { locale: 'mi-NZ' })
    await post('password/reset', { email })
    expect(await subject(email)).toBe('Tautuhia he kupuhipa hou')
    await guest(network, token).post('userconfig/save', { locale: 'en' })
    await post('password/reset', { email })
    expect(await subject(email)).toBe('Set a new password')
  })

  it('or, without an account, in that of the inviting organisation', async () => {
    const { data } = await network.admin.create('organisation', { name: 'Te Whare', locale: 'mi' })
    const invite = (email: string) =>
      network.admin.create('invitation', { organisation_id: data.id, email, role_name: 'User' })
    await invite('stranger@example.com')
    expect(await subject('stranger@example.com')).toBe('Kua pōwhiritia koe')
    await invite('tama@example.com')
    expect(await subject('tama@example.com')).toBe('You are invited')
  })

  it('in English without a translation; invalid languages are refused', async () => {
    const { post, refused } = guest(network)
    await post('user/register', { email: 'luc@example.com', terms: true, locale: 'nl-BE' })
    expect(await subject('luc@example.com')).toBe('Confirm your registration')
    await post('user/register', { email: 'marie@example.com', terms: true, locale: 'fr-CA' })
    expect(await subject('marie@example.com')).toBe('Confirmez votre inscription')
    const wrong = { email: 'x@example.com', terms: true, locale: '?' }
    expect(await refused('user/register', wrong)).toMatchObject({ status: 400, field: 'locale' })
  })
})
