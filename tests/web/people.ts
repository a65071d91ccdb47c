import type { Page } from 'playwright-core'
import { guest, lastMail, PASSWORD, register } from '../api/accounts.people.ts'
import type { Network } from '../network.ts'

export { guest, PASSWORD, register }

/** Follows the link of the newest mail to somebody, as they would: its path on the server under test. */
export async function followMail(page: Page, network: Network, to: string): Promise<void> {
  const { text } = await lastMail(network, to)
  const link = new URL(/https?:\/\/\S+/.exec(text ?? '')![0])
  await page.goto(`${network.url}${link.pathname}${link.search}`)
}

/** A registered member in a role, and nothing else. @returns their token */
export async function member(network: Network, username: string, role_name: string): Promise<string> {
  const { data } = await network.admin.create('organisation', { name: `${username}’s` })
  await network.admin.create('invitation', {
    organisation_id: data.id,
    email: `${username}@example.com`,
    role_name: role_name as 'User',
  })
  return register(network, username)
}

/** Signs in, and waits for the page that was wanted, where one is named. */
export async function signInAs(page: Page, network: Network, username: string, path?: string): Promise<void> {
  await page.goto(`${network.url}/app/signin${path ? `?next=${encodeURIComponent(path)}` : ''}`)
  await fillSignIn(page, username, PASSWORD)
  if (path) await page.waitForURL(`${network.url}${path}`)
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}
