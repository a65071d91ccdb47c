import { describe, expect, it } from 'vitest'
import { requestOf } from './sms_http.ts'
import { readTwilioUrl } from './twilio.ts'

const sms = { id: 7, to: '+6421555123', text: 'Truck 7 has left & gone' }

describe('a gateway for SMS', () => {
  it.each([
    [
      'https://sms.example.com/send',
      { target: 'https://sms.example.com/send', method: 'POST', body: { id: '7', to: sms.to, text: sms.text } },
    ],
    [
      'https://sms.example.com/send?from=Depot',
      {
        target: 'https://sms.example.com/send?from=Depot',
        method: 'POST',
        body: { id: '7', to: sms.to, text: sms.text, from: 'Depot' },
      },
    ],
    [
      'https://user:pa%20ss@sms.example.com/send',
      {
        target: 'https://sms.example.com/send',
        authorization: `Basic ${btoa('user:pa ss')}`,
        method: 'POST',
        body: expect.anything(),
      },
    ],
    [
      'https://token@sms.example.com/send',
      {
        target: 'https://sms.example.com/send',
        authorization: 'Bearer token',
        method: 'POST',
        body: expect.anything(),
      },
    ],
    [
      'https://sms.example.com/?to={to}&text={text}',
      { target: 'https://sms.example.com/?to=%2B6421555123&text=Truck%207%20has%20left%20%26%20gone', method: 'GET' },
    ],
  ])('%s', (url, { target, method, ...more }) => {
    const request = requestOf(url, sms)
    const { authorization, body } = more as { authorization?: string; body?: object }
    expect([request.target, request.init.method]).toEqual([target, method])
    expect((request.init.headers as Record<string, string>).authorization).toBe(authorization)
    const sent = (request.init as { body?: string }).body
    expect(sent === undefined ? undefined : JSON.parse(sent)).toEqual(body)
  })
})

describe('the address of Twilio', () => {
  it.each([
    ['twilio://AC1:token@api.twilio.com?from=%2B6421234567', true, { From: '+6421234567' }],
    ['twilio://AC1:token@api.twilio.com?from=+6421234567', true, { From: '+6421234567' }],
    ['twilio://AC1:token@api.twilio.com?messaging_service=MG1', true, { MessagingServiceSid: 'MG1' }],
    ['twilio://AC1:token@api.twilio.com', false, { From: '' }],
    ['twilio://api.twilio.com?from=%2B6421234567', false, { From: '+6421234567' }],
  ])('%s is complete: %s', (url, complete, sender) => {
    expect(readTwilioUrl(url)).toMatchObject({ complete, sender })
  })
})
