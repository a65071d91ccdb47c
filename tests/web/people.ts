import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { hashPassword } from '#api/people/passwords/hash.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import type { Network } from '../network.ts'
import { guest, lastMail, PASSWORD, register } from '../people/accounts.people.ts'
import { closePage, desk, openPage } from './browser.ts'

export { guest, PASSWORD, register }

/** The path of the link in the newest mail to an address, on the server under test. */
export async function followMail(page: Page, network: Network, to: string): Promise<void> {
  const { text } = await lastMail(network, to)
  const link = new URL(/https?:\/\/\S+/.exec(text ?? '')![0])
  await page.goto(`${network.url}${link.pathname}${link.search}`)
}

/** Creates a registered member with a role. @returns their token */
export async function member(network: Network, username: string, role_name: string): Promise<string> {
  const { data } = await network.admin.create('organisation', { name: `${username}’s` })
  await network.admin.create('invitation', {
    organisation_id: data.id,
    email: `${username}@example.com`,
    role_name: role_name as 'User',
  })
  return register(network, username)
}

/** Creates a registered member without the registration mail. */
export async function enter(network: Network, username: string, organisation_id: number, role_name: MembershipRole) {
  const now = new Date().toISOString()
  const { id: user_id } = await network.db
    .insertInto('user_account')
    .values({
      username,
      email: `${username}@example.com`,
      password_hash: await hashPassword(PASSWORD),
      confirmed_at: now,
      email_proved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await network.db.insertInto('membership').values({ organisation_id, user_id, role_name }).execute()
}

/** Signs in, and waits for the requested page if one is given. */
export async function signInAs(page: Page, network: Network, username: string, path?: string): Promise<void> {
  await page.goto(`${network.url}/app/signin${path ? `?next=${encodeURIComponent(path)}` : ''}`)
  await fillSignIn(page, username, PASSWORD)
  if (path) await page.waitForURL(`${network.url}${path}`)
}

/** A signed-in page that records its errors. */
export async function openAs(browser: Browser, network: Network, username: string, path: string, size = desk) {
  const page = await openPage(browser, size)
  await signInAs(page, network, username, path)
  return page
}

/**
 * Closes pages and asserts that they had no errors, except those Chromium logs itself: refused requests, and missing
 * push.
 */
export async function closeAll(...pages: Awaited<ReturnType<typeof openAs>>[]): Promise<void> {
  const noted = /^Failed to load resource|does not support the Push API/
  for (const page of pages) {
    expect(page.errors.filter((error) => !noted.test(error))).toEqual([])
    await closePage(page)
  }
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}
