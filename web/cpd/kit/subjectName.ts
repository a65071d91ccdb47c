import type { TFunction } from 'i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import { wordsOf } from './subjects.ts'

/** `cultural_safety` as Cultural safety, in the language of the reader where there is a text. */
export function subjectName(t: TFunction, tag: string): string {
  const name = choiceOf(t, tag)
  return name === tag ? wordsOf(tag) : name
}
