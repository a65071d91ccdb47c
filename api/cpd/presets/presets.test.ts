import { describe, expect, it } from 'vitest'
import { ruleProblems } from '../engine/check_rules.ts'
import { presetOf, presets } from './index.ts'

describe.each(presets.map((preset) => [`${preset.code} ${preset.version}`, preset] as const))('%s', (_name, preset) => {
  it('has rules that can be evaluated, with names for all tags', () => {
    expect(ruleProblems(preset.categories, preset.rules)).toEqual([])
    const named = new Set(preset.tags?.map(({ code }) => code))
    const used = preset.rules.flatMap(({ tags = [] }) => tags)
    expect(used.filter((tag) => !named.has(tag))).toEqual([])
  })

  it('has names for all qualifications that rules ask for', () => {
    const named = new Set(preset.qualifications?.map(({ code }) => code))
    const used = preset.rules.flatMap((rule) => [
      ...(rule.for_qualification ? [rule.for_qualification] : []),
      ...Object.keys(rule.amount_for ?? {}),
      ...(rule.amount_extra ? [rule.amount_extra.qualification] : []),
    ])
    expect(used.filter((code) => !named.has(code))).toEqual([])
  })

  it('names its source, the day on which it was checked, and where to check it', () => {
    expect(preset.source_url).toMatch(/^https:\/\/\S+$/)
    expect(preset.checked_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(preset.notice).toBe('Check with your regulator.')
  })
})

it('has each version of a code once, and one current version of each', () => {
  const versions = presets.map(({ code, version }) => `${code} ${version}`)
  expect(new Set(versions).size).toBe(versions.length)
  for (const code of new Set(presets.map((one) => one.code))) {
    expect(presets.filter((one) => one.code === code && !one.superseded)).toHaveLength(1)
  }
})

it('finds the current version, or the one that is named', () => {
  expect(presetOf('nz-rnzcgp')!.version).toBe('96')
  expect(presetOf('nz-rnzcgp', '150')!.superseded).toBe(true)
  expect(presetOf('nz-rnzcgp', '151')).toBeUndefined()
})
