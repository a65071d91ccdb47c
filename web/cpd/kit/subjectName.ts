import type { TFunction } from 'i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import { type Naming, nameIn, wordsOf } from './subjects.ts'

/** `cultural_safety` as Cultural safety, in the language of the reader where there is a text, else as a standard calls it. */
export function subjectName(t: TFunction, tag: string, standards: Naming[] = []): string {
  const name = choiceOf(t, tag)
  return name === tag ? (nameIn(standards, tag) ?? wordsOf(tag)) : name
}
