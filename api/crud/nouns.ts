import type { Resource } from './resource.ts'

/** The message after a write, such as `The tracker settings have been updated.` */
export function hasBeen({ name, noun = name }: NamedResource, done: 'created' | 'updated' | 'deleted'): string {
  return `The ${noun} ${isPlural(noun) ? 'have' : 'has'} been ${done}.`
}

export function noSuch({ name, noun = name }: NamedResource): string {
  return `There ${isPlural(noun) ? 'are' : 'is'} no such ${noun}.`
}

/** A row with its article, such as `a tracker` or `tracker settings`. */
export function aNoun({ name, noun = name }: NamedResource): string {
  if (isPlural(noun)) return noun
  return `${/^([aeio]|unk)/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Settings are one row, but a plural noun. */
const isPlural = (noun: string) => noun.endsWith('settings')

type NamedResource = Pick<Resource, 'name' | 'noun'>
