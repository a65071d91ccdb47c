import type { TFunction } from 'i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import { type Naming, nameIn, wordsOf } from './subjects.ts'

/** `cultural_safety` as the standard calls it, else as Cultural safety, in the language of the reader where it has one. */
export function subjectName(t: TFunction, tag: string, standards: Naming[] = []): string {
  const name = choiceOf(t, tag)
  return nameIn(standards, tag) ?? (name === tag ? wordsOf(tag) : name)
}
