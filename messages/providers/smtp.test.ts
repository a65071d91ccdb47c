import { describe, expect, it } from 'vitest'
import { refusalOf } from './smtp.ts'

const error = (fields: object) => Object.assign(new Error('it went wrong'), fields)

describe('what a mail server refuses', () => {
  it.each([
    ['nobody answers', { code: 'ESOCKET', command: 'CONN' }, 'away', false],
    ['it is shutting down', { responseCode: 421, command: 'RCPT TO' }, 'away', false],
    ['it wants another password', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'away', false],
    ['it takes no mail at all just now', { responseCode: 451, command: 'MAIL FROM' }, 'away', false],
    ['the mailbox is full', { responseCode: 452, command: 'RCPT TO' }, 'later', false],
    ['it does not like the text now', { responseCode: 450, command: 'DATA' }, 'later', false],
    ['there is no such mailbox', { responseCode: 550, command: 'RCPT TO' }, 'never', true],
    ['it does not like the text', { responseCode: 554, command: 'DATA' }, 'never', false],
  ] as const)('%s', (_what, fields, verdict, bounced) => {
    expect(refusalOf(error(fields))).toMatchObject({ verdict, bounced })
  })
})
