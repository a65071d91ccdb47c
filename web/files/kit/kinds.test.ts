import { expect, it } from 'vitest'
import { inline } from '#api/files/sniff.ts'
import { kindOf, viewable } from './kinds.ts'

it.each([
  ['image/png', 'image'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'table'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'table'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
  ['text/plain', 'text'],
  ['application/json', 'text'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/zip', 'archive'],
  ['application/octet-stream', 'other'],
  [null, 'other'],
])('a file of type %s is shown as %s', (mimetype, kind) => {
  expect(kindOf({ is_folder: false, mimetype, encrypted: false })).toBe(kind)
})

it('shows folders and encrypted files as such', () => {
  expect(kindOf({ is_folder: true, mimetype: null, encrypted: false })).toBe('folder')
  expect(kindOf({ is_folder: false, mimetype: 'application/age', encrypted: true })).toBe('encrypted')
})

it('offers to view what the server shows', () => expect([...viewable].sort()).toEqual([...inline].sort()))
