import { beforeEach, expect, it, vi } from 'vitest'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
})
const { backendBase, checkBackend, chooseBackend, choicesOf, forgetBackend, isDecided, useBackend } = await import(
  './backend.ts'
)

const list = [
  { name: 'New Zealand', code: 'NZ', baseURL: 'https://nz.example/' },
  { name: 'Australia', code: 'AU', baseURL: 'https://au.example/app' },
  { name: 'Closed', code: 'US', baseURL: 'https://us.example', enable: false },
]
const choices = choicesOf(list, 'Here', 'https://nz.example')

beforeEach(() => {
  storage.clear()
  forgetBackend()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('https://au.example/api/v1/')) return { ok: true }
    throw new TypeError('unreachable')
  })
})

it('offers this installation and the enabled ones of the list', () => {
  expect(choices).toEqual([
    { name: 'New Zealand', base: '' },
    { name: 'Australia', base: 'https://au.example' },
  ])
  expect(choicesOf(list, 'Here', 'https://elsewhere.example').map(({ name }) => name)).toEqual([
    'Here',
    'New Zealand',
    'Australia',
  ])
})

it('keeps the choice until it is forgotten at sign-out', async () => {
  expect([backendBase(), isDecided()]).toEqual(['', false])
  expect(await chooseBackend(choices[1]!)).toBe(true)
  expect([backendBase(), isDecided(), useBackend.getState().base]).toEqual([
    'https://au.example',
    true,
    'https://au.example',
  ])
  forgetBackend()
  expect([backendBase(), isDecided()]).toEqual(['', false])
})

it('stays where it is, and says so, when the chosen one does not answer', async () => {
  expect(await chooseBackend({ name: 'Mars', base: 'https://mars.example' })).toBe(false)
  expect(useBackend.getState()).toEqual({ base: '', failed: 'Mars', moved: null })
})

it.each([
  ['is in the list no more', 'https://au.example', choices.slice(0, 1), 'au.example'],
  ['does not answer', 'https://mars.example', [...choices, { name: 'Mars', base: 'https://mars.example' }], 'Mars'],
])('falls back when the chosen one %s', async (_name, base, listed, failed) => {
  storage.set('ringfence.backend', base)
  await checkBackend(listed)
  expect(useBackend.getState()).toEqual({ base: '', failed, moved: null })
  expect(isDecided()).toBe(true)
})

it('stays with a chosen one that answers', async () => {
  storage.set('ringfence.backend', 'https://au.example')
  await checkBackend(choices)
  expect(backendBase()).toBe('https://au.example')
})
