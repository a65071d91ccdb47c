import { describe, expect, it } from 'vitest'
import { checkRedirects, hostOf, isRedirectOf } from './redirects.ts'

describe('redirect addresses of OAuth clients', () => {
  const refusal = (uri: string, by_administrator = false) => {
    try {
      checkRedirects([uri], { by_administrator })
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1/callback',
    'http://localhost:3118/callback',
    'http://[::1]/callback?x=1',
  ])('takes %s', (uri) => expect(refusal(uri)).toBeNull())

  it.each([
    ['http://example.com/callback', 'does not begin with https://'],
    ['http://localhost.example.com/callback', 'does not begin with https://'],
    ['http://127.0.0.1@example.com/callback', 'has a name or password'],
    ['https://example.com/callback#here', 'begins with #'],
    ['https://example.com/#', 'begins with #'],
    ['https://exa mple.com/', 'is not an address'],
    ['cursor://anysphere/callback', 'does not begin with https://'],
    ['javascript:alert(1)', 'does not begin with https://'],
    ['/callback', 'is not an address'],
    [`https://example.com/${'x'.repeat(500)}`, 'more than 500 characters'],
  ])('refuses %s', (uri, why) => expect(refusal(uri)).toContain(why))

  it('takes schemes of programs from an administrator, and none that browsers run', () => {
    expect(refusal('cursor://anysphere/callback', true)).toBeNull()
    for (const uri of ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
      expect(refusal(uri, true), uri).not.toBeNull()
    }
  })

  it('compares them exactly, except for the port of the own machine', () => {
    const known = ['https://example.com/callback', 'http://localhost/callback', 'http://127.0.0.1:3000/a?b=1']
    for (const same of [...known, 'http://localhost:4000/callback', 'http://127.0.0.1:1/a?b=1']) {
      expect(isRedirectOf(known, same), same).toBe(true)
    }
    for (const other of [
      'https://example.com/callback/',
      'https://example.com/Callback',
      'https://example.com:8443/callback',
      'https://example.com/callback?x=1',
      'https://example.com/x/../callback',
      'https://user@example.com/callback',
      'http://localhost:4000/callback/../other',
      'http://localhost:4000/other',
      'http://localhost:80@evil.example/callback',
      'http://127.0.0.1:4000/callback',
      'https://localhost/callback',
      '',
    ]) {
      expect(isRedirectOf(known, other), other).toBe(false)
    }
  })

  it('are shown as their host, or the scheme of a program', () => {
    expect(['https://claude.ai/x', 'http://localhost:3000/x', 'cursor://a/b'].map(hostOf)).toEqual([
      'claude.ai',
      'localhost:3000',
      'cursor',
    ])
  })
})
