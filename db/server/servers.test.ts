import { expect, it } from 'vitest'
import { hostOf, Servers, serverUrls } from './servers.ts'

it.each([
  ['postgres://db/fleet', ['postgres://db/fleet']],
  [
    'postgres://me:a,b@db1,db2:5433/fleet?sslmode=require',
    ['postgres://me:a,b@db1/fleet?sslmode=require', 'postgres://me:a,b@db2:5433/fleet?sslmode=require'],
  ],
  ['postgres://[::1]:5432,[::2]/fleet', ['postgres://[::1]:5432/fleet', 'postgres://[::2]/fleet']],
  ['no address', ['no address']],
])('%s', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls)
})

it('names each server that did not answer', async () => {
  const servers = new Servers(['postgres://a@127.0.0.1:1/x', 'postgres://a@127.0.0.1:2/x'])
  await expect(servers.primary()).rejects.toThrow(/^no primary \(127.0.0.1:1: .+; 127.0.0.1:2: .+\)$/)
  expect(hostOf('postgres://me:secret@db:5433/x')).toBe('db:5433')
})
