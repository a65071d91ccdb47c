import { describe, expect, it } from 'vitest'
import { resources } from '../domains.ts'
import { aNoun, hasBeen, noSuch } from './nouns.ts'
import type { Resource } from './resource.ts'

describe('a message about a resource', () => {
  it.each([
    [resources.tracker, 'The tracker has been updated.'],
    [resources.usertrackerconfig, 'The tracker settings have been updated.'],
    [resources.organisationconfig, 'The organisation settings have been updated.'],
    [resources.remindermessage, 'The reminder has been updated.'],
  ])('$name is called by its noun', (resource: Resource, sentence) => {
    expect(hasBeen(resource, 'updated')).toBe(sentence)
  })

  it('has a noun for every name that is an identifier', () => {
    const identifiers = Object.values<Resource>(resources).filter(
      ({ name, table }) => table.includes('_') && table.replaceAll('_', '') === name,
    )
    expect(identifiers.filter(({ name, noun = name }) => noun === name)).toEqual([])
  })

  it('is a plural for settings in not-found errors', () => {
    expect(noSuch(resources.location)).toBe('There is no such location.')
    expect(noSuch(resources.userconfig)).toBe('There are no such settings.')
  })

  it.each([
    [resources.tracker, 'a tracker'],
    [resources.organisation, 'an organisation'],
    [resources.unknowndevice, 'an unknown device'],
    [resources.user, 'a user'],
    [resources.usertrackerconfig, 'tracker settings'],
  ])('$name has its article', (resource: Resource, phrase) => {
    expect(aNoun(resource)).toBe(phrase)
  })
})
