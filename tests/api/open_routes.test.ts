import type { FastifyContextConfig } from 'fastify'
import { expect, it } from 'vitest'
import type { Refused } from '#api/crud/session/open_to.ts'
import { sharedNetwork } from '../shared_network.ts'

const network = await sharedNetwork()

const open: Record<Refused, string[]> = {
  no_second_factor: [
    'POST password/change',
    'POST user/totp/start',
    'POST user/totp/enable',
    'POST user/signout',
    'GET user/token',
  ],
  given_password: ['POST password/change', 'POST token', 'POST user/signin', 'POST user/signout', 'GET user/token'],
  held: ['GET geoinfo', 'GET options', 'GET website', 'POST user/refresh', 'POST user/signin', 'POST user/signout'],
  lapsed: [
    'DELETE job',
    'POST alert/acknowledge',
    'POST alert/snooze',
    'POST alerts/acknowledge',
    'POST attachment/:attachment_id/download',
    'POST attachment/:attachment_id/view',
    'POST cpd/report/address',
    'POST cpd/sendreport',
    'POST devactivity/verify',
    'POST devfeedback/approve',
    'POST devfeedback/refuse',
    'POST devform/agree',
    'POST devform/return',
    'POST devplan/agree',
    'POST devplan/return',
    'POST devplan/review',
    'POST file/:file_id/download',
    'POST file/:file_id/view',
    'POST file/zip',
    'POST firedrill/acknowledge',
    'POST procedure/approve',
    'POST procedure/nhi',
    'POST procedures/nhi',
  ],
}

it.each(Object.keys(open) as Refused[])('routes that are open to who is refused elsewhere: %s', (whom) => {
  expect(routesWith(({ open_to }) => open_to?.includes(whom))).toEqual(open[whom].sort())
})

it('routes that would give an impersonator lasting access', () => {
  expect(routesWith(({ lasting }) => lasting)).toEqual([
    'POST devfeedback/approve',
    'POST devfeedback/close',
    'POST devfeedback/invite',
    'POST devfeedback/remind',
    'POST emaildomain/verify',
    'POST file/share',
    'POST firedrill/end',
    'POST firedrillplan',
    'POST identity/connect',
    'POST identityprovider',
    'POST membership',
    'POST mytrip/private',
    'POST notifychannel',
    'POST oauth/allow',
    'POST quote/send',
    'POST recurringinvoice',
    'POST recurringinvoice/step',
    'POST reminderplan',
    'POST role',
    'POST storedcard/remove',
    'POST storedcard/setup',
    'POST tracker/cabcode',
    'POST tracker/private',
    'POST tracker/replace',
    'POST tracker/token',
    'POST trackerloan/answer',
    'POST unknowndevice/adopt',
    'POST webhookendpoint',
    'POST webhookendpoint/secret',
    'PUT alertrequest',
    'PUT apikey',
    'PUT firedrill',
    'PUT firedrillplan',
    'PUT identityprovider',
    'PUT invitation',
    'PUT membership',
    'PUT notifychannel',
    'PUT pushsubscription',
    'PUT recurringinvoice',
    'PUT reminderplan',
    'PUT role',
    'PUT sharelink',
    'PUT subscriptionmember',
    'PUT trackerloan',
    'PUT user',
    'PUT webhookendpoint',
  ])
})

function routesWith(isWanted: (config: FastifyContextConfig) => unknown): string[] {
  const { routes } = network.server.api.app
  return routes
    .filter(({ name, config }) => isWanted(config) && !name.startsWith('HEAD '))
    .map(({ name }) => name.replace('/api/v1/', ''))
    .sort()
}
