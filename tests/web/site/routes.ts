import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The routes that the specification names (its §2), by who may see them. */
export const routes = {
  public: [
    '/',
    '/app/',
    '/static/',
    '/app/signin',
    '/app/signout',
    '/app/contact',
    '/app/about',
    '/app/help',
    '/app/privacy',
    '/app/terms',
    '/app/forbidden',
    '/app/map',
    '/app/settings',
    '/app/register',
    '/app/register/email',
    '/app/register/token',
    '/app/register/thanks',
    '/app/password/reset',
    '/app/password/email',
    '/app/password/token',
    '/app/password/thanks',
    '/app/update',
    '/app/unsubscribe',
    '/app/register?type=owner',
    '/app/downloads',
    '/app/pricing',
    '/404',
  ],
  requiresAuth: [
    '/app/home',
    '/app/files',
    '/app/boundary/edit',
    '/app/boundaries',
    '/app/tracker/edit',
    '/app/trackers',
    '/app/trackerevents',
    '/app/message',
    '/app/messages',
    '/app/profile/edit',
    '/app/admin',
    '/app/organisation/admin',
    '/app/export',
  ],
  requiresAdmin: [
    '/app/files/admin',
    '/app/enquiries/admin',
    '/app/enquiry/admin',
    '/app/messages/admin',
    '/app/messagetemplates/admin',
    '/app/messagetemplate/admin',
    '/app/settings/admin',
    '/app/user/admin',
    '/app/users/admin',
    '/app/website/admin',
    '/app/newsletters/admin',
    '/app/newsletter/admin',
    '/app/faqs/admin',
    '/app/faq/admin',
    '/app/pagecontents/admin',
    '/app/pagecontent/admin',
  ],
  development: [
    '/app/dashboard',
    '/app/plans',
    '/app/plan',
    '/app/goals',
    '/app/goal/edit',
    '/app/activities',
    '/app/activity/edit',
    '/app/forms',
    '/app/form/edit',
    '/app/qualifications',
    '/app/qualification',
    '/app/categories',
    '/app/cycles',
    '/app/userrelationships',
    '/app/userrelationship/edit',
    '/app/procedures',
    '/app/procedure/edit',
    '/app/cycles/admin',
    '/app/cycle/admin',
    '/app/categories/admin',
    '/app/category/admin',
    '/app/goals/admin',
    '/app/standards/admin',
    '/app/formtemplates/admin',
    '/app/formtemplate/admin',
  ],
  billing: [
    '/app/store',
    '/app/membership',
    '/app/transactions',
    '/app/transactions/admin',
    '/app/invoices/admin',
    '/app/invoice/admin',
    '/app/subscriptions/admin',
    '/app/subscription/admin',
    '/app/contacts/admin',
    '/app/contact/admin',
    '/app/products/admin',
    '/app/product/admin',
    '/app/taxrates/admin',
    '/app/taxrate/admin',
    '/app/ledgeraccounts/admin',
    '/app/ledgeraccount/admin',
    '/app/brandingthemes/admin',
    '/app/brandingtheme/admin',
    '/app/billing/admin',
    '/app/invoicing/admin',
  ],
  requiresPlatformAdmin: ['/app/notifications/admin', '/app/notification/admin', '/app/platform/admin'],
}

/** What is wrong with the title of the page at an address. A busy machine shows the page before for a while. */
export async function titleFaults(page: Page, address: string): Promise<string[]> {
  let faults: string[] = []
  const read = async () => {
    faults = faultsOf(address, await page.title())
    return faults.length
  }
  await expect
    .poll(read, { timeout: 60_000 })
    .toBe(0)
    .catch(() => {})
  return faults
}

function faultsOf(address: string, title: string): string[] {
  const wanted = titles[address.replace(/=\d+/, '')]
  const isNamed = title.length > 'Ringfence'.length
  return isNamed && (wanted === undefined || title.startsWith(`${wanted} · `))
    ? []
    : [`${address}: has the title "${title}"`]
}

/** Titles of professional development that the specification has seen. */
const titles: Record<string, string> = {
  '/app/dashboard': 'Dashboard',
  '/app/goal/edit': 'New goal',
  '/app/goal/edit?id': 'Edit goal',
  '/app/activity/edit': 'New activity',
  '/app/activity/edit?id': 'Edit activity',
  '/app/procedures': 'Procedures',
  '/app/plans': 'Plans',
  '/app/categories': 'Categories',
  '/app/cycles': 'Cycles',
  '/app/forms': 'Forms',
  '/app/qualifications': 'Qualifications',
  '/app/userrelationships': 'Relationships',
}

/** A page of one row, without its id, may lead to its list: `/app/faq/admin` to `/app/faqs/admin`. */
export const listOf = (path: string) => path.replace(/^(\/app\/\w+?)(\/admin)?$/, '$1s$2')
