import type { Resource } from './resource.ts'

/** What has become of one of a resource, such as `The tracker settings have been updated.` */
export function hasBeen({ name, noun = name }: Named, done: 'created' | 'updated' | 'deleted'): string {
  return `The ${noun} ${isPlural(noun) ? 'have' : 'has'} been ${done}.`
}

export function noSuch({ name, noun = name }: Named): string {
  return `There ${isPlural(noun) ? 'are' : 'is'} no such ${noun}.`
}

/** Settings are one row, and many in English. */
const isPlural = (noun: string) => noun.endsWith('settings')

type Named = Pick<Resource, 'name' | 'noun'>
