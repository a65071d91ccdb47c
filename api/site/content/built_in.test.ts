import { expect, it } from 'vitest'
import { builtInPages } from './built_in.ts'

const helpWith = (...features: Parameters<typeof builtInPages>[1]) =>
  builtInPages(['en'], features).find(({ key }) => key === 'help')!.text

it('explains to each organisation what it has', () => {
  expect(helpWith('tracking')).toContain('## Boundaries and alerts')
  expect(helpWith('tracking')).not.toMatch(/supervisor|procedure|college/i)
  expect(helpWith('files', 'cpd')).toContain('## Your plan')
  expect(helpWith('files', 'cpd')).not.toMatch(/tracker|boundar|alert/i)
  const both = helpWith('tracking', 'cpd')
  expect(both.match(/^## (The map|Your plan|Your account)$/gm)).toEqual([
    '## The map',
    '## Your plan',
    '## Your account',
  ])
})
